/** The rows of two ranges of one question: both numbers of each, the change, and what it contributes to the change of all. */
import { hasShare } from "../table/share.ts";
import { each, type Work } from "../async/work.ts";
import { isCalendarDate, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { comparedAxis, type ComparedAxis } from "./axes.ts";
import { numbersOf, partsOf, shares, sideOf } from "./sides.ts";
import type { ComparedPart, Numbers, Side } from "./sides.ts";
import { areUneven } from "../time/compared-range.ts";
import { isMissing, isNumber, withheld } from "../cells/states.ts";
import type { Method } from "../meaning/methods.ts";
import { foldEach } from "../table/combine.ts";
import { fold } from "../table/statistic.ts";
import type { Table } from "../table/table.ts";
import type { Groups } from "../meaning/groups.ts";

/** The numbers of one metric, a list entry per row. NaN is missing; withheld numbers exist, but are not shown. */
export interface ComparedMetric {
  readonly metric: Metric;
  readonly method: Method;
  readonly now: Float64Array;
  readonly before: Float64Array;
  /** Now minus before. */
  readonly change: Float64Array;
  /** The change in percent of the number before. */
  readonly percent: Float64Array;
  /** As `percent`, of the numbers per covered profile-day; NaN where gaps are not visible, or the number is not a sum. */
  readonly percentPerDay: Float64Array;
  /** The absolute sum of all rows before, each profile counted once; NaN for numbers that cannot be added, and for 0. */
  readonly base: number;
  /** The change in percent of the base. */
  readonly contribution: Float64Array;
  /** The share of the profile-days of each side that have a value; NaN where it is not known. */
  readonly coverage: readonly [now: Float64Array, before: Float64Array];
  /** The profile-days of each side that could have a value; 0 where they are not known. */
  readonly expected: readonly [now: Float64Array, before: Float64Array];
  /** 1 where a profile beneath a number has no value yet, so that later rows have more profiles; of each side. */
  readonly pending: readonly [now: Uint8Array, before: Uint8Array];
  /** The metric's parts of each range, where its breaks forbid every change. */
  readonly parts: readonly ComparedPart[];
  /** Which profiles are compared like for like; undefined for rows of time and breakdowns, and where gaps are not visible. */
  readonly like?: Like | undefined;
}

/** The groups of a metric's profiles, and the numbers of those that are compared, and of all, beneath each row. */
export interface Like {
  readonly groups: Groups;
  readonly compared: Uint32Array;
  readonly all: Uint32Array;
}

export interface Compared {
  readonly axes: readonly ComparedAxis[];
  /** The number of rows: combinations of the rows of all axes. */
  readonly rowCount: number;
  readonly metrics: readonly ComparedMetric[];
}

/** Compares both sides at some dimensions: any that their days or their cells can be folded to. */
export function* compareRows(
  { now, before, whole = before }: Comparison,
  dimensions: readonly Dimension[],
): Work<Compared> {
  const hasTime = dimensions.some(isCalendarDate);
  const tableOf = (result: Result, types = dimensions): Work<Table> =>
    foldEach(result, types, (own, of, { only }) =>
      fold(own, of, { only, isDivided: !hasTime, isDense: true }),
    );
  const [tableNow, tableBefore] = [yield* tableOf(now), yield* tableOf(before)];
  const axes = tableNow.dimensions.map((axis, index) =>
    comparedAxis(axis, tableBefore.dimensions[index] ?? axis),
  );
  const sides = [
    sideOf("now", now, tableNow, axes),
    sideOf("before", before, tableBefore, axes),
  ] as const;
  // Labels overlap: the sum of all rows counts each profile once.
  const once = dimensions.filter((type) => type !== "profile_label");
  const isWhole = whole === before && once.length === dimensions.length;
  const all = isWhole ? sides[1] : sideOf("before", whole, yield* tableOf(whole, once));
  return {
    axes,
    rowCount: sides[0].places.length,
    metrics: yield* each(now.metrics, (metric) => comparedMetric(metric, sides, all)),
  };
}

function* comparedMetric(
  metric: Metric,
  sides: readonly [Side, Side],
  all: Side,
): Work<ComparedMetric> {
  const now = numbersOf(sides[0], metric);
  yield;
  const before = numbersOf(sides[1], metric);
  yield;
  const [{ hasTime }] = sides;
  const isUneven = !hasTime && now.method === "sum" && areUneven(sides[0].result, sides[1].result);
  const isAlike = (row: number): boolean => {
    const counted = now.countedAt(row);
    return counted !== undefined && counted === before.countedAt(row);
  };
  const whole = all === sides[1] ? before : numbersOf(all, metric);
  const isAdded = hasShare({ metric, method: now.method }, hasTime);
  const base = (isAdded && Math.abs(sumOf(whole.values))) || Number.NaN;
  yield;
  const isBroken = !hasTime && !isAlike(0);
  const changes = changesOf(metric, now, before, isAlike, isUneven);
  yield;
  return {
    metric,
    method: now.method,
    now: now.values,
    before: before.values,
    base,
    ...changes,
    contribution: changes.change.map((value) => (isNumber(value) ? (100 * value) / base : value)),
    coverage: [shares(now), shares(before)],
    expected: [now.expected, before.expected],
    pending: [now.pending, before.pending],
    parts: isBroken ? sides.flatMap((side) => partsOf(side, metric)) : [],
  };
}

/**
 * The change of each row that has comparable numbers on both sides, and what is made from it.
 * @param isAlike says whether both numbers of a row count the same thing.
 * @param isUneven the sides differ in their days, so only the change per day is given.
 */
function changesOf(
  metric: Metric,
  now: Numbers,
  before: Numbers,
  isAlike: (row: number) => boolean,
  isUneven: boolean,
): Pick<ComparedMetric, "change" | "percent" | "percentPerDay"> {
  const list = (): Float64Array => new Float64Array(now.values.length).fill(Number.NaN);
  const lists = { change: list(), percent: list(), percentPerDay: list() };
  for (let row = 0; row < now.values.length; row += 1) {
    const one = numberAt(now.values, row);
    const other = numberAt(before.values, row);
    const isSettled = now.pending[row] !== 1 && before.pending[row] !== 1;
    const difference =
      isSettled && isAlike(row) ? minus(one, other) : whereBoth(one, other, withheld);
    const change = isUneven ? whereBoth(one, other, withheld) : difference;
    lists.change[row] = change;
    if (isNumber(change)) lists.percent[row] = percentOf(metric, one, other);
    if (now.method !== "sum" || !isNumber(difference)) continue;
    const [days, daysBefore] = [numberAt(now.covered, row), numberAt(before.covered, row)];
    lists.percentPerDay[row] = percentOf(metric, one / days, other / daysBefore);
  }
  return lists;
}

const sumOf = (list: Float64Array): number =>
  list.reduce((sum, value) => (isNumber(value) ? sum + value : sum), 0);

const whereBoth = (one: number, other: number, value: number): number =>
  isMissing(one) || isMissing(other) ? Number.NaN : value;

const minus = (one: number, other: number): number =>
  whereBoth(one, other, isNumber(one) && isNumber(other) ? one - other : withheld);

/** NaN for a base of 0, for differences, and for flows whose base is not above 0. */
function percentOf({ kind }: Metric, one: number, other: number): number {
  if (kind.change === "difference") return Number.NaN;
  const hasBase = kind.overDays === "sum" ? other > 0 : other !== 0;
  const percent = (100 * (one - other)) / Math.abs(other);
  return hasBase && Number.isFinite(percent) ? percent : Number.NaN;
}
