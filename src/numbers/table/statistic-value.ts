/** The statistic of a list of values. */
import type { Statistic } from "../../catalog/statistics.ts";
import { numberAt } from "../cells/number-at.ts";

/**
 * @param list in the order of time, not empty.
 * @example statisticValue(Float64Array.of(3, 1, 2), "median") // 2
 */
export const statisticValue = (list: Float64Array, name: Statistic): number =>
  statistics[name](list);

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const statistics: Readonly<Record<Statistic, (values: Float64Array) => number>> = {
  sum: sumOf,
  mean: (values) => sumOf(values) / values.length,
  median: (values) => percentile(values, 0.5),
  p90: (values) => percentile(values, 0.9),
  min: (values) => percentile(values, 0),
  max: (values) => percentile(values, 1),
  first: (values) => numberAt(values, 0),
  last: (values) => numberAt(values, values.length - 1),
};

/** Percentiles are interpolated linearly, as spreadsheets do. */
function percentile(values: Float64Array, share: number): number {
  const ascending = values.toSorted();
  const place = (ascending.length - 1) * share;
  const below = numberAt(ascending, Math.floor(place));
  const above = numberAt(ascending, Math.ceil(place));
  return below + (above - below) * (place - Math.floor(place));
}
