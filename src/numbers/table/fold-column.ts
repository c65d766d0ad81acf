/** Combines the values of profiles and days into the rows of a column, by its method. */
import { rowsPerProfile } from "../cells/day-values.ts";
import { numberAt } from "../cells/number-at.ts";
import { withheld } from "../cells/states.ts";
import { isLast } from "../meaning/methods.ts";
import { carrier } from "./carried.ts";
import { lastOf, lineReader } from "./profile-line.ts";
import type { LastValue, LineSource, ProfileLine } from "./profile-line.ts";
import type { Rows } from "./rows.ts";
import { emptyNumbers, noDay, type Column, type Numbers } from "./table.ts";

/**
 * By the place of a profile, then by row of time: its values count `times / over`; where `times` is NaN, the profile is not
 * in the row. Both are numbers of days, whose product is exact.
 * @example the sum of 30 days as one of 31: times 31, over 30
 */
export interface Weights {
  readonly times: Float64Array;
  /** 1 (default). */
  readonly over?: Float64Array;
}

export interface Folding extends LineSource {
  readonly rows: Rows;
  /** Rows of time follow one another: those of weekdays do not. */
  readonly isOrdered: boolean;
  /** Several profiles can share a row. */
  readonly combinesProfiles: boolean;
  /** Each counts once (default). */
  readonly weights?: Weights | undefined;
}

/** Coverage is that of the profiles, with a breakdown too. */
export function foldColumn(column: Column, folding: Folding): Numbers {
  const { rows, values, time } = folding;
  const tally = new Tally(column, folding);
  const read = lineReader(folding, column, tally.carries);
  const lines = rowsPerProfile(values);
  for (let profile = 0; profile < values.profiles.length; profile += 1)
    for (let row = 0; row < lines; row += 1) {
      const targets = rows.linesOf(profile, row);
      if (targets.length === 0) continue;
      const line = read(profile, profile * lines + row);
      for (const target of targets) tally.add(line, target, profile * time.rows.length);
    }
  return tally.finish();
}

/** True for a column whose last values are carried to later rows of time. */
export const carriesValues = ({ method, parts }: Column, isOrdered: boolean): boolean =>
  (isLast(method) || parts?.denominator === "last") && isOrdered;

/** The numbers of one column while lines are added. */
class Tally {
  readonly #numbers: Numbers;
  readonly #sums: Float64Array;
  readonly #below: Float64Array;
  readonly #isRatioOfLast: boolean;
  readonly carries: boolean;
  readonly #carry: ReturnType<typeof carrier>;

  constructor(
    private readonly column: Column,
    private readonly folding: Folding,
  ) {
    const { result, rows, time, isOrdered } = folding;
    this.#numbers = emptyNumbers(rows.rowCount);
    this.#sums = new Float64Array(rows.rowCount);
    this.#below = new Float64Array(rows.rowCount);
    this.#isRatioOfLast = column.parts?.denominator === "last";
    this.carries = carriesValues(column, isOrdered);
    this.#carry = carrier(result, column.metric, time.rows, this.#isRatioOfLast);
  }

  /** @param weightsAt the place of the weights of the profile. */
  add(line: ProfileLine, target: number, weightsAt: number): void {
    const { rows, isOrdered, weights } = this.folding;
    const { covered, expected } = this.#numbers;
    const { method, parts } = this.column;
    const [first, step] = [numberAt(rows.first, target), numberAt(rows.step, target)];
    for (let time = 0; time < rows.timeCount; time += 1) {
      const row = first + time * step;
      const times = weights?.times[weightsAt + time] ?? 1;
      if (Number.isNaN(times)) continue;
      const over = weights?.over?.[weightsAt + time] ?? 1;
      covered[row]! += line.covered[time]!;
      expected[row]! += line.expected[time]!;
      if (this.carries || line.covered[time] === 0) continue;
      if (isLast(method)) {
        this.#putLast(row, lastOf(line, time, this.#isRatioOfLast));
        continue;
      }
      const count = line.counts[time]!;
      // The sum over the mean level; by weekday, of which a range has unequal numbers, the mean over the mean level.
      const dividesByMean = parts?.denominator === "mean" && isOrdered;
      const below = line.below[time]!;
      const divisor = dividesByMean ? below / Math.max(1, count) : (below * times) / over;
      this.#put(row, (line.sums[time]! * times) / over, divisor, count > 0);
    }
    if (this.carries) this.#addCarried(line, first, step, weightsAt);
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

  #addCarried(line: ProfileLine, first: number, step: number, weightsAt: number): void {
    const { values, lacking } = this.#carry(line);
    const { weights } = this.folding;
    const isIn = (time: number): boolean => !Number.isNaN(weights?.times[weightsAt + time] ?? 1);
    for (const [time, value] of values.entries())
      if (value !== undefined && isIn(time)) this.#putLast(first + time * step, value);
    if (!this.folding.combinesProfiles) return;
    for (const time of lacking) if (isIn(time)) this.#numbers.pending[first + time * step] = 1;
  }
}
