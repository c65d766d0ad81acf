/** What an analyst asks first of a series: its level, its extremes and where they stand, its change. */
import type { Metric } from "../catalog/metrics/index.ts";
import type { Series, View } from "./view.ts";
import { combinesAcross, combinesDown, nameOf, valueAt } from "./view.ts";

export interface Extreme {
  readonly value: number;
  /** The row's name. */
  readonly at: string;
}

/** Numbers are NaN where they are missing or may not be put together. */
export interface Statistics {
  /** The sum or the mean over the rows, by the metric's aggregation. */
  readonly level: number;
  readonly low: Extreme;
  readonly high: Extreme;
  /** From the mean of the first half of the rows to that of the second, as a share of the first. */
  readonly change: number;
}

export interface Leader {
  readonly name: string;
  readonly level: number;
}

export interface MetricOverview extends Statistics {
  readonly first: Leader | undefined;
  readonly last: Leader | undefined;
}

/** For each row, the sum and the count of the values put together in it. */
interface Tallies {
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
}

function tally(view: View, series: readonly Series[], column: number): Tallies {
  const sums = new Float64Array(view.rows.length);
  const counts = new Uint32Array(view.rows.length);
  for (const one of series) {
    for (let row = 0; row < sums.length; row += 1) {
      const value = valueAt(view, one, row, column);
      if (Number.isNaN(value)) continue;
      sums[row]! += value;
      counts[row]! += 1;
    }
  }
  return { sums, counts };
}

/** A sum, or a mean, by the metric's aggregation; NaN of nothing. */
function put(metric: Metric, sum: number, count: number): number {
  if (count === 0) return Number.NaN;
  return metric.aggregation === "average" ? sum / count : sum;
}

/** One series of one metric. */
export const seriesStatistics = (view: View, series: Series, column: number): Statistics =>
  statisticsOf(view, column, tally(view, [series], column));

function statisticsOf(view: View, column: number, { sums, counts }: Tallies): Statistics {
  const metric = view.metrics[column];
  const none: Extreme = { value: Number.NaN, at: "" };
  if (metric === undefined) return { level: Number.NaN, low: none, high: none, change: Number.NaN };
  const values = sums.map((sum, row) => put(metric, sum, counts[row] ?? 0));
  let lowest = -1;
  let highest = -1;
  let sum = 0;
  let count = 0;
  for (const [row, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    if (lowest === -1 || value < (values[lowest] ?? 0)) lowest = row;
    if (highest === -1 || value > (values[highest] ?? 0)) highest = row;
    sum += sums[row] ?? 0;
    count += counts[row] ?? 0;
  }
  const extreme = (row: number): Extreme => ({
    value: values[row] ?? Number.NaN,
    at: view.rows[row] ?? "",
  });
  const level = combinesDown(view, metric) ? put(metric, sum, count) : Number.NaN;
  return { level, low: extreme(lowest), high: extreme(highest), change: changeOf(values) };
}

/** Halves of equal length, the middle row left out of an odd number; each row weighs the same. */
function changeOf(values: Float64Array): number {
  const half = Math.floor(values.length / 2);
  if (half < 2) return Number.NaN;
  const meanOf = (some: Float64Array): number => {
    const present = some.filter((value) => !Number.isNaN(value));
    return present.reduce((sum, value) => sum + value, 0) / present.length;
  };
  const before = meanOf(values.subarray(0, half));
  const after = meanOf(values.subarray(-half));
  return (after - before) / Math.abs(before);
}

/** Each series' level, per metric, in the order of the series. */
export type Levels = readonly (readonly number[])[];

export const levelsOf = (view: View): Levels =>
  view.metrics.map((_, column) =>
    view.series.map((series) => seriesStatistics(view, series, column).level),
  );

/** A metric over all series, and who leads and trails; NaN where series may not be put together. */
export function metricOverview(view: View, column: number, levels: Levels): MetricOverview {
  const metric = view.metrics[column];
  const together = metric !== undefined && combinesAcross(view, metric);
  const order = ranking(levels[column] ?? []);
  const leader = (index: number | undefined): Leader | undefined => {
    const series = index === undefined ? undefined : view.series[index];
    const level = index === undefined ? undefined : levels[column]?.[index];
    return series === undefined || level === undefined
      ? undefined
      : { name: nameOf(series), level };
  };
  return {
    ...statisticsOf(view, column, tally(view, together ? view.series : [], column)),
    first: leader(order[0]),
    last: leader(order.at(-1)),
  };
}

/** Indexes of the numbers, the highest first; missing ones are left out. */
export function ranking(numbers: readonly number[]): number[] {
  return [...numbers.keys()]
    .filter((index) => !Number.isNaN(numbers[index]))
    .toSorted((left, right) => (numbers[right] ?? 0) - (numbers[left] ?? 0));
}
