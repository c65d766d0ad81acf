/** The rows of two tables side by side: rows of time by their place, others by their value. */
import { isCalendarDate } from "../catalog/dimensions.ts";
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
  const combinations = Float64Array.from(new Set([...rowsNow, ...rowsBefore])).toSorted();
  const rowOf = new Map(Array.from(combinations, (combination, row) => [combination, row]));
  const sizes = dimensions.map(({ rows }) => rows.length);
  return {
    dimensions,
    rowCount: combinations.length,
    keys: dimensions.map((_, at) => {
      const inner = sizes.slice(at + 1).reduce((count, size) => count * size, 1);
      const size = sizes[at] ?? 1;
      return Int32Array.from(combinations, (place) => Math.floor(place / inner) % size);
    }),
    placesIn(table) {
      const places = new Int32Array(combinations.length).fill(-1);
      for (const [row, combination] of combine(table).entries()) {
        const place = rowOf.get(combination);
        if (place !== undefined) places[place] = row;
      }
      return places;
    },
  };
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
        : rows.map((row) => placeOf[at]?.get(rowKey(row)) ?? 0),
    );
    return Float64Array.from({ length: table.rowCount }, (_, row) =>
      dimensions.reduce(
        (combination, { rows }, at) =>
          combination * rows.length +
          (places[at]?.[numberAt(table.keys[at] ?? new Int32Array(), row)] ?? 0),
        0,
      ),
    );
  };
}
