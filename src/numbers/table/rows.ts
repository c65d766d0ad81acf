/** The rows of a table of some dimensions, and the rows in which each profile and day is counted. */
import { isBreakdown, isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { RowValue } from "../cells/axis.ts";
import { evidenceAt, lineAt, rowsPerProfile } from "../cells/day-values.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Table, TableDimension } from "./table.ts";

/** A line is a combination of all dimensions but time: it has a row for each row of time. */
export interface Rows extends Pick<Table, "dimensions" | "keys" | "rowCount"> {
  readonly timeCount: number;
  /** By line, its first row, and the distance between its rows. */
  readonly first: Int32Array;
  readonly step: Int32Array;
  /** The lines in which a profile is counted, by its place and that of a row of the breakdown: with labels, several. */
  readonly linesOf: (profile: number, row: number) => readonly number[];
}

export function layOut(result: Result, dimensions: readonly TableDimension[]): Rows {
  const timeAt = dimensions.findIndex(({ type }) => isDateDimension(type));
  const lineDimensions = dimensions.filter((_, at) => at !== timeAt);
  const placesFor = combinationsOf(result, lineDimensions);
  const combinations = existing(result, lineDimensions, placesFor);
  const lineOf = new Map<number, number>();
  for (const [line, combination] of combinations.entries()) lineOf.set(combination, line);
  const timeCount = dimensions[timeAt]?.rows.length ?? 1;
  const inner = timeAt === -1 ? Infinity : countOf(dimensions.slice(timeAt + 1));
  const { first, step } = placed(combinations, timeCount, inner);
  return {
    dimensions,
    keys: keysOf(dimensions, timeAt, { combinations, first, step, timeCount }),
    rowCount: combinations.length * timeCount,
    timeCount,
    first,
    step,
    linesOf: (profile, row) => placesFor(profile, row).flatMap((place) => lineOf.get(place) ?? []),
  };
}

const countOf = (dimensions: readonly TableDimension[]): number =>
  dimensions.reduce((count, { rows }) => count * rows.length, 1);

/** Returns the combinations in which a profile is counted, each as its place among all combinations of the dimensions. */
function combinationsOf(
  { days, labels }: Result,
  lineDimensions: readonly TableDimension[],
): (profile: number, row: number) => readonly number[] {
  return (profile, row) => {
    const id = required(days.profiles[profile], "a profile");
    const ownLabels = labels?.placesOf.get(id) ?? [];
    return lineDimensions.reduce<readonly number[]>(
      (places, { type, rows }) => {
        const keys = type === "profile" ? [profile] : type === "profile_label" ? ownLabels : [row];
        return places.flatMap((place) => keys.map((key) => place * rows.length + key));
      },
      [0],
    );
  };
}

/** The combinations that some profile has, in order. */
function existing(
  result: Result,
  lineDimensions: readonly TableDimension[],
  placesFor: ReturnType<typeof combinationsOf>,
): Float64Array {
  if (lineDimensions.length === 0) return new Float64Array(1);
  const isSplit = lineDimensions.some(({ type }) => isBreakdown(type));
  const combinations = new Set<number>();
  for (const profile of result.days.profiles.keys())
    for (const row of isSplit ? rowsWithValues(result, profile) : [0])
      for (const place of placesFor(profile, row)) combinations.add(place);
  return Float64Array.from(combinations).toSorted();
}

/** The rows of a breakdown that a profile has on any day; without any, those of levels that can be carried. */
function rowsWithValues({ split }: Result, profile: number): number[] {
  if (split === undefined) return [];
  const rows = rowsPerProfile(split);
  const rowsIn = (at: typeof lineAt): number[] =>
    Array.from({ length: rows }, (_, row) => row).filter((row) =>
      split.lists.some((list) =>
        at(split, list, profile * rows + row).some((value) => !Number.isNaN(value)),
      ),
    );
  const inRange = rowsIn(lineAt);
  return inRange.length > 0 ? inRange : rowsIn(evidenceAt);
}

/** @param inner the combinations of the dimensions after time: their lines are beside each other in each row of time. */
function placed(
  combinations: Float64Array,
  timeCount: number,
  inner: number,
): Pick<Rows, "first" | "step"> {
  const first = new Int32Array(combinations.length);
  const step = new Int32Array(combinations.length);
  const groupOf = (line: number): number => Math.floor(numberAt(combinations, line) / inner);
  for (let start = 0; start < combinations.length;) {
    let end = start + 1;
    while (end < combinations.length && groupOf(end) === groupOf(start)) end += 1;
    for (let line = start; line < end; line += 1) {
      first[line] = start * timeCount + line - start;
      step[line] = end - start;
    }
    start = end;
  }
  return { first, step };
}

function keysOf(
  dimensions: readonly TableDimension[],
  timeAt: number,
  lines: Pick<Rows, "first" | "step" | "timeCount"> & { readonly combinations: Float64Array },
): Int32Array[] {
  const { combinations, first, step, timeCount } = lines;
  return dimensions.map(({ rows }, at) => {
    const keys = new Int32Array(combinations.length * timeCount);
    const inner = countOf(dimensions.slice(at + 1).filter((_, place) => at + 1 + place !== timeAt));
    for (let line = 0; line < combinations.length; line += 1) {
      const key = Math.floor(numberAt(combinations, line) / inner) % rows.length;
      const [start, distance] = [numberAt(first, line), numberAt(step, line)];
      for (let time = 0; time < timeCount; time += 1)
        keys[start + time * distance] = at === timeAt ? time : key;
    }
    return keys;
  });
}

/** The values that the rows of a dimension can have. */
export function rowValues(result: Result, type: Dimension): readonly RowValue[] {
  if (type === "profile") return result.days.profiles;
  if (type === "profile_label") return result.labels?.rows ?? [];
  return result.split?.breakdown?.rows ?? [];
}
