/** The days of each row of a result: of single profiles, and of rows that combine profiles. */
import { each, type Work } from "../async/work.ts";
import { isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { RowValue } from "../cells/axis.ts";
import { lineAt, rowsPerProfile } from "../cells/day-values.ts";
import { combinations } from "../cells/group-by.ts";
import type { Result } from "../cells/result.ts";
import { dailyValues } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { combine } from "./combine.ts";
import { coverageAt, isNumber } from "./figures.ts";
import type { TimeRow } from "./time-rows.ts";

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
    const list = dailyValues({ days }, metric);
    if (list === undefined) return [];
    return days.profiles.flatMap((profile, place) =>
      (breakdown?.rows ?? [undefined]).map((row, at): DailyLine => {
        const values = lineAt(days, list, place * rowsPerProfile(days) + at);
        const ofSplit = breakdown && row !== undefined ? [{ type: breakdown.type, row }] : [];
        const rows = [{ type: "profile" as const, row: profile }, ...ofSplit];
        return { metric, rows, at: (day) => values[day] ?? Number.NaN };
      }),
    );
  });
}

/** The total of all profiles, or the rows of a breakdown over them; and the rows of labels. */
export function* combinedLines(result: Result): Work<DailyLine[]> {
  if (result.profileCount === 1) return [];
  const own = result.dimensions;
  const total = own.filter((type) => isBreakdown(type));
  const shapes = own.includes("profile_label")
    ? [total, ["profile_label" as const, ...total]]
    : [total];
  return (yield* each(shapes, (others) => linesAt(result, others))).flat();
}

/** @param time the dimension of the values of each line. */
export function* linesAt(
  result: Result,
  others: readonly Dimension[],
  time: Dimension = "date.day",
): Work<DailyLine[]> {
  const figures = yield* combine(result, [time, ...others]);
  const { axes, columns, values, pending } = figures;
  const rowSets = combinations(
    axes.slice(1).map(({ type, rows }) => rows.map((row): LineRow => ({ type, row }))),
  );
  const stride = rowSets.length * columns.length;
  return rowSets.flatMap((rows, place) =>
    columns.map(({ metric }, column): DailyLine => {
      const placeOf = (day: number): number => day * stride + place * columns.length + column;
      return {
        metric,
        rows,
        time: axes[0]?.time,
        at: (day) => {
          const value = day < 0 ? Number.NaN : numberAt(values, placeOf(day));
          return isNumber(value) && pending[placeOf(day)] !== 1 ? value : Number.NaN;
        },
        coverage: (day) => coverageAt(figures, placeOf(day)),
      };
    }),
  );
}
