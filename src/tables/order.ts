/** The order of the lines of a table, by numbers or by names. */
import { rowKey } from "../cells/axis.ts";
import { combinations } from "../cells/group-by.ts";
import type { Figures } from "../meaning/figures.ts";
import { rankedFirst, rankingOf } from "../meaning/ranking.ts";
import type { Sorting } from "./shown.ts";

export interface Line {
  /** Its place among the lines of the result. */
  readonly place: number;
  /** From 1; equal numbers share it. Undefined without a number to rank by. */
  readonly rank: number | undefined;
  /** The shares of the line and of all lines above it, in percent; only of shares that add up. */
  readonly cumulative?: number | undefined;
}

/** The places of numbers: those with a rank in order, then the others. */
export function inOrder(numbers: readonly number[], order: Sorting["order"]): Line[] {
  const ranks = new Map(rankingOf(numbers).map(({ place, rank }) => [place, rank]));
  return rankedFirst(numbers, order).map((place) => ({ place, rank: ranks.get(place) }));
}

/** The places of names in their order; numbers within names are compared as numbers. */
export function placesByName(names: readonly string[], order: Sorting["order"]): number[] {
  const places = [...names.keys()].toSorted((one, other) =>
    (names[one] ?? "").localeCompare(names[other] ?? "", "en", { numeric: true }),
  );
  return order === "desc" ? places.toReversed() : places;
}

/** A text for each combination of the rows of all axes, in the order of the figures. */
export const keysOf = ({ axes }: Figures): string[] =>
  combinedKeys(axes.map(({ rows }) => rows.map(rowKey)));

export const combinedKeys = (axes: readonly (readonly string[])[]): string[] =>
  combinations([[""], ...axes]).map((keys) => keys.join(" "));
