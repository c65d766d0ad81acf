/** The numbers that a reply may show: each combined by the kind of its metric, missing or withheld. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Statistic } from "../catalog/statistics.ts";
import type { RowValue } from "../cells/axis.ts";
import { cellCount } from "../cells/cells.ts";
import type { Segment } from "./segments.ts";
import type { TimeRow } from "./time-rows.ts";

/** Values exist, but cannot be combined in this way. A missing number is NaN. */
export const withheld = Number.POSITIVE_INFINITY;

export const isMissing = (value: number): boolean => Number.isNaN(value);
export const isWithheld = (value: number): boolean => value === withheld;
export const isNumber = (value: number): boolean => Number.isFinite(value);

/** Withholds the numbers of one column. Missing numbers stay missing. */
export function withholdColumn(values: Float64Array, width: number, column: number): void {
  for (let at = column; at < values.length; at += width) {
    if (!isMissing(values[at] ?? Number.NaN)) values[at] = withheld;
  }
}

/** Withholds every number of one column: it has none of this form. */
export function withholdAll({ values, columns }: Figures, column: number): void {
  for (let at = column; at < values.length; at += columns.length) values[at] = withheld;
}

/** The way in which the values beneath a number are combined. */
export type Method = "sum" | "last" | "mean" | "mean of last" | "ratio" | Statistic;

export interface FigureAxis {
  readonly type: Dimension;
  readonly rows: readonly RowValue[];
  /** The days of each row, if the axis is one of time. */
  readonly time?: readonly TimeRow[];
}

export interface Column {
  readonly metric: Metric;
  /** The part of the range that the column covers. */
  readonly segment: Segment;
  readonly method: Method;
  /** True where the values of profiles and days are held, so that gaps are known. */
  readonly isVisible: boolean;
}

/** A grid: one axis per dimension, with the columns innermost. Every list has one entry per number. */
export interface Figures {
  readonly axes: readonly FigureAxis[];
  readonly columns: readonly Column[];
  readonly values: Float64Array;
  /** Profile-days with a value beneath each number, and all that could have one. */
  readonly covered: Uint32Array;
  readonly expected: Uint32Array;
  /** The place of the last covered day of a `last` number of one profile; -1 for other numbers. */
  readonly days: Int32Array;
  /** The numerators and denominators of ratios, if there are any; NaN at other numbers. */
  readonly quotients?: { readonly above: Float64Array; readonly below: Float64Array };
  /** 1 where a profile beneath a `last` number has no value yet, so that later rows have more profiles. */
  readonly pending: Uint8Array;
}

export function emptyFigures(axes: readonly FigureAxis[], columns: readonly Column[]): Figures {
  const count = cellCount(axes, columns.length);
  const empty = (): Float64Array => new Float64Array(count).fill(Number.NaN);
  const hasRatio = columns.some(({ method }) => method === "ratio");
  return {
    ...(hasRatio ? { quotients: { above: empty(), below: empty() } } : {}),
    axes,
    columns,
    values: empty(),
    covered: new Uint32Array(count),
    expected: new Uint32Array(count),
    days: new Int32Array(count).fill(-1),
    pending: new Uint8Array(count),
  };
}
