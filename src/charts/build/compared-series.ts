/** The series of a comparison: the numbers of some of its rows, on both sides. */
import type { Compared, ComparedMetric } from "../../meaning/comparison.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import { differsMuch } from "../../meaning/coverage.ts";
import { isNumber } from "../../meaning/figures.ts";
import { toDay, weekday } from "../../time/days.ts";
import { rowKey } from "../../cells/axis.ts";
import { part, thin, whole, type ChartSeries } from "../../replies/chart.ts";

/** A row of a comparison at a place of the axis. */
interface PlacedRow {
  readonly row: number;
  /** A part of a period, or not over. */
  readonly isPartial?: boolean;
}

/** By place; undefined where the side has no row. */
type Side = readonly (PlacedRow | undefined)[];

/** The numbers of some rows on both sides. @param name begins the names of both series. */
export function pair(
  { now, before, coverage, pending }: ComparedMetric,
  rows: readonly [now: Side, before: Side],
  name: string,
): ChartSeries[] {
  const side = (at: 0 | 1, list: Float64Array): Pick<ChartSeries, "values" | "marks"> => {
    const numbersOf = (from: Float64Array): Float64Array =>
      Float64Array.from(rows[at], (placed) => {
        const value = placed === undefined ? Number.NaN : numberAt(from, placed.row);
        return isNumber(value) ? value : Number.NaN;
      });
    const [values, shares] = [numbersOf(list), numbersOf(coverage[at])];
    const most = shares.reduce((best, one) => Math.max(best, one || 0), 0);
    const marks = Uint8Array.from(rows[at], (placed, index) => {
      if (placed === undefined || Number.isNaN(values[index])) return whole;
      if (placed.isPartial === true || pending[at][placed.row] === 1) return part;
      return differsMuch(numberAt(shares, index), most) ? thin : whole;
    });
    return { values, marks };
  };
  return [
    { name: `${name}now`, role: "own", ...side(0, now) },
    { name: `${name}before`, role: "before", ...side(1, before) },
  ];
}

/**
 * The places by which both sides are moved, so that equal weekdays stand at one place: of whole weeks, and of ranges of
 * equal length from two weeks on. Other ranges begin together.
 */
export function shiftsOf({ type, now, before }: ComparedAxis): readonly [number, number] {
  const [length, other] = [now.rows.length, before.rows.length];
  const isAligned = type === "date.day" && length === other && (length === 7 || length >= 14);
  if (!isAligned) return [0, 0];
  const [first = 0, second = 0] = [now, before].map(({ rows }) =>
    weekday(toDay(rowKey(rows[0] ?? ""))),
  );
  // At most half a week, in either direction.
  const shift = ((second - first + 10) % 7) - 3;
  return [Math.max(0, -shift), Math.max(0, shift)];
}

/** Returns a function that places the rows of the comparison along time, for a combination of the other rows. */
export function rowsAlong(
  { axes }: Compared,
  time: ComparedAxis,
  shifts: readonly [number, number],
): (series: number) => readonly [now: Side, before: Side] {
  const after = axes.slice(axes.indexOf(time) + 1);
  const inner = after.reduce((count, { rows }) => count * rows.length, 1);
  const { length } = time.rows;
  const sideOf = (series: number, at: 0 | 1): Side =>
    Array.from({ length: length + Math.max(...shifts) }, (_, place) => {
      const index = place - shifts[at];
      const own = time.rows[index];
      if (own === undefined) return undefined;
      const row = (Math.floor(series / inner) * length + index) * inner + (series % inner);
      const period = (at === 0 ? time.now : time.before).time?.[own[at]];
      return { row, isPartial: period?.isPartial === true };
    });
  return (series) => [sideOf(series, 0), sideOf(series, 1)];
}
