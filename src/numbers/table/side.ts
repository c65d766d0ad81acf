/** One side of a comparison: the numbers of a metric by joined row, and what they count. */
import { itemAt } from "../cells/item-at.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { isMissing, withheld } from "../cells/states.ts";
import { required } from "../../base/errors/tool-error.ts";
import { countedIn } from "../meaning/segments.ts";
import type { Range } from "../../base/time/grains.ts";
import type { JoinedRows } from "./join.ts";
import {
  emptyNumbers,
  timeIn,
  timeKeys,
  type NumberColumn,
  type Numbers,
  type Table,
} from "./table.ts";

export interface Side {
  readonly result: Result;
  readonly table: Table;
  /** By joined row, the row of the table; -1 for none. */
  readonly places: Int32Array;
}

export const sideOf = (result: Result, table: Table, rows: JoinedRows): Side => ({
  result,
  table,
  places: rows.placesIn(table),
});

/** Both sides of a comparison at some dimensions, and their joined rows. */
export interface JoinedSides {
  readonly comparison: Comparison;
  readonly dimensions: readonly Dimension[];
  readonly rows: JoinedRows;
  readonly sides: readonly [now: Side, before: Side];
}

/** The numbers of a metric on a side, by joined row. */
export interface SideNumbers extends NumberColumn {
  /** Identifies what the number of a row counts (`countedIn`); undefined where a break divides it. */
  readonly countedAt: (row: number) => string | undefined;
}

/** A metric whose range a break divides is withheld: its parts have columns of their own. */
export function sideNumbers(side: Side, metric: Metric): SideNumbers {
  const parts = partsOf(side, metric);
  const column = required(parts.at(-1), "a column");
  const { network, start, end } = side.result;
  const hasValue = (row: number): boolean =>
    parts.some(({ values }) => !isMissing(numberAt(values, row)));
  const values =
    parts.length === 1
      ? column.values
      : column.values.map((_, row) => (hasValue(row) ? withheld : Number.NaN));
  const counted = (range: Range): string | undefined => countedIn({ network, ...range }, metric);
  const ofWhole = counted({ start, end });
  return { ...column, values, countedAt: byTime(side, counted, () => ofWhole) };
}

/** Returns `make` of the days of a joined row; each row of time is computed once. */
function byTime<Made>(
  { table, places }: Side,
  make: (range: Range) => Made,
  ofWhole: () => Made,
): (row: number) => Made {
  const hasDates = table.dimensions.some(({ type }) => isCalendarDate(type));
  const keys = timeKeys(table);
  if (!hasDates || keys === undefined) return ofWhole;
  const values = timeIn(table).map(make);
  const value = ofWhole();
  return (row) => itemAt(values, itemAt(keys, places[row])) ?? value;
}

/** The columns of a metric by joined row: one for each side of a break that divides the range. */
export const partsOf = ({ table, places }: Side, metric: Metric): NumberColumn[] =>
  table.columns
    .filter((column) => column.metric.name === metric.name)
    .map((column) => ({ ...column, ...arranged(column, places) }));

/** Single profiles and days have values alone. */
function arranged(column: NumberColumn, places: Int32Array): Numbers {
  const numbers = emptyNumbers(places.length);
  const pairs = (["covered", "expected", "profiles", "pending"] as const).map(
    (name) => [numbers[name], column[name]] as const,
  );
  for (const [row, place] of places.entries()) {
    if (place === -1) continue;
    numbers.values[row] = numberAt(column.values, place);
    for (const [to, from] of pairs) to[row] = from[place] ?? 0;
  }
  return numbers;
}
