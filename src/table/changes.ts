/** The changes between both numbers of each row of a comparison. */
import { isCalendarDate } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import { numberAt } from "../cells/number-at.ts";
import { isMissing, isNumber, withheld } from "../cells/states.ts";
import { toDay, weekday } from "../time/days.ts";
import type { JoinedRows } from "./join.ts";
import type { SideNumbers } from "./side.ts";
import { isLate } from "./table.ts";

export interface Changes {
  /** Now minus before. */
  readonly change: Float64Array;
  /** In percent of the number before; NaN for signed differences and rates, and for a base of 0. */
  readonly change_percent: Float64Array;
  /** The same of the numbers per covered profile-day: of sums, where the sides differ in length or coverage. */
  readonly per_day_percent: Float64Array;
}

/** Which rows can have a change, and which a change in percent; 1 for those that can. */
export interface ComparableRows {
  readonly change: Uint8Array;
  readonly percent: Uint8Array;
}

/** A part of a week, month, quarter or year has no change; days have one in percent where both are the same weekday. */
export function comparableRows({ dimensions, keys, rowCount }: JoinedRows): ComparableRows {
  const at = dimensions.findIndex(({ type }) => isCalendarDate(type));
  const time = dimensions[at];
  const [change, percent] = [new Uint8Array(rowCount).fill(1), new Uint8Array(rowCount).fill(1)];
  if (time === undefined) return { change, percent };
  const isPartial = (place: number): boolean =>
    [time, time.previous].some((side) => side?.time?.[place]?.isPartial === true);
  const weekdayOf = (side: typeof time | undefined, place: number): number =>
    weekday(toDay(rowKey(side?.time?.[place]?.row ?? "")));
  const isPaired = (place: number): boolean =>
    time.type !== "date.day" ||
    time.previous?.time?.[place] === undefined ||
    time.time?.[place] === undefined ||
    weekdayOf(time, place) === weekdayOf(time.previous, place);
  const partial = time.rows.map((_, place) => isPartial(place));
  const paired = time.rows.map((_, place) => isPaired(place));
  for (const [row, place] of (keys[at] ?? []).entries()) {
    if (partial[place] === true) change[row] = 0;
    if (partial[place] === true || paired[place] === false) percent[row] = 0;
  }
  return { change, percent };
}

/** By which the covered profile-days of both sides can differ, where no change per day is stated. */
const mostUneven = 0.01;

/** @param isUneven the ranges differ in their days, so that sums have a change per day alone. */
export function changesOf(
  metric: Metric,
  now: SideNumbers,
  before: SideNumbers,
  rows: ComparableRows,
  isUneven: boolean,
): Changes {
  const list = (): Float64Array => new Float64Array(now.values.length).fill(Number.NaN);
  const changes = { change: list(), change_percent: list(), per_day_percent: list() };
  const isSum = now.method === "sum";
  for (let row = 0; row < now.values.length; row += 1) {
    const [late, early] = [numberAt(now.values, row), numberAt(before.values, row)];
    const isPart = rows.change[row] === 0 || isLate(now, row) || isLate(before, row);
    if (isPart || isMissing(late) || isMissing(early)) continue;
    const counted = now.countedAt(row);
    const isAlike =
      counted !== undefined &&
      counted === before.countedAt(row) &&
      now.pending[row] !== 1 &&
      before.pending[row] !== 1;
    const difference = isAlike && isNumber(late) && isNumber(early) ? late - early : withheld;
    changes.change[row] = isUneven && isSum ? withheld : difference;
    if (!isNumber(difference) || rows.percent[row] === 0) continue;
    if (!isUneven || !isSum) changes.change_percent[row] = percentOf(metric, late, early);
    const [days, daysBefore] = [numberAt(now.covered, row), numberAt(before.covered, row)];
    const areAlike =
      now.expected[row] === before.expected[row] &&
      Math.abs(days - daysBefore) <= mostUneven * Math.max(days, daysBefore);
    if (isSum && !areAlike)
      changes.per_day_percent[row] = percentOf(metric, late / days, early / daysBefore);
  }
  return changes;
}

/** NaN for a base of 0, for differences, and for flows whose base is not above 0. */
function percentOf({ kind }: Metric, now: number, before: number): number {
  if (kind.change === "difference") return Number.NaN;
  const hasBase = kind.overDays === "sum" ? before > 0 : before !== 0;
  const percent = (100 * (now - before)) / Math.abs(before);
  return hasBase && Number.isFinite(percent) ? percent : Number.NaN;
}
