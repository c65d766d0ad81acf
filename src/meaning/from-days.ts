/** Combines the values of profiles and days, by the method of each column. */
import type { Work } from "../async/work.ts";
import type { DayGrid } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { metricPlace } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { dayNumber, toDay } from "../time/days.ts";
import { isLast, withheld, type Column, type Figures } from "./figures.ts";
import { gapGrid } from "./presence.ts";
import { crossedBreaks, firstDayOf } from "./segments.ts";
import type { Shape } from "./shape.ts";
import type { TimeRows } from "./time-rows.ts";

type Line = ReturnType<typeof emptyLine>;

/** One profile's values in each row of time. */
const emptyLine = (rows: number) => ({
  sums: new Float64Array(rows),
  /** Denominators of a ratio; for other metrics the days with a value. */
  below: new Float64Array(rows),
  /** Days with a value. */
  counts: new Uint32Array(rows),
  /** The days of buckets with a value, and of all. */
  covered: new Uint32Array(rows),
  expected: new Uint32Array(rows),
  last: new Float64Array(rows),
  lastDay: new Int32Array(rows),
});

/** Fills the columns of the figures whose profile-days are stored. */
export function* fillFromDays(
  figures: Figures,
  shape: Shape,
  result: Result,
  grid: DayGrid,
  columns: readonly Column[],
): Work<void> {
  for (const column of columns) {
    const target = figures.columns.indexOf(column);
    const time = shape.timeOf(column);
    const line = emptyLine(time.rows.length);
    const readLine = reader(result, grid, column, time);
    const tally = tallyOf(figures, shape, result, column, time);
    for (const { row, breakdown, offset } of grid.lines()) {
      readLine(offset, line);
      for (const place of shape.placesOf(row))
        tally.add(line, place + breakdown * shape.breakdownStride + target);
      yield;
    }
    tally.finish();
  }
}

/** Returns a function that reads one metric of one profile: the sum, the count and the last value of each row of time. */
function reader(
  result: Result,
  { cells, dayCount, dayStride }: DayGrid,
  { metric, parts }: Column,
  { placeOf }: TimeRows,
): (offset: number, line: Line) => void {
  const source = parts?.above ?? metricPlace(cells, metric);
  const firstDay = dayNumber(firstDayOf(result, metric)) - dayNumber(result.start);
  const isSeen = gapGrid(result, metric) !== undefined;
  return (offset, line) => {
    for (const list of Object.values(line)) list.fill(0);
    for (let day = firstDay; day < dayCount; day += 1) {
      const row = placeOf[day] ?? -1;
      if (row === -1) continue;
      const at = offset + day * dayStride;
      const value = numberAt(cells.values, at + source);
      const below = parts === undefined ? 1 : numberAt(cells.values, at + parts.below);
      const hasValue = !Number.isNaN(value) && !Number.isNaN(below);
      if (isSeen) {
        line.expected[row]! += 1;
        if (hasValue) line.covered[row]! += 1;
      }
      if (!hasValue) continue;
      line.counts[row]! += 1;
      line.lastDay[row] = day;
      line.last[row] = value;
      const isOfLast = parts?.denominator === "last";
      line.sums[row] = isOfLast ? value : numberAt(line.sums, row) + value;
      line.below[row] = isOfLast ? below : numberAt(line.below, row) + below;
    }
  };
}

/** Adds the lines of profiles into the rows of one column. */
function tallyOf(
  { columns, values, covered, expected, profiles, days, pending }: Figures,
  shape: Shape,
  result: Result,
  column: Column,
  time: TimeRows,
) {
  const { method, metric, parts } = column;
  const target = columns.indexOf(column);
  const width = columns.length;
  const sums = new Float64Array(values.length / width);
  const below = sums.slice();
  // Weekdays are not in the order of time, so that none has earlier rows.
  const isOrdered = shape.axes.every(({ type }) => type !== "date.weekday");
  /** Rows before the first value of a profile are marked: they have fewer profiles than the later ones. */
  const marks = isLast(method) && shape.combinesProfiles && isOrdered;
  const breaks = crossedBreaks(result, metric);
  /** By row of time, the place of the last break on or before its first day, across which no value is carried; -1 for none. */
  const breakBefore = time.rows.map(({ start }) => {
    const last = breaks.findLast(({ date }) => date <= start);
    return last === undefined ? -1 : dayNumber(toDay(last.date)) - dayNumber(result.start);
  });

  const put = (at: number, value: number, divisor: number): void => {
    const row = (at - target) / width;
    sums[row]! += value;
    below[row]! += divisor;
    profiles[at]! += 1;
  };
  const addRow = (line: Line, row: number, at: number): void => {
    if (isLast(method)) {
      put(at, numberAt(line.last, row), 1);
      days[at] = shape.combinesProfiles ? -1 : numberAt(line.lastDay, row);
    } else {
      const count = parts?.denominator === "mean" ? numberAt(line.counts, row) : 1;
      put(at, numberAt(line.sums, row), numberAt(line.below, row) / count);
    }
  };
  return {
    add(line: Line, place: number): void {
      let [carried, carriedDay, first, side] = [Number.NaN, -1, 0, -1];
      time.rows.forEach(({ start }, row) => {
        const at = place + row * shape.timeStride;
        const before = breakBefore[row] ?? -1;
        if (before !== side) {
          if (carriedDay < before) carried = Number.NaN;
          [side, first] = [before, row];
        }
        covered[at]! += numberAt(line.covered, row);
        expected[at]! += numberAt(line.expected, row);
        if (numberAt(line.counts, row) > 0) {
          const from = marks && Number.isNaN(carried) ? first : row;
          for (let earlier = from; earlier < row; earlier += 1)
            pending[place + earlier * shape.timeStride] = 1;
          carried = numberAt(line.last, row);
          carriedDay = numberAt(line.lastDay, row);
          addRow(line, row, at);
        } else if (marks && method === "last" && !Number.isNaN(carried)) {
          // No value is carried to days that are not over.
          if (result.today === undefined || start < result.today) put(at, carried, 1);
        }
      });
    },
    finish(): void {
      const factor = parts?.factor ?? 1;
      for (const [row, sum] of sums.entries()) {
        const at = row * width + target;
        const divisor = numberAt(below, row);
        if (method === "quotient") {
          const without = numberAt(covered, at) > 0 ? withheld : Number.NaN;
          values[at] = divisor === 0 ? without : (factor * sum) / divisor;
        } else if (divisor > 0) {
          values[at] = method === "mean" || method === "mean of last" ? sum / divisor : sum;
        }
      }
    },
  };
}
