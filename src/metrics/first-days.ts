/**
 * Looks up the first day with a value of each profile, where `check-api` has found that the API gives 0 for the days
 * before it. The profile's standing count shows it: no other metric is never 0 by chance.
 */
import { isStanding } from "../catalog/kinds.ts";
import { metricsOf, type Metric } from "../catalog/metrics/index.ts";
import { linesOf, type DayValues } from "../cells/day-values.ts";
import { addDays, type Day } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { preparePlans, runPlans, type MetricsCall } from "./call.ts";
import { planQuestion } from "./plan/plan.ts";
import { allSteps, type Plan } from "./plan/steps.ts";
import { hasLeadingZeros } from "./question/api-traits.ts";
import type { Question } from "./question/question.ts";

export interface FirstDays {
  /** Of profiles whose earlier days are 0. */
  readonly firstDays?: ReadonlyMap<string, Day>;
  /** The plans that look them up, where they were not to be sent. */
  readonly lookups: readonly Plan[];
  /** The requests that the lookup has sent. */
  readonly sent: number;
}

/** @param before an earlier range, whose days are needed too. */
export async function lookUpFirstDays(
  call: MetricsCall,
  before: Range | undefined,
  { isSent }: { readonly isSent: boolean },
): Promise<FirstDays> {
  const { connection, api } = call;
  const { question } = call.resolved;
  const metric = standingCountOf(question);
  if (metric === undefined || !hasLeadingZeros(question.network, connection.checked))
    return { lookups: [], sent: 0 };
  const lookup: Question = {
    ...question,
    ...(before && { start: before.start, cutFrom: undefined }),
    metrics: [metric],
    shown: undefined,
    dimensions: ["profile", "date.day"],
  };
  const plans = await preparePlans(call, (facts) => [[planQuestion(lookup, facts)]]);
  if (!isSent && allSteps(...plans).length > 0) return { lookups: plans, sent: 0 };
  const sentBefore = api.sent();
  const [{ outcome, question: finished }] = await runPlans(call, plans);
  return {
    firstDays: firstDaysIn(outcome.days, finished.start),
    lookups: [],
    sent: api.sent() - sentBefore,
  };
}

type OfVersion = Pick<Question, "network" | "version">;

/** A metric that every connected profile has on every day, and that is 0 for none but a new one. */
export const standingCountOf = ({ network, version }: OfVersion): Metric | undefined =>
  metricsOf(network, version).find(
    ({ kind, unsupported }) => isStanding(kind) && unsupported !== true,
  );

/** @param days of one metric. @param start the first of them. */
function firstDaysIn(days: DayValues, start: Day): Map<string, Day> {
  const [list = new Float64Array()] = days.lists;
  const dates = Array.from({ length: days.dayCount }, (_, place) => addDays(start, place));
  return new Map(
    linesOf(days, list).flatMap(({ profile, values }): [string, Day][] => {
      const first = firstDayOf(dates, values);
      return first === undefined ? [] : [[profile, first]];
    }),
  );
}

/**
 * The day of the first count other than 0, after days that are 0; the day after the last one where every count is 0.
 * Undefined where every 0 is a count: a count that begins small has grown from 0.
 */
export function firstDayOf(days: readonly Day[], counts: ArrayLike<number>): Day | undefined {
  const all = Array.from(counts);
  const at = all.findIndex((count) => count !== 0 && !Number.isNaN(count));
  if (!all.slice(0, at === -1 ? undefined : at).includes(0)) return undefined;
  const last = days.at(-1);
  if (at === -1) return last && addDays(last, 1);
  return Math.abs(all[at] ?? 0) < leastConnected ? undefined : days[at];
}

/** A page that is connected to the suite has followers already. */
const leastConnected = 10;
