/** Combines the values of profiles and days, by the method of each column. */
import type { Work } from "../async/work.ts";
import { isBreakdown } from "../catalog/dimensions.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowsPerProfile, type DayValues } from "../cells/day-values.ts";
import type { Result } from "../cells/result.ts";
import { metricPlace } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { addDays, dayNumber, earlier, lastDayOver, toDay, type Day } from "../time/days.ts";
import { isLast, withheld, type Column, type Figures } from "./figures.ts";
import { crossedBreaks, firstDayOf } from "./segments.ts";
import type { Shape } from "./shape.ts";
import type { TimeRows } from "./time-rows.ts";

type Line = ReturnType<typeof emptyLine>;

/** The value of a profile's last covered day. */
interface LastValue {
  readonly value: number;
  readonly divisor: number;
  readonly day: number;
}

/** One profile's values in each row of time. */
const emptyLine = (rows: number) => ({
  sums: new Float64Array(rows),
  /** Denominators of a ratio; for other metrics the covered days. */
  below: new Float64Array(rows),
  /** Days with a value. */
  counts: new Uint32Array(rows),
  /** The covered days, and all of them. */
  covered: new Uint32Array(rows),
  expected: new Uint32Array(rows),
  /** The value of the last covered day; NaN where a breakdown has no row on it. */
  last: new Float64Array(rows),
  lastDay: new Int32Array(rows),
});

/** Fills columns of the figures. Coverage is that of the profiles, with a breakdown too. */
export function* fillFromDays(
  figures: Figures,
  shape: Shape,
  result: Result,
  columns: readonly Column[],
): Work<void> {
  const { days } = result;
  const split = shape.axes.some(({ type }) => isBreakdown(type)) ? result.split : undefined;
  const grid = split ?? days;
  const rows = rowsPerProfile(grid);
  for (const column of columns) {
    const target = figures.columns.indexOf(column);
    const time = shape.timeOf(column);
    const line = emptyLine(time.rows.length);
    const readLine = reader(result, days, grid, column, time);
    const tally = tallyOf(figures, shape, result, column, time);
    for (const [profile, id] of days.profiles.entries()) {
      for (let row = 0; row < rows; row += 1) {
        readLine(profile * days.dayCount, (profile * rows + row) * days.dayCount, line);
        for (const place of shape.placesOf(id))
          tally.add(line, place + row * shape.breakdownStride + target);
      }
      yield;
    }
    tally.finish();
  }
}

/**
 * Returns a function that reads one metric of one profile: the sum, the count and the last value of each row of time.
 * @param grid the values to combine: the days, or the rows of a breakdown.
 */
