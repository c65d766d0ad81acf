/** Ranks numbers. Equal numbers share a rank; numbers that are missing or withheld have none. */
import { itemAt } from "../cells/item-at.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import { isNumber } from "../cells/states.ts";
import { coverageAt, isLate, timeIn, timeKeys, type NumberColumn, type Table } from "./table.ts";

export interface Ranked {
  /** The place of the number in the list. */
  readonly place: number;
  /** From 1, the highest number; undefined without a number to rank by. */
  readonly rank: number | undefined;
}

/**
 * All numbers: those with a rank, the highest first (default), then the others in their order.
 * @example inOrder([5, NaN, 9]) // places 2, 0, 1 with the ranks 1, 2 and none
 */
export function inOrder(numbers: readonly number[], order: "desc" | "asc" = "desc"): Ranked[] {
  const descending = numbers.filter(isNumber).toSorted((left, right) => right - left);
  // The first of equal numbers gives all of them their rank.
  const ranks = new Map(descending.map((value, at) => [value, at + 1] as const).toReversed());
  const sign = order === "desc" ? 1 : -1;
  const keyOf = ({ rank }: Ranked): number =>
    rank === undefined ? numbers.length + 1 : sign * rank;
  return numbers
    .map((value, place) => ({ place, rank: ranks.get(value) }))
    .toSorted((left, right) => keyOf(left) - keyOf(right));
}

/** Rows with a smaller share of their days are in no median. */
const leastCovered = 0.95;

/** True for a row with at least 95 % of its days in each of some columns, so that medians count it. */
export const isCovered = (columns: readonly NumberColumn[], row: number): boolean =>
  columns.every((column) => !(coverageAt(column, row) < leastCovered));

/**
 * The places of numbers that have a rank, the highest first. There can be a million: no object is made for each, and
 * where few are asked, few are sorted.
 * @param most the number of places; all (default).
 */
export function rankedPlaces(numbers: ArrayLike<number>, most = Infinity): number[] {
  const values = Float64Array.from(numbers);
  const byNumber = (left: number, right: number): number =>
    numberAt(values, right) - numberAt(values, left);
  if (most === 0) return [];
  let places: number[] = [];
  let least = -Infinity;
  for (let place = 0; place < values.length; place += 1) {
    const value = numberAt(values, place);
    if (!isNumber(value) || value <= least) continue;
    places.push(place);
    if (places.length < 2 * most) continue;
    places = places.toSorted(byNumber).slice(0, most);
    least = numberAt(values, required(places.at(-1), "a place"));
  }
  return places.toSorted(byNumber).slice(0, most);
}

/**
 * The numbers of a column that are compared with each other: those of parts of a week, month, quarter or year, and of days
 * that do not count, are not.
 * @param options `needsBuckets` leaves out rows that lack one of the weeks, months or quarters of a statistic.
 */
export function comparableNumbers(
  table: Table,
  column: NumberColumn,
  { needsBuckets = false } = {},
): number[] {
  const { values, buckets } = column;
  const time = timeIn(table);
  const keys = timeKeys(table);
  const numbers = Array.from(values);
  for (let row = 0; row < numbers.length; row += 1) {
    const isPart = itemAt(time, itemAt(keys, row))?.isPartial === true || isLate(column, row);
    const lacksBuckets =
      needsBuckets && buckets !== undefined && numberAt(buckets.counted, row) < buckets.total;
    if (isPart || lacksBuckets) numbers[row] = Number.NaN;
  }
  return numbers;
}
