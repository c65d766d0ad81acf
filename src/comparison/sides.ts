/** One side of a comparison: the numbers of each metric by row. */
import { isCalendarDate } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import type { Range } from "../time/grains.ts";
import { comparedAxis, placesOn, type ComparedAxis } from "./axes.ts";
import { isMissing, withheld } from "../cells/states.ts";
import { isLast, type Method } from "../meaning/methods.ts";
import type { Column, NumberColumn, Numbers as ColumnNumbers, Table } from "../table/table.ts";
import { countedIn, crossedBreaks } from "../meaning/segments.ts";

/** A part of one of the ranges, in which the metric counts one thing. */
export interface ComparedPart {
  readonly side: "now" | "before";
  readonly column: Column;
  /** A list entry per row. */
  readonly values: Float64Array;
}

/** A side of a comparison at some dimensions. */
export interface Side {
  readonly name: ComparedPart["side"];
  readonly result: Result;
  readonly table: Table;
  readonly hasTime: boolean;
  /** By row, its row of the table; -1 where the side does not have the row. */
  readonly places: Int32Array;
  /** Returns a function of a row: what is made of its days, once for all rows of the same days. */
  readonly ofDays: <Made>(make: (range: Range) => Made) => (row: number) => Made | undefined;
}

/** @param axes those of both sides, aligned; its own alone (default). */
export function sideOf(
  name: Side["name"],
  result: Result,
  table: Table,
  axes: readonly ComparedAxis[] = table.dimensions.map((axis) => comparedAxis(axis, axis)),
): Side {
  const side = name === "now" ? 0 : 1;
  const axis = axes.findIndex(({ type }) => isCalendarDate(type));
  const inner = axes.slice(axis + 1).reduce((count, { rows }) => count * rows.length, 1);
  const time = axes[axis];
  const ranges = time?.rows.map((places) => time[name].time?.[places[side]] ?? result) ?? [result];
  const ofDays: Side["ofDays"] = (make) => {
    const made = ranges.map(make);
    return (row) => made[Math.floor(row / inner) % made.length];
  };
  const places = placesOn(axes, side, table);
  return { name, result, table, hasTime: time !== undefined, places, ofDays };
}

export interface Numbers {
  readonly method: Method;
  readonly values: Float64Array;
  readonly covered: Float64Array;
  readonly expected: Float64Array;
  /** 1 where a profile beneath a level has no value yet, so that later rows have more profiles. */
  readonly pending: Uint8Array;
  /** As `countedIn`, by row; of all rows alike without a dimension of time. */
  readonly countedAt: (row: number) => string | undefined;
}

export const shares = ({ covered, expected }: Numbers): Float64Array =>
  covered.map((days, row) => days / numberAt(expected, row));

/**
 * The numbers of a metric by row. Where a break divides the range, a last covered day is that of its last part; other
 * numbers are withheld.
 */
export function numbersOf(side: Side, metric: Metric): Numbers {
  const { result, hasTime, ofDays } = side;
  const columns = columnsOf(side, metric);
  const column = required(columns.at(-1), "a column");
  const { method, segment } = column;
  const values = atRows(side, column, "values");
  const isDivided = columns.length > 1;
  const parts = isDivided ? columns.map((divided) => atRows(side, divided, "values")) : [values];
  const isCrossed = ofDays(
    (range) => crossedBreaks({ network: result.network, ...range }, metric).length > 0,
  );
  for (let row = 0; row < values.length; row += 1) {
    if (parts.every((list) => isMissing(numberAt(list, row)))) continue;
    const isCut = isDivided
      ? !isLast(method) || isMissing(numberAt(values, row))
      : isCrossed(row) === true;
    if (isCut) values[row] = withheld;
  }
  const countedOn = (range: Range): string | undefined =>
    countedIn({ network: result.network, ...range }, metric);
  const counted = isDivided && !isLast(method) ? undefined : countedOn(segment);
  return {
    method,
    values,
    covered: atRows(side, column, "covered", 0),
    expected: atRows(side, column, "expected", 0),
    pending: Uint8Array.from(atRows(side, column, "pending", 0)),
    countedAt: hasTime ? ofDays(countedOn) : () => counted,
  };
}

const columnsOf = ({ table }: Side, { name }: Metric): NumberColumn[] =>
  table.columns.filter(({ metric }) => metric.name === name);

/** A list of a column by row; `missing` where the side does not have the row. Single profiles and days have values alone. */
const atRows = (
  { places }: Side,
  column: NumberColumn,
  name: keyof ColumnNumbers,
  missing = Number.NaN,
): Float64Array => Float64Array.from(places, (place) => column[name][place] ?? missing);

export const partsOf = (side: Side, metric: Metric): ComparedPart[] =>
  columnsOf(side, metric).map((column) => ({
    side: side.name,
    column,
    values: atRows(side, column, "values"),
  }));
