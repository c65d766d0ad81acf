/** Shares of totals, and numbers per profile. */
import { isDateDimension, hasSeparateGroups, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { isMissing, isNumber, withheld, orMissing } from "../cells/states.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Combining } from "./combine.ts";
import { inOrder } from "./rank.ts";
import { fold } from "./statistic.ts";
import {
  columnLike,
  timeIn,
  timeKeys,
  withheldColumn,
  withValues,
  type Column,
  type NumberColumn,
  type Table,
  noDay,
} from "./table.ts";

/**
 * Each number in percent of its total: that of the same row of time over all other rows, or that of the range where rows
 * are of time alone; of people in separate groups, such as ages, the sum of the groups. Withheld where there is no valid
 * total above 0.
 * @param question the rows of the question, of which the result is a slice: totals are theirs.
 * @example the shares of two profiles with 30 and 10 views: 75 and 25
 */
export function share(
  result: Result,
  dimensions: readonly Dimension[],
  question: Result = result,
  combining: Combining = {},
): Table {
  const table = fold(result, dimensions, combining);
  const time = dimensions.filter((type) => isDateDimension(type));
  const isTimeAlone = time.length === dimensions.length;
  const totals = fold(question, isTimeAlone ? [] : time, combining);
  const baseOf = (column: NumberColumn): string => {
    if (isTimeAlone) return "the range's total";
    const counts = time.length === 0 ? columnLike(totals, column)?.profiles : undefined;
    return question.profileCount === 1
      ? "total"
      : `all ${counts?.[0] || question.profileCount} profiles`;
  };
  const areGroups = dimensions.every((type) => isDateDimension(type) || hasSeparateGroups(type));
  const groups = areGroups && question !== result ? fold(question, dimensions, combining) : table;
  const keys = timeKeys(table);
  const columns = table.columns.map((column): NumberColumn => {
    const base = baseOf(column);
    const countsPeople = areGroups && !isTimeAlone && isDaily(column.metric);
    // A range that a break divides has no total.
    const isDivided = isTimeAlone && crossedBreaks(question, column.metric).length > 0;
    if (isDivided || (!countsPeople && !hasShare(column, isTimeAlone)))
      return asShare(withheldColumn(column), base);
    const sums = countsPeople
      ? sumsOfRows(groups, column)
      : totalsOf(table, totals, column, isTimeAlone);
    const shares = withValues(column, (value, row) => {
      if (isMissing(value)) return value;
      const total = orMissing(sums[keys?.[row] ?? 0]);
      return isNumber(value) && isNumber(total) && total > 0 ? (100 * value) / total : withheld;
    });
    return asShare(shares, countsPeople ? "its rows" : base);
  });
  return { ...table, columns };
}

const asShare = (column: NumberColumn, percentOf: string): NumberColumn => ({
  ...column,
  method: "share",
  totalMethod: "share",
  percentOf,
  days: column.days.slice().fill(noDay),
});

/** People of single days: a window counts them several times. */
const isDaily = ({ kind }: Metric): boolean => kind.isDistinct && !kind.isWindow;

/** True where numbers are parts of a total: counts of events; of rows without time also levels. */
export const hasShare = (
  { metric: { kind, isSigned }, method }: Pick<Column, "metric" | "method">,
  isTimeAlone: boolean,
): boolean =>
  isSigned !== true &&
  kind.change === "percent" &&
  (kind.overDays === "sum" ? method === "sum" : method === "last" && !isTimeAlone);

/** By row of time, the sum of the rows of the question. */
function sumsOfRows(question: Table, column: Column): Float64Array {
  const keys = timeKeys(question);
  const sums = new Float64Array(Math.max(1, timeIn(question).length));
  const { values } = required(columnLike(question, column), "the rows of the question");
  for (const [row, value] of values.entries())
    if (isNumber(value)) sums[keys?.[row] ?? 0]! += value;
  return sums;
}

/** By row of time, the total of its numbers; of rows of time alone, that of the range. */
function totalsOf(table: Table, totals: Table, column: Column, isTimeAlone: boolean): Float64Array {
  if (!isTimeAlone) return required(columnLike(totals, column), "a total").values;
  const total = totals.columns.find(({ metric }) => metric.name === column.metric.name);
  return Float64Array.from(timeIn(table), () => total?.values[0] ?? withheld);
}

/** The part of a total that {@link Cumulative} counts the rows of, in percent. */
export const mostOfTotal = 80;

export interface Cumulative {
  /** By place, the shares of a row and of all rows above it, in percent; NaN for a row without a share. */
  readonly shares: Float64Array;
  /** The fewest rows that together make {@link mostOfTotal} percent. */
  readonly count: number;
}

/** Adds shares up, the highest first; undefined where one is negative or withheld, or all make less than the total. */
export function cumulativeOf(numbers: readonly number[]): Cumulative | undefined {
  if (numbers.some((part) => part < 0 || part === withheld)) return undefined;
  const shares = new Float64Array(numbers.length).fill(Number.NaN);
  let [sum, count] = [0, 0];
  for (const { place, rank } of inOrder(numbers)) {
    if (rank === undefined) break;
    if (sum < mostOfTotal) count += 1;
    sum += required(numbers[place], "a number");
    shares[place] = sum;
  }
  return sum < mostOfTotal ? undefined : { shares, count };
}

/** Sums and levels divided by the profiles that have a value; means stay as they are. */
export function perProfile(
  result: Result,
  dimensions: readonly Dimension[],
  combining: Combining = {},
): Table {
  const table = fold(result, dimensions, combining);
  const columns = table.columns.map((column): NumberColumn => {
    const { method, profiles } = column;
    if (method !== "sum" && method !== "last") return column;
    const divided = withValues(column, (value, row) => {
      // Single profile-days have no count of profiles: each is of one.
      if (!isNumber(value) || profiles.length === 0) return value;
      const count = numberAt(profiles, row);
      return count === 0 ? withheld : value / count;
    });
    return { ...divided, isPerProfile: true };
  });
  return { ...table, columns };
}
