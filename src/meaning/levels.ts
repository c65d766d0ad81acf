/** Levels over a range: the profiles that have values throughout, whose change and extremes are stated, and those that left. */
import { ourLimits } from "../catalog/limits.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { dayLines } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { lastDayIn } from "./delivery.ts";
import { addDays, dayNumber, earlier, type Day } from "../time/days.ts";
import type { Range } from "../time/grains.ts";

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

/** @param ends the last days of rows of time, or of the range. */
export function carryingOf(
  result: Result,
  metric: Metric,
  range: Range,
  ends: readonly Day[],
): Carrying {
  const first = dayNumber(range.start) - dayNumber(result.start);
  const over = lastDayIn(result, metric, range);
  const places = ends
    .map((end) => earlier(end, over))
    .filter((end) => end >= range.start)
    .map((end) => dayNumber(end) - dayNumber(result.start));
  let [profiles, mostDays, lapsed] = [0, 0, 0];
  for (const { values } of dayLines(result, metric)) {
    const ages = places.flatMap((end) => {
      let last = end;
      while (last >= first && Number.isNaN(values[last])) last -= 1;
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

/** The course of each profile with a value of a level in a range, which is a part of the result. */
export function coursesOf(result: Result, metric: Metric, { start, end }: Range): Course[] {
  const over = lastDayIn(result, metric, { start, end });
  const [from, to] = [start, over].map((day) => dayNumber(day) - dayNumber(result.start));
  if (from === undefined || to === undefined) return [];
  return dayLines(result, metric).flatMap(({ profile, values }): Course[] => {
    const has = (day: number): boolean => !Number.isNaN(values[day]);
    let [first, last] = [from, to];
    while (first <= to && !has(first)) first += 1;
    while (last >= first && !has(last)) last -= 1;
    if (last < first) return [];
    const carried = to - last;
    const hasLeft = carried > ourLimits.carriedDays;
    return [
      {
        id: profile,
        isThroughout: first < from + endDays && carried < endDays,
        left: hasLeft
          ? { day: addDays(result.start, last), value: numberAt(values, last) }
          : undefined,
      },
    ];
  });
}
