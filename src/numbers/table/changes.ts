/** The changes of the rows of a comparison, of the same profiles, at equal days. */
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { isCarried } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Comparison } from "../cells/result.ts";
import { isMissing, isNumber, withheld } from "../cells/states.ts";
import type { TimeRow } from "../meaning/time-rows.ts";
import { daysBetween, toDay, weekday } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import type { JoinedRows } from "./join.ts";
import type { SameNumbers } from "./same-numbers.ts";
import { isLate } from "./table.ts";

export interface Changes {
  /** The number now less the base. */
  readonly change: Float64Array;
  /** In percent of the base; NaN for signed differences and rates, and for a base of 0. */
  readonly change_percent: Float64Array;
}

/** Which rows can have a change, and which a change in percent; 1 for those that can. */
export interface ComparableRows {
  readonly change: Uint8Array;
  readonly percent: Uint8Array;
  /** A range of less than a week has no percent against other weekdays. */
  readonly areSameWeekdays: boolean;
}

/**
 * A part of a week, month, quarter or year has a change where both sides have as many first days of it; days have one in
 * percent where both are the same weekday.
 */
export function comparableRows(
  { dimensions, keys, rowCount }: JoinedRows,
  { now, before }: Comparison,
): ComparableRows {
  const at = dimensions.findIndex(({ type }) => isCalendarDate(type));
  const time = dimensions[at];
  const [change, percent] = [new Uint8Array(rowCount).fill(1), new Uint8Array(rowCount).fill(1)];
  const areSameWeekdays = haveSameWeekdays(now, before);
  if (time === undefined) return { change, percent, areSameWeekdays };
  const weekdayOf = ({ row }: TimeRow): number => weekday(toDay(rowKey(row)));
  const pairs = time.rows.map(
    (_, place) => [time.time?.[place], time.previous?.time?.[place]] as const,
  );
  const canCompare = pairs.map(([late, early]) => late && early && areAlike(late, early));
  const paired = pairs.map(
    ([late, early]) =>
      time.type !== "date.day" || (late && early && weekdayOf(late) === weekdayOf(early)),
  );
  for (const [row, place] of (keys[at] ?? []).entries()) {
    if (canCompare[place] !== true) change[row] = 0;
    if (canCompare[place] !== true || paired[place] !== true) percent[row] = 0;
  }
  return { change, percent, areSameWeekdays: areSameWeekdays || time.type === "date.day" };
}

/** Of ranges of less than a week, true where they have the same weekdays. */
export function haveSameWeekdays(now: Range, before: Range): boolean {
  const [days, daysBefore] = [now, before].map(({ start, end }) => daysBetween(start, end));
  const areShort = Math.min(days ?? 0, daysBefore ?? 0) < 7;
  return !areShort || (days === daysBefore && weekday(now.start) === weekday(before.start));
}

/** Both rows are whole, or the same first days of theirs. */
const areAlike = (late: TimeRow, early: TimeRow): boolean =>
  !(late.isPartial || early.isPartial) ||
  ([late, early].every(({ isFirstDays, isOpen }) => isFirstDays === true && isOpen !== true) &&
    daysBetween(late.start, late.end) === daysBetween(early.start, early.end));

/** A sum of numbers at other days is exact to this share. */
const rounding = 1e-12;

/** The number now less the base; what is a trace of arithmetic alone is 0. */
export const changeFrom = (base: number, now: number): number =>
  Math.abs(now - base) <= rounding * Math.abs(base) ? 0 : now - base;

export function changesOf(
  metric: Metric,
  { now, before, base }: SameNumbers,
  rows: ComparableRows,
): Changes {
  const list = (): Float64Array => new Float64Array(now.values.length).fill(Number.NaN);
  const [changes, percents] = [list(), list()];
  for (let row = 0; row < now.values.length; row += 1) {
    const [late, early] = [numberAt(now.values, row), numberAt(base, row)];
    const isPart = rows.change[row] === 0 || isLate(now, row) || isLate(before, row);
    if (isPart || isMissing(late) || isMissing(early)) continue;
    const counted = now.countedAt(row);
    const isAlike = counted !== undefined && counted === before.countedAt(row);
    const change =
      isAlike && isNumber(late) && isNumber(early) ? changeFrom(early, late) : withheld;
    changes[row] = change;
    if (isNumber(change) && rows.percent[row] === 1)
      percents[row] = percentOf(metric, change, early, rows);
  }
  return { change: changes, change_percent: percents };
}

/** NaN for a base of 0, for differences, for flows and differences of levels whose base is not above 0, and against other weekdays. */
export function percentOf(
  { kind, isSigned }: Metric,
  change: number,
  base: number,
  { areSameWeekdays }: Pick<ComparableRows, "areSameWeekdays">,
): number {
  if (kind.change === "difference" || !(areSameWeekdays || isCarried(kind))) return Number.NaN;
  const needsPositive = kind.overDays === "sum" || isSigned === true;
  const hasBase = needsPositive ? base > 0 : base !== 0;
  const percent = (100 * change) / Math.abs(base);
  return hasBase && Number.isFinite(percent) ? percent : Number.NaN;
}
