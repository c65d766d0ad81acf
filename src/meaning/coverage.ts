/** Coverage: how many of the profile-days of each metric have a value, and where the others are. */
import { each, type Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { dayGrid, linesOf, type DayGrid } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { addDays, dayNumber } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { visibleColumn } from "./methods.ts";
import { firstDayOf } from "./segments.ts";

/** Successive days that some profiles lack. */
export interface Gap extends Range {
  readonly profiles: readonly RowValue[];
}

export interface MetricCoverage {
  readonly metric: Metric;
  /** False where the API has aggregated for us: the numbers below are then unknown. */
  readonly isVisible: boolean;
  /** Numbers of profiles and days, and of the rows of a breakdown. */
  readonly expected: number;
  readonly missing: number;
  readonly gaps: readonly Gap[];
}

export function* coverageOf(result: Result): Work<MetricCoverage[]> {
  const { days, cells } = result;
  const grid = days && dayGrid(days);
  return yield* each(cells.metrics, function* coverage(metric) {
    const column = visibleColumn(result, metric);
    if (grid === undefined || column === undefined)
      return { metric, isVisible: false, expected: 0, missing: 0, gaps: [] };
    const first = dayNumber(firstDayOf(result, metric)) - dayNumber(result.start);
    return { metric, isVisible: true, ...(yield* gapsOf(result, grid, column, first)) };
  });
}

function* gapsOf(
  { start }: Result,
  grid: DayGrid,
  column: number,
  firstDay: number,
): Work<Omit<MetricCoverage, "metric" | "isVisible">> {
  let expected = 0;
  let missing = 0;
  /** Profiles by the first and last day of the gap. */
  const gaps = new Map<string, { first: number; last: number; profiles: Map<string, RowValue> }>();
  const add = (row: RowValue, first: number, last: number): void => {
    missing += last - first + 1;
    const key = `${first} ${last}`;
    const found = gaps.get(key) ?? { first, last, profiles: new Map() };
    gaps.set(key, found);
    found.profiles.set(rowKey(row), row);
  };
  for (const { row, offset } of linesOf(grid)) {
    let first = -1;
    for (let day = firstDay; day < grid.dayCount; day += 1) {
      expected += 1;
      const value = numberAt(grid.cells.values, offset + day * grid.dayStride + column);
      if (Number.isNaN(value)) {
        if (first === -1) first = day;
      } else if (first !== -1) {
        add(row, first, day - 1);
        first = -1;
      }
    }
    if (first !== -1) add(row, first, grid.dayCount - 1);
    yield;
  }
  return {
    expected,
    missing,
    gaps: [...gaps.values()].map(({ first, last, profiles }) => ({
      start: addDays(start, first),
      end: addDays(start, last),
      profiles: [...profiles.values()],
    })),
  };
}

/** The ids of the profiles that have a value, by the name of the metric. Metrics without profile-days have no entry. */
export function* coveredProfiles({ days, cells }: Result): Work<Map<string, Set<string>>> {
  const covered = new Map<string, Set<string>>();
  if (days === undefined) return covered;
  const grid = dayGrid(days);
  for (const { name } of cells.metrics) {
    const column = days.metrics.findIndex((metric) => metric.name === name);
    if (column === -1) continue;
    const ids = new Set<string>();
    for (const { row, offset } of linesOf(grid)) {
      const first = firstWithValue(grid, offset + column);
      if (first < grid.dayCount) ids.add(rowKey(row));
      yield;
    }
    covered.set(name, ids);
  }
  return covered;
}

/** The place of the first day with a value; the number of days if there is none. @param offset that of the first day. */
export function firstWithValue({ cells, dayCount, dayStride }: DayGrid, offset: number): number {
  let day = 0;
  while (day < dayCount && Number.isNaN(numberAt(cells.values, offset + day * dayStride))) day += 1;
  return day;
}

/** Above 5 %, but for the error of a subtraction. */
const muchOfCoverage = 0.05 + 1e-9;

/** Sides that differ by more than this share of their profile-days are compared with a word on it. */
export const differsMuch = (one: number, other: number): boolean =>
  Math.abs(one - other) > muchOfCoverage;
