/** The rows of two tables side by side: rows of time by their place, others by their value. */
import { required } from "../../base/errors/tool-error.ts";
import { itemAt } from "../cells/item-at.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Table, TableDimension } from "./table.ts";

export interface JoinedRows extends Pick<Table, "dimensions" | "keys" | "rowCount"> {
  /** By joined row, the row of a table at these dimensions; -1 where the table does not have it. */
  readonly placesIn: (table: Table) => Int32Array;
}

/**
 * Joins the rows of two ranges, or of two populations of one. Each table has a part of the rows.
 * @example three days of October beside two of September
 * joinRows(october, september).rowCount // 3
 */
export function joinRows(now: Table, before: Table): JoinedRows {
  const dimensions = now.dimensions.map((dimension, at) =>
    joined(dimension, before.dimensions[at] ?? dimension),
  );
  const combine = combinerOf(dimensions);
  const [rowsNow, rowsBefore] = [combine(now), combine(before)];
  const combinations = union(rowsNow, rowsBefore);
  const rowOf = rowsOf(combinations);
  const sizes = dimensions.map(({ rows }) => rows.length);
  return {
    dimensions,
    rowCount: combinations.length,
    keys: combinations === rowsNow ? now.keys : keysOf(combinations, sizes),
    placesIn(table) {
      const places = new Int32Array(combinations.length).fill(-1);
      const rows = table === now ? rowsNow : table === before ? rowsBefore : combine(table);
      for (let row = 0; row < rows.length; row += 1) {
        const place = rowOf(numberAt(rows, row));
        if (place !== -1) places[place] = row;
      }
      return places;
    },
  };
}

/** By dimension, the place of each row. */
const keysOf = (combinations: Float64Array, sizes: readonly number[]): Int32Array[] =>
  sizes.map((size, at) => {
    const inner = sizes.slice(at + 1).reduce((count, length) => count * length, 1);
    const keys = new Int32Array(combinations.length);
    for (let row = 0; row < keys.length; row += 1)
      keys[row] = Math.floor(numberAt(combinations, row) / inner) % size;
    return keys;
  });

/** The combinations of both tables, in order. Most often both have the same. */
function union(left: Float64Array, right: Float64Array): Float64Array {
  const isSame =
    left.length === right.length && left.every((combination, row) => combination === right[row]);
  if (isSame) return left;
  const [now, before] = [inOrder(left), inOrder(right)];
  const merged = new Float64Array(now.length + before.length);
  let [count, at, beside] = [0, 0, 0];
  while (at < now.length || beside < before.length) {
    const [next, nextBeside] = [now[at] ?? Infinity, before[beside] ?? Infinity];
    merged[count] = Math.min(next, nextBeside);
    count += 1;
    if (next <= nextBeside) at += 1;
    if (nextBeside <= next) beside += 1;
  }
  return merged.subarray(0, count);
}

const inOrder = (combinations: Float64Array): Float64Array =>
  combinations.every(
    (combination, row) => row === 0 || combination > numberAt(combinations, row - 1),
  )
    ? combinations
    : combinations.toSorted();

/** Returns a function that finds the row of a combination; -1 for none. Most often they are asked in order. */
function rowsOf(combinations: Float64Array): (combination: number) => number {
  const { length } = combinations;
  // Every combination exists: no look-up is needed.
  if (combinations.at(-1) === length - 1)
    return (combination) => (combination < length ? combination : -1);
  let row = 0;
  return (combination) => {
    if (row === length || numberAt(combinations, row) > combination)
      row = firstAtLeast(combinations, combination);
    while (row < length && numberAt(combinations, row) < combination) row += 1;
    return combinations[row] === combination ? row : -1;
  };
}

/** The place of the first of them that is not less. */
function firstAtLeast(combinations: Float64Array, combination: number): number {
  let [low, high] = [0, combinations.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(combinations, middle) < combination) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows of time beyond the later range have no name there. */
function joined(now: TableDimension, before: TableDimension): TableDimension {
  if (isCalendarDate(now.type)) {
    const beyond = before.rows.slice(now.rows.length).map((): RowValue => "");
    return { ...now, rows: [...now.rows, ...beyond], previous: before };
  }
  const known = new Set(now.rows.map(rowKey));
  const added = before.rows.filter((row) => !known.has(rowKey(row)));
  return added.length === 0 ? now : { ...now, rows: [...now.rows, ...added] };
}

/** Returns a function that numbers the rows of a table among all combinations of the joined dimensions. */
function combinerOf(dimensions: readonly TableDimension[]): (table: Table) => Float64Array {
  const placeOf = dimensions.map(({ rows }) => new Map(rows.map((row, at) => [rowKey(row), at])));
  return (table) => {
    const places = table.dimensions.map(({ type, rows }, at) =>
      isCalendarDate(type)
        ? rows.map((_, place) => place)
        : rows.map((row) => required(placeOf[at]?.get(rowKey(row)), "a joined row")),
    );
    const combined = new Float64Array(table.rowCount);
    for (const [at, { rows }] of dimensions.entries()) {
      const [keys, joinedPlaces] = [table.keys[at], places[at]];
      for (let row = 0; row < combined.length; row += 1)
        combined[row] =
          combined[row]! * rows.length +
          required(itemAt(joinedPlaces, itemAt(keys, row)), "a joined row");
    }
    return combined;
  };
}
