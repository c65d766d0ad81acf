/** Shares of totals, and numbers per profile. */
import { isDateDimension, isOfSeparateGroups, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Work } from "../async/work.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { isMissing, isNumber, withheld } from "../cells/states.ts";
import { required } from "../errors/tool-error.ts";
import { inOrder } from "./rank.ts";
import { fold } from "./statistic.ts";
import {
  columnLike,
  timeIn,
  withValues,
  type Column,
  type NumberColumn,
  type Table,
} from "./table.ts";

/**
 * Each number in percent of its total: that of the same row of time over all other rows, or that of the range where rows
 * are of time alone; of people in separate groups, such as ages, the sum of the groups. Withheld where there is no valid
 * total above 0.
 * @param whole the rows of the question, of which the result is a slice: totals are theirs.
 * @example the shares of two profiles with 30 and 10 views: 75 and 25
 */
export function* share(
  result: Result,
  dimensions: readonly Dimension[],
  whole: Result = result,
): Work<Table> {
  const table = yield* fold(result, dimensions);
  const time = dimensions.filter((type) => isDateDimension(type));
  const isOfTime = time.length === dimensions.length;
  const totals = yield* fold(whole, isOfTime ? [] : time);
  const all = whole.profileCount === 1 ? "total" : `all ${whole.profileCount} profiles`;
  const base = isOfTime ? "the range's total" : all;
  const areGroups = dimensions.every((type) => isDateDimension(type) || isOfSeparateGroups(type));
  const groups = areGroups && whole !== result ? yield* fold(whole, dimensions) : table;
  const columns = table.columns.map((column): NumberColumn => {
    const isOfPeople = areGroups && !isOfTime && isDaily(column.metric);
    const totalAt = isOfPeople
      ? sumOfRows(table, groups, column)
      : hasShare(column, isOfTime)
        ? totalOf(table, totals, column, isOfTime)
        : () => withheld;
    const shares = withValues(column, (value, row) => {
      if (isMissing(value)) return value;
      const total = totalAt(row);
      return isNumber(value) && isNumber(total) && total > 0 ? (100 * value) / total : withheld;
    });
    return {
      ...shares,
      method: "share",
      base: isOfPeople ? "its rows" : base,
      days: column.days.slice().fill(-1),
    };
  });
  return { ...table, columns };
}

/** People of single days: a window counts them several times. */
const isDaily = ({ kind }: Metric): boolean => kind.isDistinct && !kind.isWindow;

/** True where numbers are parts of a total: counts of events; of rows without time also levels. */
export const hasShare = (
  { metric: { kind }, method }: Pick<Column, "metric" | "method">,
  isOfTime: boolean,
): boolean =>
  kind.change === "percent" &&
  (kind.overDays === "sum" ? method === "sum" : method === "last" && !isOfTime);

/** Returns the place of a row's row of time; 0 without a dimension of time. */
function timeKeys({ dimensions, keys }: Table): (row: number) => number {
  const own = keys[dimensions.findIndex(({ time }) => time !== undefined)];
  return (row) => own?.[row] ?? 0;
}

/** Returns the sum of the rows of the question in the same row of time. */
function sumOfRows(table: Table, whole: Table, column: Column): (row: number) => number {
  const sums = new Map<number, number>();
  const timeOf = timeKeys(whole);
  for (const [row, value] of required(
    columnLike(whole, column),
    "the rows of the question",
  ).values.entries())
    if (isNumber(value)) sums.set(timeOf(row), (sums.get(timeOf(row)) ?? 0) + value);
  const timeAt = timeKeys(table);
  return (row) => sums.get(timeAt(row)) ?? Number.NaN;
}

/** Returns the total of the number in a row. */
function totalOf(
  table: Table,
  totals: Table,
  column: Column,
  isOfTime: boolean,
): (row: number) => number {
  const { metric, segment } = column;
  const own = totals.columns.filter((one) => one.metric.name === metric.name);
  const timeAt = timeKeys(table);
  if (!isOfTime) {
    const { values } = required(columnLike(totals, column), "a total");
    return (row) => numberAt(values, timeAt(row));
  }
  const time = timeIn(table);
  return (row) => {
    const range = time[timeAt(row)] ?? segment;
    // A total is of one side of a break.
    const total = own.find(
      (side) => side.segment.start <= range.start && range.end <= side.segment.end,
    );
    return total === undefined ? withheld : numberAt(total.values, 0);
  };
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
    sum += numbers[place] ?? 0;
    shares[place] = sum;
  }
  return sum < mostOfTotal ? undefined : { shares, count };
}

/** Sums and levels divided by the profiles that have a value; means stay as they are. */
export function* perProfile(result: Result, dimensions: readonly Dimension[]): Work<Table> {
  const table = yield* fold(result, dimensions);
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
