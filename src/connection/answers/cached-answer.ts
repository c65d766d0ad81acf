/** The description of a cached metrics answer, without its numbers; it decides how long the numbers are used. */
import * as z from "zod";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { toProfileId } from "../../api/records.ts";
import { dimensions } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { parseJson } from "../../text/json.ts";
import { isDay, type Day } from "../../time/days.ts";

const dayShape = z.string().refine(isDay);

/** Values that were missing on settled days and may still arrive: those of the given cells, or of any (default). */
const gapShape = z.object({
  /** The first fetch that found them missing, in milliseconds since 1970. */
  since: z.number(),
  cells: z
    .object({
      /** Places in the lists of the request. */
      profiles: z.array(z.number()),
      metrics: z.array(z.number()),
      start: dayShape,
      end: dayShape,
    })
    .optional(),
});
export type Gap = Readonly<z.output<typeof gapShape>>;

export interface CachedAnswer {
  readonly request: MetricsRequest;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The first day whose numbers could still be restated when they were fetched. */
  readonly settledBefore: Day;
  readonly gaps: readonly Gap[];
}

/** Identical for identical requests. */
export function keyOf(request: MetricsRequest): string {
  const { version, network, start, end, profiles, metrics, dimensions: types } = request;
  return JSON.stringify([version, network, start, end, profiles, metrics, types]);
}

const day = 24 * 60 * 60 * 1000;

/** A gap is fetched again so long after it was first seen; then it counts as settled. */
const gapAges = ourLimits.gapDays.map((days) => days * day);

/** The end of the time for which days that can still be restated are used without asking again. */
export const unsettledUntil = ({ fetchedAt }: CachedAnswer): number =>
  fetchedAt + ourLimits.cachedAnswerSeconds * 1000;

export const settledUntil = ({ fetchedAt }: CachedAnswer): number =>
  fetchedAt + ourLimits.settledAnswerSeconds * 1000;

export function gapUntil(answer: CachedAnswer, { since }: Gap): number {
  const next = gapAges.map((age) => since + age).find((time) => time > answer.fetchedAt);
  return Math.min(settledUntil(answer), next ?? Number.POSITIVE_INFINITY);
}

/** The gap is not expected to be filled any more. */
export const isClosed = ({ fetchedAt }: CachedAnswer, { since }: Gap): boolean =>
  fetchedAt >= since + Math.max(...gapAges);

const isSettled = ({ request, settledBefore }: CachedAnswer): boolean =>
  request.end < settledBefore;

/** The end of the time for which the whole answer is used. */
export const validUntil = (answer: CachedAnswer): number =>
  isSettled(answer)
    ? Math.min(settledUntil(answer), ...answer.gaps.map((gap) => gapUntil(answer, gap)))
    : unsettledUntil(answer);

/** The end of the time for which any of its numbers is used. Gaps are stored longer: the next fetch compares with them. */
export const storedUntil = (answer: CachedAnswer): number =>
  answer.request.start < answer.settledBefore ? settledUntil(answer) : unsettledUntil(answer);

/** Nothing of the answer is expected to change. */
export const isFinal = (answer: CachedAnswer): boolean =>
  isSettled(answer) && answer.gaps.every((gap) => isClosed(answer, gap));

const shape = z.object({
  request: z.object({
    version: z.literal([2, 3]),
    network: z.enum(metricNetworks),
    start: dayShape,
    end: dayShape,
    profiles: z.array(z.string().transform(toProfileId)),
    metrics: z.array(z.string()),
    dimensions: z.array(z.enum(dimensions)),
  }),
  fetchedAt: z.number().positive(),
  settledBefore: dayShape,
  gaps: z.array(gapShape),
});

/** Undefined for text that is damaged or of another release. */
export const readCachedAnswer = (text: string): CachedAnswer | undefined =>
  shape.safeParse(parseJson(text)).data;

export function cachedAnswerText(answer: CachedAnswer): string {
  const { request, fetchedAt, settledBefore, gaps } = answer;
  return JSON.stringify({ request, fetchedAt, settledBefore, gaps });
}
