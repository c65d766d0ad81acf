/** The gaps of each profile: the number of days without values, the longest run of them, and the metrics. */
import type { Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { dayGrid, linesOf, type DayGrid } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { addDays, dayNumber } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { visibleColumn } from "./methods.ts";
import { firstDayOf } from "./segments.ts";

export interface RowGaps {
  /** The places of the profile, and of its row of a breakdown, among the days of the result. */
  readonly profile: number;
  readonly breakdown: number;
  /** Metrics that lack the same days. */
  readonly metrics: readonly Metric[];
  readonly missing: number;
  /** The days for which the metrics can have data. */
  readonly expected: number;
  readonly longest: Range;
}

/** Rows with gaps, those that lack the most days first. */
export function* rowGaps(result: Result): Work<RowGaps[]> {
  const { days, cells } = result;
  if (days === undefined) return [];
  const grid = dayGrid(days);
  const rows: RowGaps[] = [];
  for (const { profile, breakdown, offset } of linesOf(grid)) {
    const groups = new Map<string, RowGaps>();
    for (const metric of cells.metrics) {
      const runs = runsOf(result, grid, offset, metric);
      if (runs === undefined || runs.missing === 0) continue;
      const key = runs.lengths.join();
      const metrics = [...(groups.get(key)?.metrics ?? []), metric];
      const { missing, expected, longest } = runs;
      groups.set(key, { profile, breakdown, metrics, missing, expected, longest });
    }
    rows.push(...groups.values());
    yield;
  }
  return rows.toSorted((one, other) => other.missing - one.missing);
}

interface Runs extends Pick<RowGaps, "missing" | "expected" | "longest"> {
  /** Lengths of runs without and with values, in turn: equal for equal gaps. */
  readonly lengths: readonly number[];
}

function runsOf(
  result: Result,
  { cells, dayCount, dayStride }: DayGrid,
  offset: number,
  metric: Metric,
): Runs | undefined {
  const column = visibleColumn(result, metric);
  if (column === undefined) return undefined;
  const first = dayNumber(firstDayOf(result, metric)) - dayNumber(result.start);
  const lengths: number[] = [];
  let [missing, length, longest, longestEnd] = [0, 0, 0, first];
  let wasMissing = true;
  for (let day = first; day < dayCount; day += 1) {
    const isMissing = Number.isNaN(numberAt(cells.values, offset + day * dayStride + column));
    if (isMissing !== wasMissing) {
      lengths.push(length);
      [length, wasMissing] = [0, isMissing];
    }
    length += 1;
    if (!isMissing) continue;
    missing += 1;
    if (length > longest) [longest, longestEnd] = [length, day];
  }
  const dayAt = (place: number): Range["start"] => addDays(result.start, place);
  return {
    lengths: [...lengths, length],
    missing,
    expected: dayCount - first,
    longest: { start: dayAt(longestEnd - longest + 1), end: dayAt(longestEnd) },
  };
}
