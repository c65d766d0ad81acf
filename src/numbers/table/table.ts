/** The one form in which numbers are shown: rows named by dimensions, and columns of numbers with their state and coverage. */
import { rowKey } from "../cells/axis.ts";
import { itemAt } from "../cells/item-at.ts";
import type { NumberName } from "../../catalog/numbers.ts";
import type { GrainName } from "../../catalog/grains.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Axis } from "../cells/axis.ts";
import { isMissing, withheld } from "../cells/states.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Method, Parts } from "../meaning/methods.ts";
import type { Segment } from "../meaning/segments.ts";
import type { TimeRow } from "../meaning/time-rows.ts";

/** The metric, range and method of the numbers of a column. */
export interface Column {
  readonly metric: Metric;
  /** The part of the range that the column covers. */
  readonly segment: Segment;
  readonly method: Method;
  /** Of single profiles and days, which are shown as they are: the method of their totals. */
  readonly totalMethod?: Method;
  /** Of a quotient. */
  readonly parts?: Parts | undefined;
  /** The number is divided by the profiles that have a value. */
  readonly isPerProfile?: boolean;
  /** The number of days up to each day that the number is the mean of. */
  readonly window?: number;
  /** Of statistics of weeks, months or quarters: how many of these the column could use, and how many each row has. */
  readonly buckets?: {
    readonly grain: GrainName;
    readonly total: number;
    readonly counted: Uint32Array;
  };
  /** Of a rate, what makes its number a percentage. */
  readonly toPercent?: number;
  /** Of numbers in percent, what they are in percent of: `all 250 profiles`. */
  readonly percentOf?: string;
  /** Of a comparison, by its name; the number now (default). */
  readonly number?: ComparedNumber;
  /** Of a change: the number before is what it is a change of. */
  readonly hasEqualDays?: boolean;
  /** Of a change: the number of profiles that lack days on a side. */
  readonly lacking?: number;
  /** Of a part in a change: the change of the whole in percent, and the profiles that it is of. */
  readonly wholeChange?: {
    readonly profiles: number;
    readonly percent: number;
    /** These are all profiles of the question. */
    readonly coversAll: boolean;
  };
  /** Of a comparison: identifies what the number of a row counts; undefined where a break divides it. */
  readonly countedAt?: (row: number) => string | undefined;
}

/** A `part` is the number of one side of a break; a `base` is what a change is a change of. */
export type ComparedNumber = NumberName | "part now" | "part before" | "base";

/** The numbers of a column, an entry per row. Those of single profiles and days have values alone. */
export interface Numbers {
  /** NaN is missing; `withheld` exists, but is not shown. */
  readonly values: Float64Array;
  /** Profile-days with a value beneath each number, and all that could have one. */
  readonly covered: Uint32Array;
  readonly expected: Uint32Array;
  /** Profiles with a value beneath each number. */
  readonly profiles: Uint32Array;
  /** The place of the last covered day of a `last` number of one profile; -1 for other numbers. */
  readonly days: Int32Array;
  /**
   * 1 where a profile beneath a `last` number has no value yet, so that later rows have more profiles; 2 where a row of
   * time holds days that do not count for the metric.
   */
  readonly pending: Uint8Array;
}

export interface NumberColumn extends Column, Numbers {}

export interface TableDimension extends Axis {
  /** The days of each row, if the dimension is one of time. */
  readonly time?: readonly TimeRow[] | undefined;
  /** Of a comparison by time: the rows of the earlier range at the same places. */
  readonly previous?: TableDimension;
}

/**
 * Rows are in the order of their dimensions, the last one innermost. Combinations that do not exist, such as a profile
 * and a label that it does not have, have no row.
 *
 * @example two profiles by day
 * { dimensions: [{ type: "profile", rows: ["a", "b"] }, { type: "date.day", rows: ["2026-10-01", "2026-10-02"], time }],
 *   keys: [[0, 0, 1, 1], [0, 1, 0, 1]], rowCount: 4, columns: [{ metric, values: [5, 6, NaN, 8], … }] }
 */
export interface Table {
  readonly dimensions: readonly TableDimension[];
  /** For each dimension, by row, the place of the row's value. */
  readonly keys: readonly Int32Array[];
  readonly rowCount: number;
  readonly columns: readonly NumberColumn[];
}

/** Stands for the day of a number that is of several days, or of several profiles. Days of evidence are below 0. */
export const noDay = -(2 ** 31);

/** The bytes of the lists of a number. */
export const bytesPerNumber = 32;

export const emptyNumbers = (count: number): Numbers => ({
  values: new Float64Array(count).fill(Number.NaN),
  covered: new Uint32Array(count),
  expected: new Uint32Array(count),
  profiles: new Uint32Array(count),
  days: new Int32Array(count).fill(noDay),
  pending: new Uint8Array(count),
});

/** The share of the profile-days beneath a number that have a value; NaN where it is not known. */
export const coverageAt = ({ covered, expected }: NumberColumn, row: number): number =>
  covered.length === 0 ? Number.NaN : numberAt(covered, row) / numberAt(expected, row);

/** True for a number that is not compared with others: of fewer profiles than later ones, or of a part of its days. */
export const isPending = ({ pending }: Pick<NumberColumn, "pending">, row: number): boolean =>
  (pending[row] ?? 0) > 0;

/** True for a row of time that holds days which do not count for the metric. */
export const isLate = ({ pending }: Pick<NumberColumn, "pending">, row: number): boolean =>
  pending[row] === lateRow;

export const lateRow = 2;

/** The column of the same metric, method and part of the range. */
export const columnLike = (
  { columns }: Table,
  { metric, method, segment }: Column,
): NumberColumn | undefined =>
  columns.find(
    (column) =>
      column.metric.name === metric.name &&
      column.method === method &&
      column.segment.start === segment.start,
  );

export const firstColumn = ({ columns }: Table): NumberColumn => required(columns[0], "a column");

/** The column with other values. */
export const withValues = (
  column: NumberColumn,
  change: (value: number, row: number) => number,
): NumberColumn => ({ ...column, values: column.values.map(change) });

/** The column without its numbers. Missing ones stay missing. */
export const withheldColumn = (column: NumberColumn): NumberColumn =>
  withValues(column, (value) => (isMissing(value) ? value : withheld));

/** The id of the profile of a row; undefined for rows of something else. */
export function profileOf(
  { dimensions, keys }: Pick<Table, "dimensions" | "keys">,
  row: number,
): string | undefined {
  const at = dimensions.findIndex(({ type }) => type === "profile");
  const profile = itemAt(dimensions[at]?.rows, itemAt(keys[at], row));
  return profile === undefined ? undefined : rowKey(profile);
}

/** By row, the place of its row of time; undefined without a dimension of time. */
export const timeKeys = ({ dimensions, keys }: Table): Int32Array | undefined =>
  keys[dimensions.findIndex(({ time }) => time !== undefined)];

/** The rows of time of a table; none without a dimension of time. */
export const timeIn = ({ dimensions }: Pick<Table, "dimensions">): readonly TimeRow[] =>
  dimensions.find(({ time }) => time !== undefined)?.time ?? [];
