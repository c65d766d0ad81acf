/** Determines in which days or months each profile has a value of a metric. Gaps and coverage are computed from this. */
import type { Work } from "../async/work.ts";
import { isBreakdown, grainNameOf } from "../catalog/dimensions.ts";
import { mostDaysOf } from "../catalog/grains.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import type { Cells } from "../cells/cells.ts";
import { metricLines } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { dayColumn, isOfSums } from "../cells/select.ts";
import { dayNumber, daysBetween, earlier, later, toDay } from "../time/days.ts";
import { bucketEnd, bucketsOf, type Grain, type Range } from "../time/grains.ts";
import type { Figures } from "./figures.ts";
import { firstDayOf } from "./segments.ts";

export interface Presence {
  /** The days or months for which the metric can have data, in order. */
  readonly buckets: readonly Range[];
  /** Each profile, with 1 for each bucket in which it has a value. A single empty row where the result is of one profile. */
  readonly profiles: readonly { readonly row: RowValue; readonly has: Uint8Array }[];
}

export const bucketGrain = ({ isSeenByMonth }: Pick<Result, "isSeenByMonth">): Grain => ({
  unit: isSeenByMonth === true ? "month" : "day",
});

/** For each day of the range, the number of its day or month. Days of a month that are not over have a number of their own. */
export function bucketPlaces(result: Result): Int32Array {
  const grain = bucketGrain(result);
  const open =
    result.today === undefined ? Infinity : dayNumber(result.today) - dayNumber(result.start);
  const lengths = bucketsOf(result.start, result.end, grain).map((day) =>
    daysBetween(later(day, result.start), earlier(bucketEnd(day, grain), result.end)),
  );
  const places = lengths.flatMap((length, bucket) => Array<number>(length).fill(bucket));
  return Int32Array.from(places, (bucket, day) => (day < open ? bucket : -1 - bucket));
}

/** The grid that shows the gaps of a metric; undefined with a breakdown, and where rows are of all profiles. */
export function gapGrid(result: Result, metric: Metric): Cells | undefined {
  const { cells, days, sums, profileCount } = result;
  if (cells.axes.some(({ type }) => isBreakdown(type))) return undefined;
  if (dayColumn(result, metric) !== undefined) return days;
  if (sums === undefined || !isOfSums(result, metric)) return undefined;
  const grain = cells.axes.flatMap(({ type }) => grainNameOf(type) ?? [])[0];
  const isFiner = grain !== undefined && mostDaysOf(grain) < mostDaysOf("month");
  const hasProfiles = profileCount === 1 || sums.axes.some(({ type }) => type === "profile");
  return isFiner || !hasProfiles ? undefined : sums;
}

/** Undefined where gaps are not visible. */
export function* presenceOf(result: Result, metric: Metric): Work<Presence | undefined> {
  const cells = gapGrid(result, metric);
  if (cells === undefined) return undefined;
  const first = firstDayOf(result, metric);
  const grain = bucketGrain(result);
  const buckets = bucketsOf(first, result.end, grain).map((day): Range => ({
    start: later(day, first),
    end: earlier(bucketEnd(day, grain), result.end),
  }));
  const rows = cells.axes.find(({ type }) => type === "date.day")?.rows ?? [];
  const starts = buckets.map(({ start }) => dayNumber(start));
  let bucket = -1;
  const bucketOf = Int32Array.from(rows, (row) => {
    const day = dayNumber(toDay(rowKey(row)));
    while (day >= (starts[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    return bucket;
  });
  const profiles: { row: RowValue; has: Uint8Array }[] = [];
  for (const { row, at } of metricLines(cells, metric)) {
    const has = new Uint8Array(buckets.length);
    bucketOf.forEach((place, day) => {
      if (place !== -1 && !Number.isNaN(at(day))) has[place] = 1;
    });
    profiles.push({ row, has });
    yield;
  }
  return { buckets, profiles };
}

/**
 * Returns a function that takes the days of a profile in order, and counts those in buckets with a value, by row. A bucket
 * in two rows counts in each by itself.
 */
export function dayCounter(
  counts: Pick<Figures, "covered" | "expected">,
): (row: number, bucket: number, hasValue: boolean) => void {
  let [lastRow, lastBucket, days, isSeen] = [-1, -1, 0, false];
  return (row, bucket, hasValue) => {
    if (row !== lastRow || bucket !== lastBucket)
      [lastRow, lastBucket, days, isSeen] = [row, bucket, 0, false];
    days += 1;
    counts.expected[row]! += 1;
    // The first value counts the days of its bucket before it.
    if (isSeen) counts.covered[row]! += 1;
    else if (hasValue) counts.covered[row]! += days;
    isSeen ||= hasValue;
  };
}
