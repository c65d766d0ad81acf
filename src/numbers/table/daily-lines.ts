/** The days of each row of a result: of single profiles, and of rows that combine profiles. */
import { numberAt } from "../cells/number-at.ts";
import { itemAt } from "../cells/item-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import { isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { RowValue } from "../cells/axis.ts";
import { lineAt, listOf, rowsPerProfile } from "../cells/day-values.ts";
import type { Result } from "../cells/result.ts";
import { isNumber, orMissing } from "../cells/states.ts";
import type { TimeRow } from "../meaning/time-rows.ts";
import { combine } from "./combine.ts";
import { pivot } from "./pivot.ts";
import { coverageAt, isPending, timeIn } from "./table.ts";
import { foldThroughout } from "./throughout.ts";

/** The row of a dimension that a line belongs to. */
export interface LineRow {
  readonly type: Dimension;
  readonly row: RowValue;
}

/** The days of one metric in some rows, or longer buckets of time. */
export interface DailyLine {
  readonly metric: Metric;
  readonly rows: readonly LineRow[];
  /** The value of a day, by its place in the range; NaN where it is missing or cannot be used. */
  readonly at: (day: number) => number;
  /** The share of its profile-days that have a value; 1 (default). */
  readonly coverage?: (day: number) => number;
  /** The rows of time that `at` and `coverage` are asked for by place; days (default). */
  readonly time?: readonly TimeRow[] | undefined;
}

/** Each profile, and each row of a breakdown. */
export function profileLines(result: Result): DailyLine[] {
  const days = result.split ?? result.days;
  const { breakdown } = days;
  return result.metrics.flatMap((metric) => {
    const list = required(listOf(days, metric), metric.name);
    return days.profiles.flatMap((profile, place) =>
      (breakdown?.rows ?? [undefined]).map((row, at): DailyLine => {
        const values = lineAt(days, list, place * rowsPerProfile(days) + at);
        const ofSplit = breakdown && row !== undefined ? [{ type: breakdown.type, row }] : [];
        const rows = [{ type: "profile" as const, row: profile }, ...ofSplit];
        return { metric, rows, at: (day) => orMissing(values[day]) };
      }),
    );
  });
}

/** The total of all profiles, or the rows of a breakdown over them; and the rows of labels. */
export function combinedLines(result: Result): DailyLine[] {
  if (result.profileCount === 1) return [];
  const types = result.dimensions;
  const total = types.filter((type) => isBreakdown(type));
  const shapes = types.includes("profile_label")
    ? [total, ["profile_label" as const, ...total]]
    : [total];
  return shapes.flatMap((dimensions) => linesAt(result, dimensions));
}

/** @param time the dimension of the values of each line. */
export function linesAt(
  result: Result,
  dimensions: readonly Dimension[],
  time: Dimension = "date.day",
): DailyLine[] {
  const table = foldThroughout(result, [time, ...dimensions], combine);
  const { lines } = pivot(table, time);
  return table.columns.flatMap((column) =>
    lines.map((line): DailyLine => {
      const rowAt = (place: number): number => numberAt(line, place);
      return {
        metric: column.metric,
        rows: table.dimensions.slice(1).flatMap(({ type, rows }, at) => {
          const row = itemAt(rows, itemAt(table.keys[at + 1], rowAt(0)));
          return row === undefined ? [] : [{ type, row }];
        }),
        time: timeIn(table),
        at: (place) => {
          const value = orMissing(column.values[rowAt(place)]);
          return isNumber(value) && !isPending(column, rowAt(place)) ? value : Number.NaN;
        },
        coverage: (place) => coverageAt(column, rowAt(place)),
      };
    }),
  );
}
