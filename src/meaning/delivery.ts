/** Days that an API has not delivered yet: the last ones of a range, on which many profiles lack values, or all are 0. */
import type { Metric } from "../catalog/metrics/index.ts";
import type { DayValues } from "../cells/day-values.ts";
import { isStanding } from "../catalog/kinds.ts";
import type { Result } from "../cells/result.ts";
import {
  addDays,
  daysBetween,
  daysOf,
  earlier,
  lastDayOver,
  later,
  weekday,
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

/** The number of days of a range that count for a metric. Undefined if all days count. */
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

/** True if each day of the range that is over is so recent that it may not be delivered. */
export const isRecent = ({ today, start }: Pick<Result, "today" | "start">): boolean =>
  today !== undefined && start >= addDays(today, -lateDays);

/** The metrics that a number is made of: the parts of a ratio, where the result holds them; else itself. */
export function basesOf({ days }: Pick<Result, "days">, metric: Metric): readonly Metric[] {
  const parts = (metric.parts ?? []).flatMap(
    (name) => days.metrics.find((part) => part.name === name) ?? [],
  );
  return parts.length === 2 ? parts : [metric];
}

/** The last delivered day of a metric that is no ratio; undefined where all days are, or nothing can be said. */
function deliveredTo(now: Result, results: readonly Result[], metric: Metric): Day | undefined {
  const days = daysThatCanBeLate(now);
  const known = knownOf(results, metric);
  const rows = now.split && knownOf(results, metric, "split");
  const isLackingRows = (day: Day): boolean => rows !== undefined && isLacking(rows, day);
  const isMissing = (day: Day): boolean => isLacking(known, day) || isLackingRows(day);
  const late = judged(known, trailing(days, isMissing));
  const isEmpty = (day: Day): boolean => isMissing(day) || isZero(known, day);
  const empty = trailing(days, isEmpty);
  const hasZeros = empty !== undefined && canBeZeros(metric) && isUsual(known, metric, empty);
  const first = hasZeros ? empty : late;
  return first && addDays(first, -1);
}

/** The first of the last days that all meet a condition. */
function trailing(days: readonly Day[], isMet: (day: Day) => boolean): Day | undefined {
  const last = days.findLastIndex((day) => !isMet(day));
  return days[last + 1];
}

/** A weekend alone says nothing of pages without values on weekends, where the week before is not known. */
function judged({ has, last }: Known, first: Day | undefined): Day | undefined {
  if (first === undefined || has(addDays(first, -7))) return first;
  const isWeekend = (day: Day): boolean => weekday(day) === 0 || weekday(day) === 6;
  return daysOf(first, last).every(isWeekend) ? undefined : first;
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

/** True for a day on which at least five profiles have a value, and all of them are 0. */
function isZero({ profiles, at }: Known, day: Day): boolean {
  const values = profiles.flatMap((profile) => at(profile, day) ?? []);
  return values.length >= leastOfNetwork && values.every((value) => value === 0);
}

/** Never of signed differences, and of paid metrics, whose campaigns end. */
const canBeZeros = ({ kind, name }: Metric): boolean =>
  !kind.isDifference && kind.overDays !== "quotient" && !name.includes("paid");

/** True where zeros from a day on would be unusual: each of the seven days before has a total; of a standing count, one. */
function isUsual({ profiles, at, has }: Known, { kind }: Metric, first: Day): boolean {
  const sumOn = (day: Day): number =>
    profiles.reduce((sum, profile) => sum + (at(profile, day) ?? 0), 0);
  const before = daysOf(addDays(first, isStanding(kind) ? -1 : -7), addDays(first, -1));
  return before.every((day) => has(day) && sumOn(day) >= leastBeforeZeros);
}

/** By metric, the first of the last days that count on which at least five profiles are all 0. */
export function undecidedZeros(now: Result, before?: Result): (readonly [Metric, Day])[] {
  const metrics = new Set(now.metrics.flatMap((metric) => basesOf(now, metric)));
  return [...metrics].flatMap((metric) => {
    const last = now.delivered?.get(metric.name);
    const days = daysThatCanBeLate(now).filter((day) => last === undefined || day <= last);
    const known = knownOf(before === undefined ? [now] : [before, now], metric);
    const first = trailing(days, (day) => isZero(known, day));
    const isSaid = now.ended?.has(metric.name) !== true && known.profiles.length >= leastOfNetwork;
    return isSaid && first !== undefined ? [[metric, first] as const] : [];
  });
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
  const lasts = new Map<string, Day>();
  for (const metric of now.metrics)
    for (const base of basesOf(now, metric)) {
      const day = deliveredTo(now, results, base);
      const until = day ?? lastDayOver(now.start, now.end, now.today);
      const end = endedFrom({ ...now, end: until }, results, base);
      if (end !== undefined) for (const { name } of [base, metric]) ended.set(name, end);
      const last = end === undefined ? day : addDays(end, -1);
      if (last === undefined) continue;
      for (const { name } of [base, metric])
        lasts.set(name, earlier(last, lasts.get(name) ?? last));
    }
  if (lasts.size === 0) return before === undefined ? [now] : [now, before];
  const counted = { ...now, delivered: lasts, ended };
  if (before === undefined) return [counted];
  const cut = [...lasts].map(([name, day]): [string, Day] => {
    // A metric that ended before the later range has a number before, and no change.
    const end = ended.get(name);
    if (end !== undefined && end <= now.start) return [name, earlier(before.end, addDays(end, -1))];
    const count = day < now.start ? 0 : daysBetween(now.start, day);
    return [name, earlier(before.end, addDays(before.start, count - 1))];
  });
  return [counted, { ...before, delivered: new Map(cut) }];
}

const counting = new WeakMap<Result, Result>();

/** The result without the values of days that do not count. Single cells are shown with them. */
export function withCountedDays(result: Result): Result {
  const { delivered, days, split } = result;
  if (delivered === undefined) return result;
  const known = counting.get(result);
  if (known !== undefined) return known;
  const counted = {
    ...result,
    days: cutDays(result, days),
    split: split && cutDays(result, split),
  };
  counting.set(result, counted);
  return counted;
}

function cutDays(result: Result, days: DayValues): DayValues {
  const lists = days.lists.map((list, at) => {
    const metric = days.metrics[at];
    const count = metric && countedDays(result, metric);
    if (count === undefined) return list;
    const cut = list.slice();
    for (let first = 0; first < cut.length; first += days.dayCount)
      cut.fill(Number.NaN, first + count, first + days.dayCount);
    return cut;
  });
  return { ...days, lists };
}
