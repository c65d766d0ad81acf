/** The rows of two results side by side: rows of time by their position, others by their value. */
import { isCalendarDate, type Dimension } from "../catalog/dimensions.ts";
import { rowKey } from "../cells/axis.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import type { Table, TableDimension } from "../table/table.ts";

/** The places of a row on both sides; -1 on a side that does not have it. */
type RowPair = readonly [now: number, before: number];

export interface ComparedAxis {
  readonly type: Dimension;
  readonly now: TableDimension;
  readonly before: TableDimension;
  readonly rows: readonly RowPair[];
  /** By row, a text that no other row has: its position for rows of time, else its value. */
  readonly keys: readonly string[];
}

export function comparedAxis(now: TableDimension, before: TableDimension): ComparedAxis {
  const { type } = now;
  const placesIn = ({ rows }: TableDimension): Map<string, number> =>
    new Map(rows.map((row, place) => [isCalendarDate(type) ? `${place}` : rowKey(row), place]));
  const [placesNow, placesBefore] = [placesIn(now), placesIn(before)];
  const keys = [...new Set([...placesNow.keys(), ...placesBefore.keys()])];
  const rows = keys.map((key): RowPair => [placesNow.get(key) ?? -1, placesBefore.get(key) ?? -1]);
  return { type, now, before, rows, keys };
}

/** For each combination of rows, its row on a side, whose table is dense; -1 where the side does not have it. */
export function placesOn(
  axes: readonly ComparedAxis[],
  side: 0 | 1,
  { dimensions }: Table,
): Int32Array {
  const strides = stridesOf(dimensions, 1);
  return axes.reduce((places, { rows }, axis) => {
    const combined = new Int32Array(places.length * rows.length);
    const steps = rows.map(({ [side]: row }) => (row === -1 ? -1 : row * strideAt(strides, axis)));
    let at = 0;
    for (const place of places) {
      for (const step of steps) combined[at++] = place === -1 || step === -1 ? -1 : place + step;
    }
    return combined;
  }, Int32Array.of(0));
}
