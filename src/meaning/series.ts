/** The series of a result: one dimension runs down, every combination of the others is a series. */
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { combines } from "./combine.ts";

export interface Series {
  /** The index of its first value. */
  readonly offset: number;
}

export interface SeriesGrid {
  readonly result: Result;
  readonly metrics: readonly Metric[];
  readonly values: Float64Array;
  /** The dimension that runs down; absent where no dimension has rows. */
  readonly down: Dimension | undefined;
  readonly rowCount: number;
  readonly rowStride: number;
  readonly series: readonly Series[];
  /** Dimensions in which the series differ. */
  readonly across: readonly Dimension[];
}

/** Time if it has several rows, else the longest dimension: the layout of a table. */
export function longestDimension({ cells: { axes } }: Result): Dimension | undefined {
  const time = axes.find(({ type, rows }) => isDateDimension(type) && rows.length > 1);
  const longest = axes.toSorted((left, right) => right.rows.length - left.rows.length)[0];
  return (time ?? longest)?.type;
}

/** The time dimension, where the result has one: statistics run along it. */
export const timeDimension = ({ cells }: Result): Dimension | undefined =>
  cells.axes.find(({ type }) => isDateDimension(type))?.type;

export const valueAt = (
  { values, rowStride }: SeriesGrid,
  { offset }: Series,
  row: number,
  metric: number,
): number => values[offset + row * rowStride + metric] ?? Number.NaN;

export const combinesDown = ({ rowCount, down, result }: SeriesGrid, metric: Metric): boolean =>
  rowCount === 1 || (down !== undefined && combines(result, down, metric));

export const combinesAcross = ({ across, result }: SeriesGrid, metric: Metric): boolean =>
  across.every((type) => combines(result, type, metric));
