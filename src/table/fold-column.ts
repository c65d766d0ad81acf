/** Combines the values of profiles and days into the rows of a column, by its method. */
import { ourLimits } from "../catalog/limits.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowsPerProfile, type DayValues } from "../cells/day-values.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { withheld } from "../cells/states.ts";
import { isLast } from "../meaning/methods.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import type { TimeRow, TimeRows } from "../meaning/time-rows.ts";
import { addDays, dayNumber, earlier, toDay } from "../time/days.ts";
import { lastOf, lineReader, type LastValue, type ProfileLine } from "./profile-line.ts";
import type { Rows } from "./rows.ts";
import { emptyNumbers, noDay, type Column, type Numbers } from "./table.ts";

export interface Folding {
  readonly result: Result;
  readonly rows: Rows;
  /** The values to combine: the days, or the rows of a breakdown. */
  readonly values: DayValues;
  readonly time: TimeRows;
  /** Rows of time follow one another: those of weekdays do not. */
  readonly isOrdered: boolean;
  /** Several profiles can share a row. */
  readonly combinesProfiles: boolean;
}

/** Coverage is that of the profiles, with a breakdown too. */
export function foldColumn(column: Column, folding: Folding): Numbers {
  const { result, rows, values, time } = folding;
  const tally = new Tally(column, folding);
  const read = lineReader(result, values, column, time, tally.carries);
  const lines = rowsPerProfile(values);
  for (let profile = 0; profile < values.profiles.length; profile += 1)
    for (let row = 0; row < lines; row += 1) {
      const targets = rows.linesOf(profile, row);
      if (targets.length === 0) continue;
      const line = read(profile, profile * lines + row);
      for (const target of targets) tally.add(line, target);
    }
  return tally.finish();
}

/** The numbers of one column while lines are added. */
class Tally {
  readonly #numbers: Numbers;
  readonly #sums: Float64Array;
  readonly #below: Float64Array;
  readonly #isRatioOfLast: boolean;
  readonly carries: boolean;
  readonly #ends: Int32Array;
  readonly #breaks: Int32Array;

  constructor(
    private readonly column: Column,
    private readonly folding: Folding,
  ) {
    const { result, rows, time, isOrdered } = folding;
    this.#numbers = emptyNumbers(rows.rowCount);
    this.#sums = new Float64Array(rows.rowCount);
    this.#below = new Float64Array(rows.rowCount);
    this.#isRatioOfLast = column.parts?.denominator === "last";
    this.carries = (isLast(column.method) || this.#isRatioOfLast) && isOrdered;
    this.#ends = endsOf(result, column.metric, time.rows);
    this.#breaks = breaksBefore(result, column, time.rows);
  }

  add(line: ProfileLine, target: number): void {
    const { rows, isOrdered } = this.folding;
    const { covered, expected } = this.#numbers;
    const { method, parts } = this.column;
    const [first, step] = [numberAt(rows.first, target), numberAt(rows.step, target)];
    for (let time = 0; time < rows.timeCount; time += 1) {
      const row = first + time * step;
      covered[row]! += line.covered[time]!;
      expected[row]! += line.expected[time]!;
      if (this.carries || line.covered[time] === 0) continue;
      if (isLast(method)) {
        this.#putLast(row, lastOf(line, time, this.#isRatioOfLast));
        continue;
      }
      const count = line.counts[time]!;
      // The sum over the mean level; by weekday, of which a range has unequal numbers, the mean over the mean level.
      const isOfMean = parts?.denominator === "mean" && isOrdered;
      const divisor = line.below[time]! / (isOfMean ? Math.max(1, count) : 1);
      this.#put(row, line.sums[time]!, divisor, count > 0);
    }
    if (this.carries) this.#addCarried(line, first, step);
  }

  finish(): Numbers {
    const { method, parts } = this.column;
    const { values, profiles } = this.#numbers;
    const factor = parts?.factor ?? 1;
    for (let row = 0; row < values.length; row += 1) {
      if (profiles[row] === 0) continue;
      const [sum, divisor] = [numberAt(this.#sums, row), numberAt(this.#below, row)];
      if (method === "quotient") values[row] = divisor === 0 ? withheld : (factor * sum) / divisor;
      else values[row] = method === "mean" || method === "mean of last" ? sum / divisor : sum;
    }
    return this.#numbers;
  }

  /** @param hasValue false for the days of a profile without this row of a breakdown. */
  #put(row: number, value: number, divisor: number, hasValue: boolean): void {
    this.#sums[row]! += value;
    this.#below[row]! += divisor;
    if (hasValue) this.#numbers.profiles[row]! += 1;
  }

  #putLast(row: number, { value, divisor, day }: LastValue): void {
    if (!Number.isNaN(value)) {
      this.#put(row, value, divisor, true);
      this.#numbers.days[row] = this.folding.combinesProfiles ? noDay : day;
    }
    // A row that a profile does not have adds nothing, but the profile is one of those of a mean.
    else if (this.column.method === "mean of last") this.#put(row, 0, 1, false);
  }

  /**
   * Adds the last values, each carried for a number of days. Rows before the first one, and after it ends until the next,
   * lack the profile.
   */
  #addCarried(line: ProfileLine, first: number, step: number): void {
    const { timeCount } = this.folding.rows;
    const isLed = numberAt(line.covered, timeCount) > 0;
    let value = isLed ? lastOf(line, timeCount, this.#isRatioOfLast) : undefined;
    let [lacking, side] = [0, -1];
    for (let time = 0; time < timeCount; time += 1) {
      const before = numberAt(this.#breaks, time);
      if (before !== side) {
        if (value !== undefined && value.day < before) value = undefined;
        side = before;
        lacking = time;
      }
      const isCovered = numberAt(line.covered, time) > 0;
      if (isCovered) {
        this.#mark(first, step, lacking, time);
        value = lastOf(line, time, this.#isRatioOfLast);
      }
      if (value === undefined) continue;
      const end = Math.max(numberAt(this.#ends, time), isCovered ? value.day : -1);
      // Nothing is carried to a day that is not over.
      if (end === -1) this.#mark(first, step, time, time + 1);
      if (end === -1 || end - value.day > ourLimits.carriedDays) continue;
      lacking = time + 1;
      this.#putLast(first + time * step, value);
    }
  }

  #mark(first: number, step: number, from: number, to: number): void {
    if (!this.folding.combinesProfiles) return;
    for (let time = from; time < to; time += 1) this.#numbers.pending[first + time * step] = 1;
  }
}

/** By row of time: its last day that is over and delivered, by its place; -1 for a row without one. */
function endsOf(result: Result, metric: Metric, rows: readonly TimeRow[]): Int32Array {
  const { end: lastDay, today, delivered } = result;
  const over = today === undefined ? lastDay : addDays(today, -1);
  const last = earlier(over, delivered?.get(metric.name) ?? over);
  return Int32Array.from(rows, ({ start, end }) =>
    start > last ? -1 : dayNumber(earlier(end, last)) - dayNumber(result.start),
  );
}

/** By row of time, the place of the last break on or before its first day, across which no value is carried; -1 for none. */
function breaksBefore(result: Result, { metric }: Column, rows: readonly TimeRow[]): Int32Array {
  const breaks = crossedBreaks(result, metric);
  return Int32Array.from(rows, ({ start }) => {
    const last = breaks.findLast(({ date }) => date <= start);
    return last === undefined ? -1 : dayNumber(toDay(last.date)) - dayNumber(result.start);
  });
}
