/** The order of the lines of a table, by numbers or by names. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Ranked } from "../../numbers/table/rank.ts";
import type { Table } from "../../numbers/table/table.ts";
import type { Shown, Sorting } from "./shown.ts";

/** A line by its place among the lines of the result. */
export interface Line extends Ranked {
  /** The shares of the line and of all lines above it, in percent; only of shares that add up. */
  readonly cumulative?: number | undefined;
}

/** The places of names in their order; numbers within names are compared as numbers. */
export function placesByName(names: readonly string[], order: Sorting["order"]): number[] {
  const places = [...names.keys()].toSorted((left, right) =>
    required(names[left], "a name").localeCompare(required(names[right], "a name"), "en", {
      numeric: true,
    }),
  );
  return order === "desc" ? places.toReversed() : places;
}

/** A text for each row of a table, by the values of its dimensions. */
export function keysOf({ dimensions, keys, rowCount }: Table): string[] {
  // The rows of two ranges of time are beside each other by their place.
  const texts = dimensions.map(({ rows, previous }) =>
    rows.map((row, place) => (previous === undefined ? rowKey(row) : String(place))),
  );
  return Array.from({ length: rowCount }, (_, row) =>
    ["", ...keys.map((places, at) => required(itemAt(texts[at], places[row]), "a key"))].join(" "),
  );
}

/** Returns a function that says whether a row of a table meets the conditions; all do without any. */
export function matcherOf(table: Table, matching: Shown["matching"]): (row: number) => boolean {
  if (matching === undefined) return () => true;
  const keys = keysOf(table);
  return (row) => matching.has(required(keys[row], "a key"));
}
