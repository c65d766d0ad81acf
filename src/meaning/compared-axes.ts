/** The rows of two results side by side: rows of time by their position, others by their value. */
import { isCalendarDate, type Dimension } from "../catalog/dimensions.ts";
import { rowKey } from "../cells/axis.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import type { FigureAxis, Figures } from "./figures.ts";

/** The places of a row on both sides; -1 on a side that does not have it. */
type RowPair = readonly [now: number, before: number];

export interface ComparedAxis {
  readonly type: Dimension;
  readonly now: FigureAxis;
  readonly before: FigureAxis;
  readonly rows: readonly RowPair[];
}

export function comparedAxis(now: FigureAxis, before: FigureAxis): ComparedAxis {
  const { type } = now;
  return {
    type,
    now,
    before,
    rows: isCalendarDate(type) ? byPosition(now, before) : byValue(now, before),
  };
}

function byPosition(now: FigureAxis, before: FigureAxis): RowPair[] {
  const placeIn = ({ rows }: FigureAxis, place: number): number =>
    place < rows.length ? place : -1;
  const length = Math.max(now.rows.length, before.rows.length);
  return Array.from({ length }, (_, place) => [placeIn(now, place), placeIn(before, place)]);
}

function byValue(now: FigureAxis, before: FigureAxis): RowPair[] {
  const placesBefore = new Map(before.rows.map((row, place) => [rowKey(row), place]));
  const keysNow = new Set(now.rows.map(rowKey));
  const onlyBefore = before.rows.flatMap((row, place) => (keysNow.has(rowKey(row)) ? [] : [place]));
  return [
    ...now.rows.map((row, place): RowPair => [place, placesBefore.get(rowKey(row)) ?? -1]),
    ...onlyBefore.map((place): RowPair => [-1, place]),
  ];
}

/** For each combination of rows, the place of its first figure on a side; -1 where the side does not have it. */
export function placesOn(
  axes: readonly ComparedAxis[],
  side: 0 | 1,
  { axes: own, columns }: Figures,
): Int32Array {
  const strides = stridesOf(own, columns.length);
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
