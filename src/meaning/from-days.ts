/** Combines the values of profiles and days, by the method of each column. */
import type { Work } from "../async/work.ts";
import { linesOf, type DayGrid } from "../cells/day-grid.ts";
import { dayNumber, type Day } from "../time/days.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { isLast, withheld, type Figures } from "./figures.ts";
import type { CellColumn } from "./from-cells.ts";
import type { Parts } from "./methods.ts";
import { SeenDays } from "./presence.ts";
import type { Shape } from "./shape.ts";
import type { TimeRows } from "./time-rows.ts";

/** A column, its metric among the days, and the ways to combine it. */
export interface DayColumn extends CellColumn {
  readonly parts: Parts | undefined;
  /** The place of the first day for which the metric can have data. */
  readonly firstDay: number;
  /** Days on which the metric begins to count something else: no value is carried across them. */
  readonly breaks: readonly Day[];
  /** As `bucketPlaces`; undefined where gaps are not visible. */
  readonly buckets: Int32Array | undefined;
}

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

/** Fills the columns of the figures that profile-days are held for. */
export function* fillFromDays(
  figures: Figures,
  shape: Shape,
  result: Result,
  grid: DayGrid,
  columns: readonly DayColumn[],
): Work<void> {
  for (const one of columns) {
    const time = shape.timeOf(one.column);
    const line = emptyLine(time.rows.length);
    const tally = new Tally(figures, shape, result, one, time);
    for (const { row, breakdown, offset } of linesOf(grid)) {
      readLine(grid, offset, one, time, line);
      for (const place of shape.placesOf(row)) {
        tally.add(line, place + breakdown * shape.breakdownStride + one.target);
      }
      yield;
    }
    tally.finish();
  }
}

/** Reads one metric of one profile: the sum, the count and the last value of each row of time. */
function readLine(
  { cells: { values }, dayCount, dayStride }: DayGrid,
  offset: number,
  { source, parts, firstDay, buckets }: DayColumn,
  { placeOf }: TimeRows,
  line: Line,
): void {
  for (const list of Object.values(line)) list.fill(0);
  const seen = new SeenDays(line);
  for (let day = firstDay; day < dayCount; day += 1) {
    const row = placeOf[day] ?? -1;
    if (row === -1) continue;
    if (buckets !== undefined) seen.add(row, numberAt(buckets, day));
    const at = offset + day * dayStride;
    const value = numberAt(values, at + (parts?.above ?? source));
    const below = parts === undefined ? 1 : numberAt(values, at + parts.below);
    if (Number.isNaN(value) || Number.isNaN(below)) continue;
    line.counts[row]! += 1;
    seen.hasValue = true;
    line.lastDay[row] = day;
    line.last[row] = value;
    if (parts?.denominator === "last") {
      line.sums[row] = value;
      line.below[row] = below;
    } else {
      line.sums[row]! += value;
      line.below[row]! += below;
    }
  }
  seen.end();
}

/** Adds the lines of profiles into the rows of one column. */
class Tally {
  /** The number of columns: the lists below have one entry per row. */
  readonly #width: number;
  readonly #sums: Float64Array;
  readonly #below: Float64Array;
  readonly #carries: boolean;
  /** Rows before the first value of a profile are marked. */
  readonly #marks: boolean;
  /** By row of time, the place of the last break on or before its first day; -1 for none. */
  readonly #breakBefore: readonly number[];

  constructor(
    private readonly figures: Figures,
    private readonly shape: Shape,
    private readonly result: Result,
    private readonly one: DayColumn,
    private readonly time: TimeRows,
  ) {
    this.#width = figures.columns.length;
    const count = figures.values.length / this.#width;
    this.#sums = new Float64Array(count);
    this.#below = new Float64Array(count);
    const { method } = one.column;
    // Weekdays are not in the order of time, so that none has earlier rows.
    const isOrdered = shape.axes.every(({ type }) => type !== "date.weekday");
    this.#marks = isLast(method) && shape.combinesProfiles && isOrdered;
    this.#carries = this.#marks && method === "last";
    this.#breakBefore = time.rows.map(({ start }) => {
      const last = one.breaks.findLast((day) => day <= start);
      return last === undefined ? -1 : dayNumber(last) - dayNumber(result.start);
    });
  }

  add(line: Line, place: number): void {
    const { covered, expected } = this.figures;
    const { today } = this.result;
    let carried = Number.NaN;
    let carriedDay = -1;
    let first = 0;
    let side = -1;
    this.time.rows.forEach(({ start }, row) => {
      const at = place + row * this.shape.timeStride;
      const count = numberAt(line.counts, row);
      const breakBefore = this.#breakBefore[row] ?? -1;
      if (breakBefore !== side) {
        if (carriedDay < breakBefore) carried = Number.NaN;
        [side, first] = [breakBefore, row];
      }
      covered[at]! += numberAt(line.covered, row);
      expected[at]! += numberAt(line.expected, row);
      if (count > 0) {
        if (Number.isNaN(carried) && this.#marks) this.#markEarlier(place, first, row);
        carried = numberAt(line.last, row);
        carriedDay = numberAt(line.lastDay, row);
        this.#addRow(line, row, at);
      } else if (this.#carries && !Number.isNaN(carried)) {
        // No value is carried to days that are not over.
        if (today === undefined || start < today) this.#put(at, carried, 1);
      }
    });
  }

  #addRow(line: Line, row: number, at: number): void {
    const { method } = this.one.column;
    if (isLast(method)) {
      this.#put(at, numberAt(line.last, row), 1);
      this.figures.days[at] = this.shape.combinesProfiles ? -1 : numberAt(line.lastDay, row);
    } else {
      const below = numberAt(line.below, row);
      const isMean = this.one.parts?.denominator === "mean";
      const days = isMean ? numberAt(line.counts, row) : 1;
      this.#put(at, numberAt(line.sums, row), below / days);
    }
  }

  #put(at: number, value: number, below: number): void {
    const row = (at - this.one.target) / this.#width;
    this.#sums[row]! += value;
    this.#below[row]! += below;
    this.figures.profiles[at]! += 1;
  }

  /** Rows before the first value of a profile have fewer profiles than the later ones. */
  #markEarlier(place: number, from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      this.figures.pending[place + row * this.shape.timeStride] = 1;
    }
  }

  finish(): void {
    const { values, covered, quotients } = this.figures;
    const { method } = this.one.column;
    const factor = this.one.parts?.factor ?? 1;
    for (let row = 0; row < this.#sums.length; row += 1) {
      const at = row * this.#width + this.one.target;
      const sum = numberAt(this.#sums, row);
      const below = numberAt(this.#below, row);
      if (method === "quotient") {
        const without = numberAt(covered, at) > 0 ? withheld : Number.NaN;
        values[at] = below === 0 ? without : (factor * sum) / below;
        if (quotients !== undefined && !Number.isNaN(numberAt(values, at))) {
          quotients.above[at] = factor * sum;
          quotients.below[at] = below;
        }
      } else if (below > 0) {
        values[at] = method === "mean" || method === "mean of last" ? sum / below : sum;
      }
    }
  }
}
