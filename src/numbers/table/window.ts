/** Means of the last days of each day: what a curve is without its weekdays. */
import { numberAt } from "../cells/number-at.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Result } from "../cells/result.ts";
import { isNumber } from "../cells/states.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import { daysBetween, toDay } from "../../base/time/days.ts";
import type { Combining } from "./combine.ts";
import { pivot } from "./pivot.ts";
import { fold } from "./statistic.ts";
import { isLate, noDay, type NumberColumn, type Table } from "./table.ts";

/**
 * By day, the mean of the days up to it, where enough of them have a value; none in the first days of the range, or of a
 * side of a break. Rows without days are those of the kinds.
 * @example 1 to 7 on seven days: 4 on the last of them
 */
export function windowMeans(
  result: Result,
  dimensions: readonly Dimension[],
  combining: Combining = {},
): Table {
  const table = fold(result, dimensions, combining);
  if (!dimensions.includes("date.day")) return table;
  const { days, least } = ourLimits.window;
  const { lines } = pivot(table, "date.day");
  const columns = table.columns.map((column): NumberColumn => {
    const breaks = crossedBreaks(result, column.metric).map(
      ({ date }) => daysBetween(result.start, toDay(date)) - 1,
    );
    // The day of a break is in neither side of a net: its value may be the switch.
    const gap = Number(column.metric.kind.isDifference);
    const values = column.values.slice().fill(Number.NaN);
    for (const line of lines)
      for (const [place, row] of line.entries()) {
        const from = place - days + 1;
        if (from < 0 || isLate(column, row) || breaks.some((at) => from < at + gap && at <= place))
          continue;
        const numbers = Array.from(line.subarray(from, place + 1), (day) =>
          isLate(column, day) ? Number.NaN : numberAt(column.values, day),
        ).filter(isNumber);
        if (numbers.length < least) continue;
        values[row] = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
      }
    const means = { method: "mean", totalMethod: "mean", window: days } as const;
    return { ...column, ...means, values, days: column.days.slice().fill(noDay) };
  });
  return { ...table, columns };
}
