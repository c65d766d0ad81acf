/** The columns and dimensions of a table of a result: by metric the method and the part of the range, and the rows of time. */
import { itemAt } from "../cells/item-at.ts";
import { areProfileDays, isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { isMissing, withheld } from "../cells/states.ts";
import { methodOf, partsOf, percentFactor } from "../meaning/methods.ts";
import { holdsBreak, segmentsOf, switchDays } from "../meaning/segments.ts";
import { timeRows, wholeRange, type TimeRows } from "../meaning/time-rows.ts";
import { dayNumber } from "../../base/time/days.ts";
import { rowValues } from "./rows.ts";
import type { Column, Table, TableDimension } from "./table.ts";

/** Without a dimension of time, a metric with a break has a column for each side of it. */
export function columnsOf(result: Result, dimensions: readonly Dimension[]): Column[] {
  const hasTime = dimensions.some((type) => isDateDimension(type));
  const isSingle = areProfileDays(dimensions, result.profileCount);
  const range = { start: result.start, end: result.end, meaning: undefined };
  return result.metrics.flatMap((metric) => {
    const parts = partsOf(metric, result.days);
    const totalMethod = methodOf(metric, parts);
    const method = isSingle
      ? { method: methodOf(metric, undefined), totalMethod }
      : { method: totalMethod, parts: totalMethod === "quotient" ? parts : undefined };
    const toPercent = percentFactor(metric, parts);
    const segments = !hasTime ? segmentsOf(result, metric) : [range];
    return segments.map((segment): Column => ({
      metric,
      segment,
      ...method,
      ...(toPercent !== undefined && { toPercent }),
    }));
  });
}

/** A dimension of time, and its rows. */
export interface TableTime extends TimeRows {
  readonly type: Dimension;
}

/** The rows of time, which all columns share; undefined without a dimension of time. */
export function timeRowsOf(
  result: Result,
  dimensions: readonly Dimension[],
): TableTime | undefined {
  const type = dimensions.find((dimension) => isDateDimension(dimension));
  return type && { type, ...timeRows(result, type) };
}

/** Withholds the numbers of the rows of time that hold a break of the metric. */
export function withoutBreaks(
  { network }: Result,
  metric: Metric,
  { dimensions, keys }: Pick<Table, "dimensions" | "keys">,
  values: Float64Array,
): Float64Array {
  const at = dimensions.findIndex(({ time }) => time !== undefined);
  const rows = dimensions[at]?.time ?? [];
  const isBroken = rows.map((row) =>
    holdsBreak({ network, start: row.start, end: row.end }, metric),
  );
  if (!isBroken.includes(true)) return values;
  return values.map((value, row) =>
    itemAt(isBroken, itemAt(keys[at], row)) === true && !isMissing(value) ? withheld : value,
  );
}

/** The dimensions with the values of their rows. */
export const dimensionsOf = (
  result: Result,
  dimensions: readonly Dimension[],
  time: TableTime | undefined,
): TableDimension[] =>
  dimensions.map((type): TableDimension =>
    time?.type === type
      ? { type, rows: time.rows.map(({ row }) => row), time: time.rows }
      : { type, rows: rowValues(result, type) },
  );

/** The rows of time of a column; without a dimension of time, the one row of its part of the range. */
export function timeOf(
  result: Result,
  { metric, segment }: Column,
  time: TableTime | undefined,
): TimeRows {
  if (time === undefined) return wholeRange(result, segment);
  return time.type === "date.day" ? time : withoutBreakDays(result, metric, time);
}

/** The day of a break is in no row of a net: its value may be the switch. */
function withoutBreakDays(result: Result, metric: Metric, { rows, placeOf }: TimeRows): TimeRows {
  const days = switchDays(result, metric);
  if (days.length === 0) return { rows, placeOf };
  const without = placeOf.slice();
  for (const day of days) without[dayNumber(day) - dayNumber(result.start)] = -1;
  return { rows, placeOf: without };
}
