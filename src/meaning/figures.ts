/** The numbers that a reply may show: each combined by the kind of its metric, missing or withheld. */
import type { Work } from "../async/work.ts";
import type { GrainName } from "../catalog/grains.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Statistic } from "../catalog/statistics.ts";
import type { Axis } from "../cells/axis.ts";
import { cellCount, withheld } from "../cells/cells.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import type { Segment } from "./segments.ts";
import type { TimeRow } from "./time-rows.ts";

export { withheld };

export const isMissing = (value: number): boolean => Number.isNaN(value);
export const isWithheld = (value: number): boolean => value === withheld;
export const isNumber = (value: number): boolean => Number.isFinite(value);

/** Withholds the numbers of one column. Missing numbers stay missing. */
export function withholdColumn(values: Float64Array, width: number, column: number): void {
  for (let at = column; at < values.length; at += width) {
    if (!isMissing(numberAt(values, at))) values[at] = withheld;
  }
}

/** The numbers, each replaced by another. @param width the number of columns. */
export function* replaced(
  values: Float64Array,
  width: number,
  replace: (value: number, column: number, at: number) => number,
): Work<Float64Array> {
  const others = new Float64Array(values.length);
  for (let column = 0; column < width; column += 1) {
    for (let at = column; at < values.length; at += width)
      others[at] = replace(numberAt(values, at), column, at);
    yield;
  }
  return others;
}

/** The way in which the values beneath a number are combined. */
export type Method = "sum" | "last" | "mean" | "mean of last" | "quotient" | "share" | Statistic;

export const isLast = (method: Method): boolean => method === "last" || method === "mean of last";

export interface FigureAxis extends Axis {
  /** The days of each row, if the axis is one of time. */
  readonly time?: readonly TimeRow[];
}

/** The numerator and denominator of a ratio, by their columns among the days, and the factor of their quotient. */
export interface Parts {
  readonly above: number;
  readonly below: number;
  readonly factor: number;
  /** The days of a profile are added, or their mean is taken, or the last of them. */
  readonly denominator: "sum" | "mean" | "last";
}

export interface Column {
  readonly metric: Metric;
  /** The part of the range that the column covers. */
  readonly segment: Segment;
  readonly method: Method;
  /** Of single profiles and days, which are shown as they are: the method of their totals. */
  readonly totalMethod?: Method;
  /** Of a quotient. */
  readonly parts?: Parts | undefined;
  /** The numbers are made of single profiles and days; false for a kind that is not known. */
  readonly isDaily: boolean;
  /** The number is divided by the profiles that have a value. */
  readonly isPerProfile?: boolean;
  /** Of statistics of weeks, months or quarters: how many of these the column could use, and how many each line has. */
  readonly buckets?: { grain: GrainName; all: number; counted: Uint32Array };
  /** The total of a share: `all 250 profiles`. */
  readonly base?: string;
}

/**
 * A grid: one axis per dimension, with the columns innermost. Every list has one entry per number; those of single
 * profiles and days are empty, but for the values.
 */
export interface Figures {
  readonly axes: readonly FigureAxis[];
  readonly columns: readonly Column[];
  readonly values: Float64Array;
  /** Profile-days with a value beneath each number, and all that could have one. */
  readonly covered: Uint32Array;
  readonly expected: Uint32Array;
  /** Profiles with a value beneath each number. */
  readonly profiles: Uint32Array;
  /** The place of the last covered day of a `last` number of one profile; -1 for other numbers. */
  readonly days: Int32Array;
  /** 1 where a profile beneath a `last` number has no value yet, so that later rows have more profiles. */
  readonly pending: Uint8Array;
}

/** The share of the profile-days beneath a number that have a value; NaN where it is not known. */
export const coverageAt = ({ covered, expected }: Figures, at: number): number =>
  covered.length === 0 ? Number.NaN : numberAt(covered, at) / numberAt(expected, at);

/** Figures of the same rows and columns, with the columns of all beside each other. */
export function joinFigures(all: readonly Figures[]): Figures {
  const [first] = all;
  if (first === undefined || all.length === 1) return required(first, "figures");
  const lists = emptyLists(first.values.length * all.length);
  for (const [place, figures] of all.entries()) {
    for (const name of listNames)
      for (const [at, number] of figures[name].entries())
        lists[name][at * all.length + place] = number;
  }
  return {
    axes: first.axes,
    columns: first.columns.flatMap((_, place) =>
      all.flatMap(({ columns }) => columns[place] ?? []),
    ),
    ...lists,
  };
}

export const emptyFigures = (axes: readonly FigureAxis[], columns: readonly Column[]): Figures => ({
  axes,
  columns,
  ...emptyLists(cellCount(axes, columns.length)),
});

/** Of its lists. */
export const bytesPerFigure = 32;

const listNames = ["values", "covered", "expected", "profiles", "days", "pending"] as const;

/** Lists of `count` numbers, none of which has a value. */
export const emptyLists = (count: number): Pick<Figures, (typeof listNames)[number]> => ({
  values: new Float64Array(count).fill(Number.NaN),
  covered: new Uint32Array(count),
  expected: new Uint32Array(count),
  profiles: new Uint32Array(count),
  days: new Int32Array(count).fill(-1),
  pending: new Uint8Array(count),
});
