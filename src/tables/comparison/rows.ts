/** The rows of a comparison: their names, their order, and which of them have one side only. */
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import { onlyLabelled, withRows } from "../../cells/select.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import type { Compared, Comparison } from "../../meaning/comparison.ts";
import { isMissing, isNumber } from "../../meaning/figures.ts";
import { namesOf } from "../names.ts";

/** A comparison to show at some dimensions. */
export interface ShownComparison {
  readonly comparison: Comparison;
  readonly dimensions: readonly Dimension[];
  readonly compared: Compared;
  /** The rows in the order in which they are shown; all, by their contribution (default). */
  readonly order?: readonly number[] | undefined;
}

/** The names of the rows of an axis; of time, on both sides. */
export function rowNames({ now, before }: Comparison, axis: ComparedAxis): (readonly string[])[] {
  const [namesNow, namesBefore] = [namesOf(now, axis.now), namesOf(before, axis.before)];
  return axis.rows.map(([one, other]) =>
    isCalendarDate(axis.type)
      ? [namesNow[one] ?? "–", namesBefore[other] ?? "–"]
      : [namesNow[one] ?? namesBefore[other] ?? ""],
  );
}

/** One name per combination of rows: of the axes with several rows, or `all`. */
export function combinedNames(comparison: Comparison, axes: readonly ComparedAxis[]): string[] {
  const names = axes.reduce<(readonly string[])[]>(
    (rows, axis) =>
      rows.flatMap((row) =>
        rowNames(comparison, axis).map((name) => (axis.rows.length > 1 ? [...row, ...name] : row)),
      ),
    [[]],
  );
  return names.map((parts) => parts.join(", ") || "all");
}

/** A row that has a number of some metric on one side only. */
export const isOneSided = ({ metrics }: Compared, row: number): boolean =>
  metrics.some(
    ({ now, before }) => isMissing(numberAt(now, row)) !== isMissing(numberAt(before, row)),
  );

export const isEmpty = ({ metrics }: Compared, row: number): boolean =>
  metrics.every(
    ({ now, before }) => isMissing(numberAt(now, row)) && isMissing(numberAt(before, row)),
  );

/** A row whose profiles have values on both sides, but of some metric not throughout, so that they are not compared. */
export const isPartial = ({ metrics }: Compared, row: number): boolean =>
  metrics.some(
    ({ like }) => like !== undefined && numberAt(like.all, row) > 0 && like.compared[row] === 0,
  );

/** The rows by their contribution to the change of the first metric that has one, the largest first. */
export function byContribution({ metrics, rowCount }: Compared): number[] {
  const rows = [...Array.from({ length: rowCount }).keys()];
  const first = metrics.find(({ change }) => change.some(isNumber));
  if (first === undefined) return rows;
  const size = (row: number): number => {
    const change = numberAt(first.change, row);
    return isNumber(change) ? Math.abs(change) : -1;
  };
  return rows.toSorted((one, other) => size(other) - size(one));
}

/** The dimension whose rows can be combined into one; undefined where they overlap, or cannot be combined. */
export function combinable(dimensions: readonly Dimension[]): Dimension | undefined {
  const [only] = dimensions;
  return dimensions.length === 1 && (only === "profile" || only === "profile_label")
    ? only
    : undefined;
}

/** Both sides with some rows of one dimension only. */
export function restricted(
  { now, before, ...rest }: Comparison,
  axis: ComparedAxis,
  rows: readonly number[],
): Comparison {
  const places = (side: 0 | 1): number[] =>
    rows.flatMap((row) => axis.rows[row]?.[side] ?? -1).filter((place) => place !== -1);
  const sides = [
    withRows(now, axis.type, places(0)),
    withRows(before, axis.type, places(1)),
  ] as const;
  const [one, other] =
    axis.type === "profile_label" ? [onlyLabelled(sides[0]), onlyLabelled(sides[1])] : sides;
  return { whole: before, ...rest, now: one, before: other };
}
