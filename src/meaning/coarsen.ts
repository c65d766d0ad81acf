/** Folds days into weeks, months or one total, by each metric's aggregation over profile-days. */
import { rowKey, type Axis } from "../cells/axis.ts";
import {
  bucketEnd,
  bucketStart,
  bucketsOf,
  isoWeekName,
  monday,
  monthName,
  type Grain,
} from "../time/grains.ts";
import type { DateDimension } from "../catalog/dimensions.ts";
import type { FoldedAxis } from "../cells/fold.ts";
import { fold, unfolded } from "../cells/fold.ts";
import { hasProfileDays, type Result } from "../cells/result.ts";

export type CoarseGrain = "week" | "month" | "total";

const grains: Record<
  "week" | "month",
  { grain: Grain; type: DateDimension; name: (day: string) => string }
> = {
  week: { grain: { unit: "week", startsOn: monday }, type: "date.week", name: isoWeekName },
  month: { grain: { unit: "month" }, type: "date.month", name: monthName },
};

/** The result without sums of levels over days: they stay in the CSV, as the API gives them. */
export function withoutLevelSums(result: Result): Result {
  const { cells, start, end } = result;
  const isByDay = start === end || cells.axes.some(({ type }) => type === "date.day");
  const levels = cells.metrics.map((metric) => metric.level === true);
  if (isByDay || !levels.includes(true)) return result;
  const values = cells.values.map((value, at) =>
    levels[at % levels.length] === true ? Number.NaN : value,
  );
  return { ...result, cells: { ...cells, values } };
}

export const bucketCount = ({ start, end }: Result, to: "week" | "month"): number =>
  bucketsOf(start, end, grains[to].grain).length;

/** Names of metrics whose values at this result's cells cannot be put together over days. */
export function heldApart(result: Result): string[] {
  return result.cells.metrics
    .filter(
      (metric) =>
        metric.level === true || (metric.aggregation === "average" && !hasProfileDays(result)),
    )
    .map(({ name }) => name);
}

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
  const apart = new Set(heldApart(result));
  const values = folded.values.map((value, at) =>
    apart.has(cells.metrics[at % cells.metrics.length]?.name ?? "") ? Number.NaN : value,
  );
  return { ...result, cells: { ...folded, values } };
}

/** Buckets that the range cuts are marked with a star. */
function bucketAxis(result: Result, days: Axis, from: number, to: "week" | "month"): FoldedAxis {
  const { grain, type, name } = grains[to];
  const buckets = bucketsOf(result.start, result.end, grain);
  const places = new Map(buckets.map((bucket, place) => [bucket, place]));
  const rows = buckets.map((bucket) => {
    const whole = bucket >= result.start && bucketEnd(bucket, grain) <= result.end;
    return whole ? name(bucket) : `${name(bucket)}*`;
  });
  return {
    axis: { type, rows },
    from,
    rows: days.rows.map((day) => [places.get(bucketStart(rowKey(day), grain)) ?? 0]),
  };
}
