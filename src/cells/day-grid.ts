/** Numbers by profile and day, whatever the order of their axes. */
import { isBreakdown } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { dayNumber, toDay } from "../time/days.ts";
import { rowKey, type Axis, type RowValue } from "./axis.ts";
import { strideAt, stridesOf, type Cells } from "./cells.ts";
import { numberAt } from "./number-at.ts";
import type { Result } from "./result.ts";
import { dayColumn, metricPlace } from "./select.ts";

export interface DayGrid {
  readonly cells: Cells;
  readonly dayCount: number;
  /** The distance in `cells.values` between neighbouring days. */
  readonly dayStride: number;
  /** Each profile, or a single empty row where there is no axis `profile`, with each row of a breakdown. */
  readonly lines: () => Iterable<GridLine>;
}

export function dayGrid(cells: Cells): DayGrid {
  const strides = stridesOf(cells.axes, cells.metrics.length);
  const axis = (matches: (type: string) => boolean) => {
    const index = cells.axes.findIndex(({ type }) => matches(type));
    return { rows: cells.axes[index]?.rows ?? [""], stride: strideAt(strides, index) };
  };
  const profile = axis((type) => type === "profile");
  const day = axis((type) => type === "date.day");
  const breakdown = axis(isBreakdown);
  return {
    cells,
    dayCount: day.rows.length,
    dayStride: day.stride,
    *lines() {
      for (const [at, row] of profile.rows.entries()) {
        for (const place of breakdown.rows.keys()) {
          const offset = at * profile.stride + place * breakdown.stride;
          yield { row, breakdown: place, offset };
        }
      }
    },
  };
}

/** The row of a profile, a row of a breakdown, and the place of the first day of both. */
interface GridLine {
  readonly row: RowValue;
  readonly breakdown: number;
  readonly offset: number;
}

/** The values of one metric by day, of a profile and a row of a breakdown. */
export interface MetricLine extends Pick<GridLine, "row" | "breakdown"> {
  readonly dayCount: number;
  /** NaN for a missing value. */
  readonly at: (day: number) => number;
}

export function* metricLines(cells: Cells, metric: Metric): Generator<MetricLine, void, undefined> {
  const { dayCount, dayStride, lines } = dayGrid(cells);
  const column = metricPlace(cells, metric);
  for (const { row, breakdown, offset } of lines()) {
    const at = (day: number): number => numberAt(cells.values, offset + day * dayStride + column);
    yield { row, breakdown, dayCount, at };
  }
}

/** The days of a metric, by profile; none where the API alone has its number. */
export const dayLines = (result: Result, metric: Metric): Iterable<MetricLine> =>
  dayColumn(result, metric) === undefined ? [] : metricLines(result.days, metric);

/** The places of profiles and days in a grid: where the numbers of their rows begin. */
export interface ProfileDays {
  /** The place of a profile's first value; undefined where the grid has no such row. */
  profile(id: string): number | undefined;
  /** The offsets of the days from first to last, numbered from 1970; -1 for a day that the grid does not have. */
  days(first: number, last: number): Int32Array;
}

/**
 * @param axes `profile` and `date.day`, and those beneath them.
 * @param metrics the number of metrics.
 */
export function profileDays(axes: readonly Axis[], metrics: number): ProfileDays {
  const strides = stridesOf(axes, metrics);
  const profileAxis = axes.findIndex(({ type }) => type === "profile");
  const dayAxis = axes.findIndex(({ type }) => type === "date.day");
  const rowsOf = (axis: number): Axis["rows"] => axes[axis]?.rows ?? [];
  const profiles = new Map(
    rowsOf(profileAxis).map((row, place) => [rowKey(row), place * strideAt(strides, profileAxis)]),
  );
  const days = rowsOf(dayAxis).map((row) => dayNumber(toDay(rowKey(row))));
  return {
    profile: (id) => profiles.get(id),
    days(first, last) {
      const offsets = new Int32Array(last - first + 1).fill(-1);
      days.forEach((day, place) => {
        if (day >= first && day <= last) offsets[day - first] = place * strideAt(strides, dayAxis);
      });
      return offsets;
    },
  };
}
