/** Levels over a range: the profiles that have values throughout, whose change and extremes are stated, and those that left. */
import { isStanding } from "../../catalog/kinds.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { heldDays, rowsPerProfile, type DayValues } from "../cells/day-values.ts";
import { evidenceLines } from "../cells/select.ts";
import type { Result } from "../cells/result.ts";
import { lastDayIn } from "./delivery.ts";
import { countedSince } from "./segments.ts";
import { addDays, dayNumber, earlier, type Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";

/** The days at each end of a range in which a profile needs a value. */
const endDays = 7;

export interface Course {
  readonly id: string;
  readonly isThroughout: boolean;
  /** The last day with a value, where it is too long before the end of the range for its value to be carried. */
  readonly left: { readonly day: Day; readonly value: number } | undefined;
}

/** The profiles whose last value before the end of a row is of an earlier day. */
export interface Carrying {
  /** Profiles whose value is carried to the end of a row for more than a day, and the most days. */
  readonly profiles: number;
  readonly mostDays: number;
  /** Profiles that a row lacks because their last value is too old, although they have later ones. */
  readonly lapsed: number;
}

/** The place in the result of the first day whose value can be carried into a range: in the lead-in, if it begins with the result. */
export function carriedFrom(result: Result, metric: Metric, { start }: Range): number {
  const first = dayNumber(start) - dayNumber(result.start);
  if (first > 0) return first;
  const since = countedSince(result, metric);
  const counted = since === undefined ? -Infinity : dayNumber(since) - dayNumber(result.start);
  return Math.max(counted, -ourLimits.carriedDays, -result.days.leadIn);
}

/** @param ends the last days of rows of time, or of the range. */
export function carryingOf(
  result: Result,
  metric: Metric,
  range: Range,
  ends: readonly Day[],
): Carrying {
  const first = carriedFrom(result, metric, range);
  const over = lastDayIn(result, metric, range);
  const places = ends
    .map((end) => earlier(end, over))
    .filter((end) => end >= range.start)
    .map((end) => dayNumber(end) - dayNumber(result.start));
  let [profiles, mostDays, lapsed] = [0, 0, 0];
  for (const { at } of evidenceLines(result, metric)) {
    const ages = places.flatMap((end) => {
      let last = end;
      while (last >= first && Number.isNaN(at(last))) last -= 1;
      return last < first ? [] : [end - last];
    });
    const carried = ages.filter((age) => age > 1 && age <= ourLimits.carriedDays);
    const hasLeft = (ages.at(-1) ?? 0) > ourLimits.carriedDays;
    profiles += Math.sign(carried.length);
    mostDays = Math.max(mostDays, ...carried);
    lapsed += Number(!hasLeft && ages.some((age) => age > ourLimits.carriedDays));
  }
  return { profiles, mostDays, lapsed };
}

/** The course of each profile with a value of a level in a range, which is a part of the result, or in its lead-in. */
export function coursesOf(result: Result, metric: Metric, { start, end }: Range): Course[] {
  const over = lastDayIn(result, metric, { start, end });
  const [from, to] = [start, over].map((day) => dayNumber(day) - dayNumber(result.start));
  if (from === undefined || to === undefined) return [];
  const carried = carriedFrom(result, metric, { start, end });
  // A shorter range begins in its lead-in.
  const begin = Math.max(carried, Math.min(from, to + 1 - endDays));
  return evidenceLines(result, metric).flatMap(({ profile, at }): Course[] => {
    let [first, last] = [begin, to];
    while (first <= to && Number.isNaN(at(first))) first += 1;
    while (last >= carried && Number.isNaN(at(last))) last -= 1;
    if (last < carried) return [];
    const age = to - last;
    const hasLeft = age > ourLimits.carriedDays;
    return [
      {
        id: profile,
        isThroughout: first < begin + endDays && age < endDays,
        left: hasLeft ? { day: addDays(result.start, last), value: at(last) } : undefined,
      },
    ];
  });
}

/**
 * The result without the levels of profiles that have no value in the first or the last 7 days: the day on which one ends
 * is no fall of a total. `counts` has the number of the others, by metric, where some are left out.
 */
export function onlyThroughout(result: Result): {
  readonly result: Result;
  readonly counts: ReadonlyMap<string, number>;
} {
  const counts = new Map<string, number>();
  const gone = new Map<string, ReadonlySet<string>>();
  for (const metric of result.profileCount > 1 ? result.metrics : []) {
    if (!isStanding(metric.kind)) continue;
    const courses = coursesOf(result, metric, result);
    const without = courses.filter(({ isThroughout }) => !isThroughout);
    if (without.length === 0) continue;
    gone.set(metric.name, new Set(without.map(({ id }) => id)));
    counts.set(metric.name, courses.length - without.length);
  }
  if (gone.size === 0) return { result, counts };
  const emptied = (days: DayValues): DayValues => ({
    ...days,
    lists: days.lists.map((list, at) => {
      const ids = gone.get(days.metrics[at]?.name ?? "");
      if (ids === undefined) return list;
      const length = heldDays(days) * rowsPerProfile(days);
      const cut = list.slice();
      for (const [place, id] of days.profiles.entries())
        if (ids.has(id)) cut.fill(Number.NaN, place * length, (place + 1) * length);
      return cut;
    }),
  });
  const { days, split } = result;
  return { result: { ...result, days: emptied(days), split: split && emptied(split) }, counts };
}
