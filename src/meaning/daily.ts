/** Statistics over the values that each row shows by day: of weekdays, and those that a reader asks for. */
import type { Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { combine, combineInto, waysOf } from "./combine.ts";
import type { Statistic } from "../catalog/statistics.ts";
import type { Column, Figures } from "./figures.ts";
import { isMissing, isWithheld, withheld, withholdColumn } from "./figures.ts";
import { crossedBreaks } from "./segments.ts";
import { shapeFor, type Shape } from "./shape.ts";

/**
 * The figures of a result; `statisticOf` names the statistic of a metric, if it is not the one of its kind.
 * @param needsAll omits days on which a profile has no value of a level yet: their totals are of fewer profiles.
 */
export function* combineDaily(
  result: Result,
  dimensions: readonly Dimension[],
  statisticOf: (metric: Metric) => Statistic | undefined,
  { needsAll = false } = {},
): Work<Figures> {
  const ways = waysOf(result);
  const shape = shapeFor(result, dimensions, ways, true);
  const columns = shape.columns.map((column): Column => {
    const method = statisticOf(column.metric) ?? column.method;
    return { ...column, method };
  });
  const figures = { ...(yield* combineInto(result, shape)), columns };
  const values = Float64Array.from(figures.values);
  const others = dimensions.filter((type) => !isDateDimension(type));
  const held = yield* combine(result, [...others, "date.day"], { ways, isDivided: false });
  const daily = needsAll ? withoutPending(held) : held;
  const pending = figures.pending.slice();
  const isWeekday = dimensions.includes("date.weekday");
  for (const [target, column] of columns.entries()) {
    // A weekday has fewer profiles where any of its days has.
    const days = isWeekday ? dailyValues(daily, daily.pending, shape, column, target) : [];
    for (const [at, list] of days) pending[at] = list.includes(1) ? 1 : 0;
    const statistic = statisticOf(column.metric);
    if (statistic !== undefined) {
      // Without a daily value to use, another number must not take its place.
      withholdColumn(values, columns.length, target);
      for (const [at, list] of dailyValues(daily, daily.values, shape, column, target)) {
        values[at] = list.some(isWithheld) ? withheld : statisticValue(list, statistic);
        yield;
      }
    }
    // Weekdays of both sides of a break cannot be combined.
    if (isWeekday && crossedBreaks(result, column.metric).length > 0)
      withholdColumn(values, columns.length, target);
  }
  return { ...figures, values, pending, days: figures.days.slice().fill(-1) };
}

/** The figures of a result by the kinds of its metrics. Weekdays are means: a range holds unequal numbers of each. */
export const figuresOf = (
  result: Result,
  dimensions: readonly Dimension[],
  { isDivided = true } = {},
): Work<Figures> =>
  dimensions.includes("date.weekday")
    ? combineDaily(result, dimensions, ({ kind }) =>
        kind.overProfiles === "sum" ? "mean" : undefined,
      )
    : combine(result, dimensions, { isDivided });

const withoutPending = (figures: Figures): Figures => ({
  ...figures,
  values: figures.values.map((value, at) => (figures.pending[at] === 1 ? Number.NaN : value)),
});

/** The values of the days of each row that has any, from a list with one entry per daily figure: place, values. */
function* dailyValues(
  daily: Figures,
  values: Float64Array | Uint8Array,
  shape: Shape,
  column: Column,
  target: number,
): Generator<readonly [number, readonly number[]], void, undefined> {
  // Single profiles and days have no list but that of their values.
  if (values.length === 0) return;
  const time = shape.timeOf(column);
  const strides = stridesOf(daily.axes, daily.columns.length);
  const source = daily.columns.findIndex(({ metric }) => metric === column.metric);
  const dayStride = strideAt(strides, daily.axes.length - 1);
  const isAdded =
    column.metric.kind.overProfiles !== "quotient" &&
    daily.axes.some(({ type }) => isBreakdown(type));
  let lines: { from: number; to: number }[] = [{ from: source, to: target }];
  daily.axes.slice(0, -1).forEach(({ type, rows }, axis) => {
    const stride = strideAt(strides, axis);
    const own = shape.axes.findIndex((one) => one.type === type);
    const step = strideAt(shape.strides, own);
    lines = lines.flatMap(({ from, to }) =>
      rows.map((_, place) => ({ from: from + place * stride, to: to + place * step })),
    );
  });
  for (const { from, to } of lines) {
    const lists: number[][] = time.rows.map(() => []);
    time.placeOf.forEach((row, day) => {
      const at = from + day * dayStride;
      const value = numberAt(values, at);
      // On a covered day, a row of a breakdown that no profile has counts as 0.
      const isNone = isAdded && numberAt(daily.covered, at) > 0;
      if (!isMissing(value)) lists[row]?.push(value);
      else if (isNone) lists[row]?.push(0);
    });
    for (const [row, list] of lists.entries())
      if (list.length > 0) yield [to + row * shape.timeStride, list];
  }
}

/** The values are in the order of time. */
export const statisticValue = (list: readonly number[], statistic: Statistic): number =>
  numbers[statistic](Float64Array.from(list));

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const numbers: Readonly<Record<Statistic, (values: Float64Array) => number>> = {
  sum: sumOf,
  mean: (values) => sumOf(values) / values.length,
  median: (values) => percentile(values, 0.5),
  p90: (values) => percentile(values, 0.9),
  min: (values) => percentile(values, 0),
  max: (values) => percentile(values, 1),
  first: (values) => numberAt(values, 0),
  last: (values) => numberAt(values, values.length - 1),
};

/** Percentiles are interpolated linearly, as spreadsheets do. */
function percentile(values: Float64Array, share: number): number {
  const ascending = values.toSorted((one, other) => one - other);
  const place = (ascending.length - 1) * share;
  const below = numberAt(ascending, Math.floor(place));
  const above = numberAt(ascending, Math.ceil(place));
  return below + (above - below) * (place - Math.floor(place));
}
