/** Days that an API has not delivered yet: the last ones of a range, on which many profiles lack values, or all are 0. */
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import {
  addDays,
  daysBetween,
  daysOf,
  earlier,
  lastDayOver,
  later,
  type Day,
} from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { endedFrom } from "./endings.ts";
import { knownOf, type Known } from "./known-values.ts";

/** Days before today that can be late. */
const lateDays = 7;
/** The fewest profiles, and the smallest share of them, that lack a day which is not delivered; of fewer profiles, all. */
const leastProfiles = 3;
const leastShare = 0.3;
/** Of fewer profiles, nothing is said of the network, and zeros are delivered. */
export const leastOfNetwork = 5;
/** The total of each of the days before zeros that are not delivered. */
const leastBeforeZeros = 100;

/** The last day of a range, or of a part of it, that is over and delivered; before its first day for none. */
export function lastDayIn(
  { today, delivered }: Pick<Result, "today" | "delivered">,
  { name }: Pick<Metric, "name">,
  { start, end }: Range,
): Day {
  const over = lastDayOver(start, end, today);
  return earlier(over, delivered?.get(name) ?? over);
}

/** How many days of a range count for a metric; undefined where all do. */
export function countedDays(
  { start, end, delivered }: Pick<Result, "start" | "end" | "delivered">,
  { name }: Pick<Metric, "name">,
): number | undefined {
  const last = delivered?.get(name);
  if (last === undefined || last >= end) return undefined;
  return last < start ? 0 : daysBetween(start, last);
}

/** The days of a range among the last before today. */
const daysThatCanBeLate = ({ today, start, end }: Result): Day[] =>
  today === undefined
    ? []
    : daysOf(later(start, addDays(today, -lateDays)), earlier(end, addDays(today, -1)));

/** The last delivered day of a metric; undefined where all days are, or nothing can be said. */
function deliveredTo(now: Result, results: readonly Result[], metric: Metric): Day | undefined {
  const days = daysThatCanBeLate(now);
  const parts = metric.isDerived === true ? (metric.parts ?? []) : [metric.name];
  const lasts = parts.flatMap((name) => {
    const known = knownOf(results, { name });
    const isLate = (day: Day): boolean => isLacking(known, day);
    const late = trailing(days, isLate);
    const zeros = isOfZeros(metric) ? trailingZeros(known, days) : undefined;
    return [late, zeros].flatMap((day) => (day === undefined ? [] : [addDays(day, -1)]));
  });
  return lasts.toSorted()[0];
}

/** The first of the last days that all meet a condition. */
function trailing(days: readonly Day[], isMet: (day: Day) => boolean): Day | undefined {
  const last = days.findLastIndex((day) => !isMet(day));
  return days[last + 1];
}

/** True for a day that lacks values of many of the profiles that had one a week earlier, or in the days before. */
function isLacking(known: Known, day: Day): boolean {
  const weekBefore = addDays(day, -7);
  const days = known.has(weekBefore) ? [weekBefore] : daysOf(weekBefore, addDays(day, -1));
  const had = known.profiles.filter((profile) =>
    days.some((earlierDay) => known.at(profile, earlierDay) !== undefined),
  );
  const lacking = had.filter((profile) => known.at(profile, day) === undefined).length;
  const least = Math.max(1, Math.min(leastProfiles, had.length), leastShare * had.length);
  return lacking >= least;
}

/** By metric, the first of the last days on which at least five profiles are all 0, and which count as delivered. */
export function undecidedZeros(now: Result, before?: Result): (readonly [Metric, Day])[] {
  const { delivered } = now;
  const days = daysThatCanBeLate(now);
  return now.metrics.flatMap((metric) => {
    const known = knownOf(before === undefined ? [now] : [before, now], metric);
    const first = allZeros(known, days);
    const isSaid = delivered?.has(metric.name) !== true && known.profiles.length >= leastOfNetwork;
    return isSaid && first !== undefined ? [[metric, first] as const] : [];
  });
}

const allZeros = ({ profiles, at }: Known, days: readonly Day[]): Day | undefined =>
  trailing(days, (day) => {
    const values = profiles.flatMap((profile) => at(profile, day) ?? []);
    return values.length >= leastOfNetwork && values.every((value) => value === 0);
  });

/** Never of signed differences, and of paid metrics, whose campaigns end. */
const isOfZeros = ({ kind, name }: Metric): boolean =>
  !kind.isDifference && kind.overDays !== "quotient" && !name.includes("paid");

/** The first of the last days on which all profiles are 0, where each of the seven days before has a total. */
function trailingZeros(known: Known, days: readonly Day[]): Day | undefined {
  const { profiles, at, has } = known;
  const sumOn = (day: Day): number =>
    profiles.reduce((sum, profile) => sum + (at(profile, day) ?? 0), 0);
  const first = allZeros(known, days);
  if (first === undefined) return undefined;
  const before = daysOf(addDays(first, -7), addDays(first, -1));
  return before.every((day) => has(day) && sumOn(day) >= leastBeforeZeros) ? first : undefined;
}

/**
 * The sides of a question with the days up to which each metric counts: those that are delivered, of a metric that has
 * not ended. Both sides of a comparison keep as many days.
 */
export function withDelivery(
  now: Result,
  before?: Result,
): readonly [now: Result, before?: Result] {
  const results = before === undefined ? [now] : [before, now];
  const ended = new Map<string, Day>();
  const lasts = now.metrics.flatMap((metric): [string, Day][] => {
    const day = deliveredTo(now, results, metric);
    const until = day ?? lastDayOver(now.start, now.end, now.today);
    const end = endedFrom({ ...now, end: until }, results, metric);
    if (end !== undefined) ended.set(metric.name, end);
    const last = end === undefined ? day : addDays(end, -1);
    return last === undefined ? [] : [[metric.name, last]];
  });
  if (lasts.length === 0) return before === undefined ? [now] : [now, before];
  const counted = { ...now, delivered: new Map(lasts), ended };
  if (before === undefined) return [counted];
  const cut = lasts.map(([name, day]): [string, Day] => {
    const count = day < now.start ? 0 : daysBetween(now.start, day);
    return [name, earlier(before.end, addDays(before.start, count - 1))];
  });
  return [counted, { ...before, delivered: new Map(cut) }];
}
