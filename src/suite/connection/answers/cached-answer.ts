/** The description of a cached metrics answer, without its numbers; it decides how long the numbers are used. */
import { hash } from "node:crypto";
import * as z from "zod";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { RestatedDay } from "../../../numbers/cells/fetched.ts";
import { toProfileId, type ProfileId } from "../../api/records.ts";
import { dimensions } from "../../../catalog/dimensions.ts";
import { ourLimits } from "../../../catalog/limits.ts";
import { metricNetworks } from "../../../catalog/networks.ts";
import { parseJson } from "../../../base/text/json.ts";
import { addDays, dayAt, isDay, type Day } from "../../../base/time/days.ts";

const dayShape = z.string().refine(isDay);

/** Cells of settled days whose values may still arrive: they are fetched again sooner than others. */
const gapShape = z.object({
  /** Places in the lists of the request. */
  profiles: z.array(z.number()),
  metrics: z.array(z.number()),
  start: dayShape,
  end: dayShape,
});
export type Gap = Readonly<z.output<typeof gapShape>>;

/** Returns the time zone of a profile; empty where it is unknown. */
export type ZoneOf = (profile: ProfileId) => string;

export interface CachedAnswer {
  readonly request: MetricsRequest;
  /** The time zones that its profiles had, in their order: they decide which hours are a day. */
  readonly zones: readonly string[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The first day whose numbers could still be restated when they were fetched. */
  readonly settledBefore: Day;
  readonly gaps: readonly Gap[];
}

/** An answer, and when it was fetched. */
export interface DatedAnswer extends MetricsAnswer, CachedAnswer {
  /** The days of which it restated values: only for the calls that fetched it. */
  readonly restated?: readonly RestatedDay[];
}

/** Identical for identical requests, and short: the ids of a hundred profiles are long. */
export function keyOf(request: MetricsRequest): string {
  const { version, network, start, end, profiles, metrics, dimensions: types } = request;
  return hashOf(JSON.stringify([version, network, start, end, profiles, metrics, types]));
}

/** The end of the time for which days that can still be restated are used without asking again. */
export const unsettledUntil = ({ fetchedAt }: CachedAnswer): number =>
  fetchedAt + ourLimits.cachedAnswerSeconds * 1000;

export const settledUntil = ({ fetchedAt }: Pick<CachedAnswer, "fetchedAt">): number =>
  fetchedAt + ourLimits.settledAnswerSeconds * 1000;

/** The first day of which gaps are recent: they are fetched again sooner than older ones. */
export const recentGapsFrom = ({ fetchedAt }: CachedAnswer): Day =>
  addDays(dayAt(fetchedAt), -ourLimits.gapDays.recent);

export const gapUntil = (
  { fetchedAt }: CachedAnswer,
  age: keyof typeof ourLimits.gapSeconds,
): number => fetchedAt + ourLimits.gapSeconds[age] * 1000;

const shape = z.object({
  request: z.object({
    version: z.literal([2, 3]),
    network: z.enum(metricNetworks),
    start: dayShape,
    end: dayShape,
    metrics: z.array(z.string()),
    dimensions: z.array(z.enum(dimensions)),
  }),
  settledBefore: dayShape,
  gaps: z.array(gapShape),
});

const listShape = z.object({
  profiles: z.array(z.string().transform(toProfileId)),
  zones: z.array(z.string()),
});
/** Profiles and their time zones. */
export interface ProfileList {
  readonly profiles: readonly ProfileId[];
  readonly zones: readonly string[];
}

const listText = ({ request: { profiles }, zones }: CachedAnswer): string =>
  JSON.stringify({ profiles, zones });

/** Identical for identical profiles and time zones. */
export const listKeyOf = (answer: CachedAnswer): string => hashOf(listText(answer));

/** An answer of which only that is read that finds it: most answers do not concern the question. */
export interface AnswerHead {
  readonly listKey: string;
  readonly list: ProfileList;
  readonly fetchedAt: number;
  /** Returns undefined for text that is damaged or of another release. */
  readonly answer: () => CachedAnswer | undefined;
}

/**
 * Returns undefined for text that is damaged or of another release.
 * @param listed returns the text of the list of profiles.
 * @param known the lists by key that were read before; they are not parsed again.
 */
export function readAnswerHead(
  text: string,
  listed: () => string,
  known: ReadonlyMap<string, ProfileList>,
): AnswerHead | undefined {
  const keyEnd = text.indexOf(" ");
  const timeEnd = text.indexOf(" ", keyEnd + 1);
  const listKey = text.slice(0, keyEnd);
  const fetchedAt = Number(text.slice(keyEnd + 1, timeEnd));
  const list = known.get(listKey) ?? listShape.safeParse(parseJson(listed())).data;
  if (timeEnd < 0 || !(fetchedAt > 0) || list === undefined) return undefined;
  const { profiles, zones } = list;
  const answer = (): CachedAnswer | undefined => {
    const read = shape.safeParse(parseJson(text.slice(timeEnd))).data;
    return read && { ...read, request: { ...read.request, profiles }, zones, fetchedAt };
  };
  return { listKey, list, fetchedAt, answer };
}

export function cachedAnswerText(answer: CachedAnswer): string {
  const { request, fetchedAt, settledBefore, gaps } = answer;
  const { profiles: _, ...short } = request;
  const list = listText(answer);
  const text = JSON.stringify({ request: short, settledBefore, gaps });
  return `${hashOf(list)} ${fetchedAt} ${text}${separator}${list}`;
}

const hashOf = (text: string): string => hash("sha256", text, "base64url");

/** JSON has none. */
const separator = "\t";
