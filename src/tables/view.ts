/** A result as a table sees it: one dimension down, every combination of the others a series across. */
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { stridesOf } from "../cells/cells.ts";
import { hasProfileDays, rowName, type Result } from "../cells/result.ts";

export interface Series {
  /** One row name per dimension that has more than one row. */
  readonly names: readonly string[];
  /** Where the series begins in the values. */
  readonly offset: number;
}

export interface View {
  readonly result: Result;
  readonly metrics: readonly Metric[];
  readonly values: Float64Array;
  /** The dimension that goes down; absent where no dimension has rows. */
  readonly down: Dimension | undefined;
  /** Names of its rows; a single empty one where there is none. */
  readonly rows: readonly string[];
  readonly rowStride: number;
  readonly series: readonly Series[];
  /** Dimensions that the series differ in. */
  readonly across: readonly Dimension[];
}

/** Time as far as it has rows, else the longest dimension: what a table is laid out by. */
export function longestDimension(result: Result): Dimension | undefined {
  const { axes } = result.cells;
  const time = axes.find(({ type, rows }) => isDateDimension(type) && rows.length > 1);
  const longest = axes.toSorted((left, right) => right.rows.length - left.rows.length)[0];
  return (time ?? longest)?.type;
}

/** The time dimension, where the result has one: what statistics run along. */
export const timeDimension = (result: Result): Dimension | undefined =>
  result.cells.axes.find(({ type }) => isDateDimension(type))?.type;

export function viewOf(result: Result, down: Dimension | undefined): View {
  const { axes, metrics, values } = result.cells;
  const strides = stridesOf(axes, metrics.length);
  let series: Series[] = [{ names: [], offset: 0 }];
  const across: Dimension[] = [];
  let rows: readonly string[] = [""];
  let rowStride = 0;

  axes.forEach((axis, index) => {
    const stride = strides[index] ?? 0;
    const names = axis.rows.map((row) => rowName(result, axis.type, row));
    if (axis.type === down) {
      rows = names;
      rowStride = stride;
      return;
    }
    const varies = names.length !== 1;
    if (varies) across.push(axis.type);
    series = series.flatMap((one) =>
      names.map((name, row) => ({
        names: varies ? [...one.names, name] : one.names,
        offset: one.offset + row * stride,
      })),
    );
  });
  return { result, metrics, values, down, rows, rowStride, series, across };
}

export const valueAt = (view: View, series: Series, row: number, metric: number): number =>
  view.values[series.offset + row * view.rowStride + metric] ?? Number.NaN;

export const nameOf = (series: Series): string => series.names.join(", ") || "all";

/**
 * Whether a metric's values can be put together along a dimension, exactly: not where labels overlap or a
 * breakdown need not sum to the total, not levels over days, not averages of what already are averages.
 */
export function combines(result: Result, type: Dimension, metric: Metric): boolean {
  if (type !== "profile" && !isDateDimension(type)) return false;
  if (metric.aggregation === "average") return hasProfileDays(result);
  return type === "profile" || metric.level !== true;
}

export function combinesDown(view: View, metric: Metric): boolean {
  return (
    view.rows.length === 1 || (view.down !== undefined && combines(view.result, view.down, metric))
  );
}

export function combinesAcross(view: View, metric: Metric): boolean {
  return view.across.every((type) => combines(view.result, type, metric));
}
