/** Statistics of series: total or average, extremes with their rows, change. */
import { required } from "../errors/tool-error.ts";
import { bucketEnd, bucketStart, grainOf } from "../time/grains.ts";
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

const emptyTallies = ({ rowCount }: SeriesGrid): Tallies => ({
  sums: new Float64Array(rowCount),
  counts: new Uint32Array(rowCount),
});

/** Adds one metric of a series to the tallies of the rows, and returns the level of the series. */
function tally(grid: SeriesGrid, series: Series, column: number, tallies: Tallies): number {
  const { sums, counts } = tallies;
  let sum = 0;
  let count = 0;
  for (let row = 0; row < grid.rowCount; row += 1) {
    const value = valueAt(grid, series, row, column);
    if (Number.isNaN(value)) continue;
    sums[row]! += value;
    counts[row]! += 1;
    sum += value;
    count += 1;
  }
  return levelOf(grid, column, sum, count);
}

/** The sum or the mean, by the metric's aggregation; NaN where nothing was counted. */
function aggregated(metric: Metric, sum: number, count: number): number {
  if (count === 0) return Number.NaN;
  return metric.aggregation === "average" ? sum / count : sum;
}

/** The sum or the mean over all rows; NaN where they cannot be combined. */
function levelOf(grid: SeriesGrid, column: number, sum: number, count: number): number {
  const metric = metricOf(grid, column);
  return combinesDown(grid, metric) ? aggregated(metric, sum, count) : Number.NaN;
}

const metricOf = ({ metrics }: SeriesGrid, column: number): Metric =>
  required(metrics[column], "a metric");

/** One series of one metric. */
export function seriesStatistics(grid: SeriesGrid, series: Series, column: number): Statistics {
  const tallies = emptyTallies(grid);
  tally(grid, series, column, tallies);
  return statisticsOf(grid, column, tallies);
}

function statisticsOf(grid: SeriesGrid, column: number, { sums, counts }: Tallies): Statistics {
  const metric = metricOf(grid, column);
  const values = sums.map((sum, row) => aggregated(metric, sum, counts[row] ?? 0));
  const [from, to] = wholeRows(grid);
  const compared = values.subarray(from, to);
  const ascending = present(compared).toSorted();
  const extreme = (value = Number.NaN): Extreme => ({ value, row: values.indexOf(value, from) });
  return {
    level: levelOf(grid, column, total(sums), total(counts)),
    low: extreme(ascending[0]),
    high: extreme(ascending.at(-1)),
    change: compared.length < leastRows(grid) ? Number.NaN : changeOf(compared),
  };
}

/** Rows of time that the range cuts are shorter than the others, so that they are not compared. */
function wholeRows({ down, rowCount, result: { start, end } }: SeriesGrid): [number, number] {
  const grain = grainOf(down === undefined ? [] : [down]);
  const from = bucketStart(start, grain) < start ? 1 : 0;
  const to = bucketEnd(end, grain) > end ? rowCount - 1 : rowCount;
  return [from, Math.max(from, to)];
}

/** Halves shorter than a week would compare different weekdays. */
const leastRows = ({ down }: SeriesGrid): number => (down === "date.day" ? 14 : 4);

/** Compares halves of equal length, without the middle row of an odd number; each row has the same weight. */
function changeOf(values: Float64Array): number {
  const half = Math.floor(values.length / 2);
  const before = meanOf(values.subarray(0, half));
  const after = meanOf(values.subarray(values.length - half));
  return (after - before) / Math.abs(before);
}

function meanOf(values: Float64Array): number {
  const numbers = present(values);
  return total(numbers) / numbers.length;
}

const present = (values: Float64Array): Float64Array =>
  values.filter((value) => !Number.isNaN(value));

function total(numbers: Float64Array | Uint32Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** The outcome of one pass over all numbers: the level of each series, and the tally of each row over all series. */
export interface Sweep {
  /** Per metric, in the order of the series. */
  readonly levels: readonly (readonly number[])[];
  /** Per metric. */
  readonly tallies: readonly Tallies[];
}

export function sweep(grid: SeriesGrid): Sweep {
  const tallies = grid.metrics.map(() => emptyTallies(grid));
  const levels = tallies.map((tallied, column) =>
    grid.series.map((series) => tally(grid, series, column, tallied)),
  );
  return { levels, tallies };
}

/** A metric over all series, with the first and last series; NaN where series cannot be combined. */
export function metricOverview(grid: SeriesGrid, column: number, swept: Sweep): MetricOverview {
  const levels = swept.levels[column] ?? [];
  const order = ranking(levels).map((series): Leader => ({ series, level: levels[series] ?? 0 }));
  const together = combinesAcross(grid, metricOf(grid, column));
  const tallied = together ? swept.tallies[column] : undefined;
  return {
    ...statisticsOf(grid, column, tallied ?? emptyTallies(grid)),
    first: order[0],
    last: order.at(-1),
  };
}

/** Indexes of the numbers in descending order, without missing ones. */
export function ranking(numbers: readonly number[]): number[] {
  return [...numbers.keys()]
    .filter((index) => !Number.isNaN(numbers[index]))
    .toSorted((left, right) => (numbers[right] ?? 0) - (numbers[left] ?? 0));
}
