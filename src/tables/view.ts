/** The layout of a table: time runs down, every combination of the others is a series. */
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import type { Figures } from "../meaning/figures.ts";
import { namesOf } from "./names.ts";

export interface Series {
  /** One row name per dimension that has more than one row, and of a breakdown. */
  readonly names: readonly string[];
  /** The place of its first figure. */
  readonly offset: number;
}

export interface View {
  readonly result: Result;
  readonly figures: Figures;
  /** The dimension that runs down; undefined where no dimension has rows. */
  readonly down: Dimension | undefined;
  /** Names of the rows that go down; a single empty one where there is none. */
  readonly rows: readonly string[];
  /** The distance of each row from the first figure of a series. */
  readonly rowOffsets: readonly number[];
  readonly series: readonly Series[];
  /** Dimensions whose rows the series name. */
  readonly across: readonly Dimension[];
}

/** The dimension that goes down: time, if it has several rows. */
export const timeDimension = ({ axes }: Figures): Dimension | undefined =>
  axes.find(({ type, rows }) => isDateDimension(type) && rows.length > 1)?.type;

/** Time if it has several rows, else the longest dimension: the places of a chart. */
export const longestDimension = (figures: Figures): Dimension | undefined =>
  timeDimension(figures) ??
  figures.axes.toSorted((left, right) => right.rows.length - left.rows.length)[0]?.type;

/** @param chosen the rows that go down, in order; all (default). */
export function viewOf(
  result: Result,
  figures: Figures,
  down: Dimension | "none" = timeDimension(figures) ?? "none",
  chosen?: readonly number[],
): View {
  const strides = stridesOf(figures.axes, figures.columns.length);
  const axes = figures.axes.map((axis, index) => ({
    type: axis.type,
    names: namesOf(result, axis),
    stride: strideAt(strides, index),
    // The row of a breakdown is not the whole, also where it is the only one.
    isNamed: axis.rows.length !== 1 || isBreakdown(axis.type),
  }));
  const own = axes.find(({ type }) => type === down) ?? { names: [""], stride: 0 };
  const rows = chosen ?? [...own.names.keys()];
  const others = axes.filter(({ type }) => type !== down);
  const series = others.reduce<Series[]>(
    (all, { names, stride, isNamed }) =>
      all.flatMap((one) =>
        names.map((name, row) => ({
          names: isNamed ? [...one.names, name] : one.names,
          offset: one.offset + row * stride,
        })),
      ),
    [{ names: [], offset: 0 }],
  );
  return {
    result,
    figures,
    down: down === "none" ? undefined : down,
    rows: rows.map((row) => required(own.names[row], "a row")),
    rowOffsets: rows.map((row) => row * own.stride),
    series,
    across: others.filter(({ isNamed }) => isNamed).map(({ type }) => type),
  };
}

/** The place of a figure. */
export const placeAt = (
  { rowOffsets }: View,
  { offset }: Series,
  row: number,
  column: number,
): number => offset + required(rowOffsets[row], "a row") + column;

export const valueAt = (view: View, series: Series, row: number, column: number): number =>
  numberAt(view.figures.values, placeAt(view, series, row, column));

export const seriesName = (series: Series): string => series.names.join(", ") || "all";