function reader(
  result: Result,
  days: DayValues,
  grid: DayValues,
  { metric, parts }: Column,
  { placeOf }: TimeRows,
): (covering: number, offset: number, line: Line) => void {
  const source = parts?.above ?? metricPlace(days, metric);
  const above = required(grid.lists[source], "the values of a metric");
  const below = parts && required(grid.lists[parts.below], "the values of a denominator");
  const coveringAbove = days.lists[source] ?? above;
  const coveringBelow = parts && days.lists[parts.below];
  const placeInRange = (day: Day): number => dayNumber(day) - dayNumber(result.start);
  const firstDay = placeInRange(firstDayOf(result, metric));
  const lastOver = placeInRange(lastDayOver(result.start, result.end, result.today));
  const isOfLast = parts?.denominator === "last";
  return (covering, offset, line) => {
    for (const list of Object.values(line)) list.fill(0);
    for (let day = firstDay; day < days.dayCount; day += 1) {
      const row = placeOf[day] ?? -1;
      if (row === -1) continue;
      const value = above[offset + day] ?? Number.NaN;
      const divisor = below === undefined ? 1 : (below[offset + day] ?? Number.NaN);
      const hasValue = !Number.isNaN(value) && !Number.isNaN(divisor);
      const isCovered =
        hasValue ||
        (grid !== days &&
          !Number.isNaN(coveringAbove[covering + day]) &&
          (coveringBelow === undefined || !Number.isNaN(coveringBelow[covering + day])));
      if (isCovered || day <= lastOver) line.expected[row]! += 1;
      if (!isCovered) continue;
      line.covered[row]! += 1;
      line.lastDay[row] = day;
      line.last[row] = hasValue ? value : Number.NaN;
      if (below === undefined) line.below[row]! += 1;
      if (!hasValue) continue;
      line.counts[row]! += 1;
      line.sums[row] = isOfLast ? value : numberAt(line.sums, row) + value;
      if (below !== undefined)
        line.below[row] = isOfLast ? divisor : numberAt(line.below, row) + divisor;
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
  const isRatioOfLast = parts?.denominator === "last";
  const carries = (isLast(method) || isRatioOfLast) && isOrdered;
  const breaks = crossedBreaks(result, metric);
  const first = dayNumber(result.start);
  const over = result.today && addDays(result.today, -1);
  /** By row of time: its last day that is over, by its place; -1 for a row without one. */
  const ends = time.rows.map(({ start, end }) =>
    over !== undefined && start > over ? -1 : dayNumber(earlier(end, over ?? end)) - first,
  );
  /** By row of time, the place of the last break on or before its first day, across which no value is carried; -1 for none. */
  const breakBefore = time.rows.map(({ start }) => {
    const last = breaks.findLast(({ date }) => date <= start);
    return last === undefined ? -1 : dayNumber(toDay(last.date)) - first;
  });

  /** @param hasValue false for the days of a profile without this row of a breakdown. */
  const put = (at: number, value: number, divisor: number, hasValue: boolean): void => {
    const row = (at - target) / width;
    sums[row]! += value;
    below[row]! += divisor;
    if (hasValue) profiles[at]! += 1;
  };
  const putLast = (at: number, { value, divisor, day }: LastValue): void => {
    // A row that a profile does not have adds nothing, but the profile is one of those of a mean.
    if (Number.isNaN(value)) return method === "mean of last" ? put(at, 0, 1, false) : undefined;
    put(at, value, divisor, true);
    days[at] = shape.combinesProfiles ? -1 : day;
  };
  const lastOf = ({ last, lastDay, below: divisors }: Line, row: number): LastValue => ({
    value: numberAt(last, row),
    divisor: isRatioOfLast ? numberAt(divisors, row) : 1,
    day: numberAt(lastDay, row),
  });
  const mark = (place: number, from: number, to: number): void => {
    if (!shape.combinesProfiles) return;
    for (let row = from; row < to; row += 1) pending[place + row * shape.timeStride] = 1;
  };
  /** The last values, each carried for a number of days. Rows before the first one, and after it ends until the next, lack the profile. */
  const addCarried = (line: Line, place: number): void => {
    let value: LastValue | undefined;
    let [lacking, side] = [0, -1];
    for (const row of time.rows.keys()) {
      const at = place + row * shape.timeStride;
      const before = breakBefore[row] ?? -1;
      if (before !== side) {
        if (value !== undefined && value.day < before) value = undefined;
        side = before;
        lacking = row;
      }
      const isCovered = numberAt(line.covered, row) > 0;
      if (isCovered) {
        mark(place, lacking, row);
        value = lastOf(line, row);
      }
      if (value === undefined) continue;
      const end = Math.max(ends[row] ?? -1, isCovered ? value.day : -1);
      // Nothing is carried to a day that is not over.
      if (end === -1) mark(place, row, row + 1);
      if (end === -1 || end - value.day > ourLimits.carriedDays) continue;
      lacking = row + 1;
      putLast(at, value);
    }
  };
  return {
    add(line: Line, place: number): void {
      for (const row of time.rows.keys()) {
        const at = place + row * shape.timeStride;
        covered[at]! += numberAt(line.covered, row);
        expected[at]! += numberAt(line.expected, row);
        if (carries || numberAt(line.covered, row) === 0) continue;
        if (isLast(method)) {
          putLast(at, lastOf(line, row));
          continue;
        }
        const count = numberAt(line.counts, row);
        // The sum over the mean level; by weekday, of which a range has unequal numbers, the mean over the mean level.
        const isOfMean = parts?.denominator === "mean" && isOrdered;
        const divisor = isOfMean ? Math.max(1, count) : 1;
        put(at, numberAt(line.sums, row), numberAt(line.below, row) / divisor, count > 0);
      }
      if (carries) addCarried(line, place);
    },
    finish(): void {
      const factor = parts?.factor ?? 1;
      for (const [row, sum] of sums.entries()) {
        const at = row * width + target;
        const divisor = numberAt(below, row);
        if (numberAt(profiles, at) === 0) continue;
        if (method === "quotient") values[at] = divisor === 0 ? withheld : (factor * sum) / divisor;
        else values[at] = method === "mean" || method === "mean of last" ? sum / divisor : sum;
      }
    },
  };
}
