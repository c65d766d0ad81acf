/** A table arranged as rows by columns: what reads it chooses the dimension that goes down. */
import { orMissing } from "../../numbers/cells/states.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { itemAt } from "../../numbers/cells/item-at.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { pivot } from "../../numbers/table/pivot.ts";
import type { NumberColumn, Table } from "../../numbers/table/table.ts";
import { namesOf } from "./names.ts";

export interface Series {
  /** A name for each dimension that has more than one row, and for a breakdown. */
  readonly names: readonly string[];
  /** By place of the dimension that goes down, the row of the table; -1 for none. */
  readonly rows: Int32Array;
}

export interface View {
  readonly result: Result;
  readonly table: Table;
  /** The dimension that goes down; undefined where no dimension has rows. */
  readonly down: Dimension | undefined;
  /** Names of the rows that go down; a single empty one where there is none. */
  readonly rows: readonly string[];
  readonly series: readonly Series[];
  /** Dimensions whose rows the series name. */
  readonly across: readonly Dimension[];
}

/** The dimension that goes down: time, if it has several rows. */
export const timeDimension = ({ dimensions }: Table): Dimension | undefined =>
  dimensions.find(({ type, rows }) => isDateDimension(type) && rows.length > 1)?.type;

/** Time if it has several rows, else the longest dimension: the places of a chart. */
export const longestDimension = (table: Table): Dimension | undefined =>
  timeDimension(table) ??
  table.dimensions.toSorted((left, right) => right.rows.length - left.rows.length)[0]?.type;

/** @param chosen the rows that go down, in order; all (default). */
export function viewOf(
  result: Result,
  table: Table,
  down: Dimension | "none" = timeDimension(table) ?? "none",
  chosen?: readonly number[],
): View {
  const type = down === "none" ? undefined : down;
  const { lines } = pivot(table, type);
  const dimensions = table.dimensions.map((dimension, at) => ({
    type: dimension.type,
    names: namesOf(result, dimension),
    keys: required(table.keys[at], "the keys of a dimension"),
    // The row of a breakdown is not the whole, also where it is the only one.
    isNamed: dimension.rows.length !== 1 || isBreakdown(dimension.type),
  }));
  const names = dimensions.find((dimension) => dimension.type === type)?.names ?? [""];
  const across = dimensions.filter((dimension) => dimension.type !== type && dimension.isNamed);
  const places = chosen ?? [...names.keys()];
  return {
    result,
    table,
    down: type,
    rows: places.map((place) => required(names[place], "a row")),
    series: lines.map((line) => {
      const row = line.find((tableRow) => tableRow !== -1);
      return {
        names: across.map(
          (dimension) => itemAt(dimension.names, itemAt(dimension.keys, row)) ?? "",
        ),
        rows:
          chosen === undefined ? line : Int32Array.from(places, (place) => numberAt(line, place)),
      };
    }),
    across: across.map((dimension) => dimension.type),
  };
}

/** The number of a series in a row that goes down; NaN where the table has no such row. */
export const valueAt = ({ rows }: Series, row: number, column: NumberColumn): number =>
  orMissing(itemAt(column.values, rows[row]));

export const seriesName = (series: Series): string => series.names.join(", ") || "all";
