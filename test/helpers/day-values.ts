/** Values by profile and day as tests write them: a number per profile, day, row of a breakdown and metric, the last innermost. */
import type { Axis } from "../../src/numbers/cells/axis.ts";
import {
  firstPlace,
  rowsPerProfile,
  type DayValues,
  type EvidenceDays,
} from "../../src/numbers/cells/day-values.ts";
import { addDays, type Day } from "../../src/base/time/days.ts";

type Shape = Omit<DayValues, "lists" | keyof EvidenceDays>;

/** For each number as it is written, its metric and its place in the list of the metric. */
const placesIn = (
  shape: Shape & EvidenceDays,
): { readonly column: number; readonly at: number }[] => {
  const { metrics, profiles, dayCount } = shape;
  const rows = rowsPerProfile(shape);
  const count = profiles.length * dayCount * rows * metrics.length;
  return Array.from({ length: count }, (_, place) => {
    const [column, cell] = [place % metrics.length, Math.floor(place / metrics.length)];
    const [row, day] = [cell % rows, Math.floor(cell / rows) % dayCount];
    const profile = Math.floor(cell / rows / dayCount);
    return { column, at: firstPlace(shape, profile * rows + row) + day };
  });
};

/** Without days of evidence. */
export function dayValues(of: Shape, values: readonly number[]): DayValues {
  const shape = { ...of, leadIn: 0, after: 0 };
  const size = shape.profiles.length * shape.dayCount * rowsPerProfile(shape);
  const lists = shape.metrics.map(() => new Float64Array(size).fill(Number.NaN));
  for (const [place, { column, at }] of placesIn(shape).entries())
    lists.at(column)![at] = values[place] ?? Number.NaN;
  return { ...shape, lists };
}

export const valuesOf = (days: DayValues): number[] =>
  placesIn(days).map(({ column, at }) => days.lists[column]?.[at] ?? Number.NaN);

/** A grid of numbers: an axis for each dimension, with the metrics innermost. */
interface Cells extends Pick<DayValues, "metrics"> {
  readonly axes: readonly Axis[];
  readonly values: Float64Array;
}

/** @param start the first day. */
export function cellsOf(days: DayValues, start: Day): Cells {
  const { profiles, dayCount, breakdown, metrics } = days;
  const axes: Axis[] = [
    { type: "profile", rows: profiles },
    {
      type: "date.day",
      rows: Array.from({ length: dayCount }, (_, place) => addDays(start, place)),
    },
    ...(breakdown === undefined ? [] : [breakdown]),
  ];
  return { axes, metrics, values: Float64Array.from(valuesOf(days)) };
}
