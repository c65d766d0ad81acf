/** Statistics of series: total or average, extremes with their rows, change. */
import { bucketEnd, bucketStart, monday, type Grain } from "../time/grains.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { combinesAcross, combinesDown, valueAt, type Series, type SeriesGrid } from "./series.ts";

export interface Extreme {
  readonly value: number;
  /** The index of its row; -1 where there is no value. */
  readonly row: number;
}

/** Numbers are NaN where they are missing or cannot be combined. */
export interface Statistics {
  /** The sum or the mean over the rows, by the metric's aggregation. */
  readonly level: number;
  readonly low: Extreme;
  readonly high: Extreme;
  /** From the mean of the first half of the rows to that of the second, as a share of the first. */
  readonly change: number;
}

export interface Leader {
  /** The index of its series. */
  readonly series: number;
  readonly level: number;
}

export interface MetricOverview extends Statistics {
  readonly first: Leader | undefined;
  readonly last: Leader | undefined;
}

/** For each row, the sum and the count of its values. */
interface Tallies {
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
}

function tally(grid: SeriesGrid, series: readonly Series[], column: number): Tallies {
  const sums = new Float64Array(grid.rowCount);
  const counts = new Uint32Array(grid.rowCount);
  for (const one of series) {
    for (let row = 0; row < sums.length; row += 1) {
      const value = valueAt(grid, one, row, column);
      if (Number.isNaN(value)) continue;
      sums[row]! += value;
      counts[row]! += 1;
    }
  }
  return { sums, counts };
}

/** The sum or the mean, by the metric's aggregation; NaN where nothing was counted. */
function aggregated(metric: Metric, sum: number, count: number): number {
  if (count === 0) return Number.NaN;
  return metric.aggregation === "average" ? sum / count : sum;
}

/** One series of one metric. */
export const seriesStatistics = (grid: SeriesGrid, series: Series, column: number): Statistics =>
  statisticsOf(grid, column, tally(grid, [series], column));

function statisticsOf(grid: SeriesGrid, column: number, { sums, counts }: Tallies): Statistics {
  const metric = grid.metrics[column];
  const none: Extreme = { value: Number.NaN, row: -1 };
  if (metric === undefined) return { level: Number.NaN, low: none, high: none, change: Number.NaN };
  const values = new Float64Array(sums.length);
  const whole = wholeRows(grid);
  let lowest = -1;
  let highest = -1;
  let sum = 0;
  let count = 0;
  for (let row = 0; row < values.length; row += 1) {
    const value = aggregated(metric, sums[row] ?? 0, counts[row] ?? 0);
    values[row] = value;
    if (Number.isNaN(value)) continue;
    sum += sums[row] ?? 0;
    count += counts[row] ?? 0;
    if (row < whole.from || row >= whole.to) continue;
    if (lowest === -1 || value < (values[lowest] ?? 0)) lowest = row;
    if (highest === -1 || value > (values[highest] ?? 0)) highest = row;
  }
  const extreme = (row: number): Extreme => ({
    value: values[row] ?? Number.NaN,
    row,
  });
  const level = combinesDown(grid, metric) ? aggregated(metric, sum, count) : Number.NaN;
  const compared = values.subarray(whole.from, whole.to);
  const change = compared.length < leastRows(grid) ? Number.NaN : changeOf(compared);
  return { level, low: extreme(lowest), high: extreme(highest), change };
}

const grains: Readonly<Record<string, Grain>> = {
  "date.week": { unit: "week", startsOn: monday },
  "date.month": { unit: "month" },
};

/** Rows of time that the range cuts are shorter than the others, so that they are not compared. */
function wholeRows({ down, rowCount, result: { start, end } }: SeriesGrid): {
  from: number;
  to: number;
} {
  const grain = grains[down ?? ""];
  if (grain === undefined) return { from: 0, to: rowCount };
  const from = bucketStart(start, grain) < start ? 1 : 0;
  const to = bucketEnd(end, grain) > end ? rowCount - 1 : rowCount;
  return { from, to: Math.max(from, to) };
}

/** Halves shorter than a week would compare different weekdays. */
const leastRows = ({ down }: SeriesGrid): number => (down === "date.day" ? 14 : 4);

/** Compares halves of equal length, without the middle row of an odd number; each row has the same weight. */
function changeOf(values: Float64Array): number {
  const half = Math.floor(values.length / 2);
  const before = meanWithin(values, 0, half);
  const after = meanWithin(values, values.length - half, values.length);
  return (after - before) / Math.abs(before);
}

function meanWithin(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  let count = 0;
  for (let row = from; row < to; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

/** The outcome of one pass over all numbers: the level of each series, and the tally of each row over all series. */
export interface Sweep {
  /** Per metric, in the order of the series. */
  readonly levels: readonly (readonly number[])[];
  /** Per metric. */
  readonly tallies: readonly Tallies[];
}

export function sweep(grid: SeriesGrid): Sweep {
  const width = grid.metrics.length;
  const length = grid.rowCount;
  const tallies = grid.metrics.map(() => ({
    sums: new Float64Array(length),
    counts: new Uint32Array(length),
  }));
  const sums = new Float64Array(grid.series.length * width);
  const counts = new Uint32Array(grid.series.length * width);
  for (const [index, series] of grid.series.entries()) {
    for (let row = 0; row < length; row += 1) {
      const from = series.offset + row * grid.rowStride;
      for (let column = 0; column < width; column += 1) {
        const value = grid.values[from + column] ?? Number.NaN;
        const tallied = tallies[column];
        if (Number.isNaN(value) || tallied === undefined) continue;
        sums[index * width + column]! += value;
        counts[index * width + column]! += 1;
        tallied.sums[row]! += value;
        tallied.counts[row]! += 1;
      }
    }
  }
  const levels = grid.metrics.map((metric, column) =>
    grid.series.map((_, index) => {
      const at = index * width + column;
      return combinesDown(grid, metric)
        ? aggregated(metric, sums[at] ?? 0, counts[at] ?? 0)
        : Number.NaN;
    }),
  );
  return { levels, tallies };
}

/** A metric over all series, with the first and last series; NaN where series cannot be combined. */
export function metricOverview(grid: SeriesGrid, column: number, swept: Sweep): MetricOverview {
  const metric = grid.metrics[column];
  const levels = swept.levels[column] ?? [];
  const tallied = swept.tallies[column];
  const together = metric !== undefined && combinesAcross(grid, metric) && tallied !== undefined;
  const order = ranking(levels);
  const leader = (index: number | undefined): Leader | undefined => {
    const level = index === undefined ? undefined : levels[index];
    return index === undefined || level === undefined ? undefined : { series: index, level };
  };
  return {
    ...statisticsOf(grid, column, together ? tallied : tally(grid, [], column)),
    first: leader(order[0]),
    last: leader(order.at(-1)),
  };
}

/** Indexes of the numbers in descending order, without missing ones. */
export function ranking(numbers: readonly number[]): number[] {
  return [...numbers.keys()]
    .filter((index) => !Number.isNaN(numbers[index]))
    .toSorted((left, right) => (numbers[right] ?? 0) - (numbers[left] ?? 0));
}
