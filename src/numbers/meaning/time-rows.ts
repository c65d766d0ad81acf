/** Rows of time: which days of a range belong to which row, and which rows are partial. */
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { RowValue } from "../cells/axis.ts";
import type { Result } from "../cells/result.ts";
import { firstDayOf } from "./segments.ts";
import { daysBetween, daysOf, earlier, later, type Day } from "../../base/time/days.ts";
import { bucketEnd, bucketName, bucketsOf, grainOf, isoWeekday } from "../../base/time/grains.ts";
import type { Range } from "../../base/time/grains.ts";

export interface TimeRow extends Range {
  /** The name of the calendar; of weekdays the ISO number. */
  readonly row: RowValue;
  /** The range cuts it, or it holds days that are not over: it is shorter than the others. */
  readonly isPartial: boolean;
  /** It begins with the first day of its week, month, quarter or year. */
  readonly isFirstDays?: boolean;
  /** It holds days that were not over when the numbers were fetched. */
  readonly isOpen?: boolean;
  /** It holds days that do not count for some metrics: it is marked, but only partial for these. */
  readonly isLate?: boolean;
}

export interface TimeRows {
  readonly rows: readonly TimeRow[];
  /** By the place of a day in the range, the place of its row. */
  readonly placeOf: Int32Array;
}

/** The days of the range as one row, or those of a part of it. */
export function wholeRange({ start, end }: Range, part: Range = { start, end }): TimeRows {
  const placeOf = Int32Array.from(daysOf(start, end), (day) =>
    day >= part.start && day <= part.end ? 0 : -1,
  );
  return { rows: [{ ...part, row: "", isPartial: false }], placeOf };
}

/** The rows of a date dimension. */
export function timeRows(result: Result, type: Dimension): TimeRows {
  if (type === "date.weekday") return weekdayRows(result);
  const { start, end, metrics } = result;
  const grain = grainOf([type], result.weekStart);
  const buckets = bucketsOf(start, end, grain);
  const rows = buckets.map((bucket): TimeRow => {
    const last = bucketEnd(bucket, grain);
    const days = { start: later(bucket, start), end: earlier(last, end) };
    const isCut = bucket < start || last > end;
    const isOpen = isOpenOn(days.end, result);
    const isLate = metrics.some((metric) => holdsLeftOut(result, metric, days));
    const isPartial = isCut || isOpen;
    const isFirstDays = bucket >= start;
    return { row: bucketName(bucket, grain), ...days, isPartial, isFirstDays, isOpen, isLate };
  });
  return inTurn(rows);
}

/** True for days of which some do not count for a metric: its data starts later, or they are not delivered. */
export function holdsLeftOut(result: Result, metric: Metric, { start, end }: Range): boolean {
  const first = firstDayOf(result, metric);
  const last = result.delivered?.get(metric.name) ?? end;
  return (start < first && first <= end) || last < end;
}

/** Rows that follow one another without a gap, from the first day of the range to its last. */
function inTurn(rows: readonly TimeRow[]): TimeRows {
  const places = rows.flatMap(({ start, end }, place) =>
    Array<number>(daysBetween(start, end)).fill(place),
  );
  return { rows, placeOf: Int32Array.from(places) };
}

const isOpenOn = (day: Day, { today }: Pick<Result, "today">): boolean =>
  today !== undefined && day >= today;

/** The ISO weekdays that the range has, from Monday. */
function weekdayRows(result: Pick<Result, "start" | "end" | "today">): TimeRows {
  const { start, end } = result;
  const days = daysOf(start, end);
  const open = new Set(days.filter((day) => isOpenOn(day, result)).map(isoWeekday));
  const numbers = [...new Set(days.map(isoWeekday))].toSorted((left, right) => left - right);
  const rows = numbers.map((row) => {
    const isOpen = open.has(row);
    return { row, start, end, isPartial: isOpen, isOpen };
  });
  const placeOf = Int32Array.from(days, (day) => numbers.indexOf(isoWeekday(day)));
  return { rows, placeOf };
}
