/** Folds days into weeks, months or one total, by each metric's aggregation over profile-days. */
import { toDay, type Day } from "../time/days.ts";
import { rowKey, type Axis } from "../cells/axis.ts";
import { bucketEnd, bucketName, bucketStart, bucketsOf, grainOf } from "../time/grains.ts";
import type { Grain } from "../time/grains.ts";
import { fold, unfolded, type FoldedAxis } from "../cells/accumulator.ts";
import type { Result } from "../cells/result.ts";
import { notCombinableOverDays } from "./combine.ts";
import { required } from "../errors/tool-error.ts";

export type CoarseGrain = "week" | "month" | "total";

export const bucketCount = ({ start, end }: Result, to: "week" | "month"): number =>
  bucketsOf(start, end, grainOf([`date.${to}`])).length;

/** The result in ISO weeks, calendar months or one total; undefined where it does not hold days. */
export function coarsen(result: Result, to: CoarseGrain): Result | undefined {
  const { cells } = result;
  const from = cells.axes.findIndex(({ type }) => type === "date.day");
  const days = cells.axes[from];
  if (days === undefined) return undefined;
  const axes = cells.axes.flatMap((axis, index): FoldedAxis[] => {
    if (index !== from) return [unfolded(axis, index)];
    return to === "total" ? [] : [bucketAxis(result, days, index, to)];
  });
  const folded = fold(cells, axes);
  const names = notCombinableOverDays(result);
  const withheld = cells.metrics.map(({ name }) => names.includes(name));
  const values = folded.values.map((value, at) =>
    withheld[at % withheld.length] === true ? Number.NaN : value,
  );
  return { ...result, cells: { ...folded, values } };
}

/** A star marks the buckets that the range cuts. */
function bucketAxis(result: Result, days: Axis, from: number, to: "week" | "month"): FoldedAxis {
  const type = `date.${to}` as const;
  const grain = grainOf([type]);
  const buckets = bucketsOf(result.start, result.end, grain);
  const names = buckets.map((bucket) => {
    const whole = bucket >= result.start && bucketEnd(bucket, grain) <= result.end;
    return whole ? bucketName(bucket, grain) : `${bucketName(bucket, grain)}*`;
  });
  return { axis: { type, rows: names }, from, rows: placesIn(buckets, days, grain) };
}

/** Returns, for each day of an axis, the place of its bucket. */
export function placesIn(buckets: readonly Day[], { rows }: Axis, grain: Grain): number[][] {
  const places = new Map(buckets.map((bucket, place) => [bucket, place]));
  return rows.map((row) => {
    const day = toDay(rowKey(row));
    return [required(places.get(bucketStart(day, grain)), `the bucket of ${day}`)];
  });
}
