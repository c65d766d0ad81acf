/**
 * Runs of days up to the end of the evidence on which no profile has a value, or none but 0: the end of a metric, days that
 * may not be delivered, or a metric that nobody uses. Campaigns end: nothing is said of metrics that are paid for.
 */
import { isCarried } from "../../catalog/kinds.ts";
import { mean } from "simple-statistics";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../cells/number-at.ts";
import type { ZeroRun } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { weekday, type Day } from "../../base/time/days.ts";
import { follows, type DayTotals, type Known } from "./known-values.ts";
import { canBeLateAsZeros, leastOfNetwork } from "./late-days.ts";

/** A shorter run may be days that are not delivered. */
const leastRun = 8;
/** The events that would be usual in a run of zeros that ends a metric, and in one of which a caution speaks. */
const leastEvents = { ended: 50, undecided: 10 };
/** Days before a run that say what is usual, and days up to its end in which its profiles have a value. */
const usualDays = 28;
/** The least share of what is usual on the day before a metric ends. */
const leastBefore = 0.25;

/** Counts of events or people that are not paid for. */
export const canEndInZeros = ({ kind, name, isSigned }: Metric): boolean =>
  isSigned !== true &&
  ((kind.overDays === "sum" && !kind.isDifference) || kind.isDistinct) &&
  !name.includes("paid");

interface Scope {
  readonly known: Known;
  readonly totals: DayTotals;
  /** The last day of the evidence that counts, and that of the range. */
  readonly last: Day;
  readonly end: Day;
  /** The first day that may not be delivered. */
  readonly recentFrom: Day;
}

/** Places of days: the first of the evidence, of the run, and the last. */
interface Places {
  readonly first: number;
  readonly from: number;
  readonly to: number;
  readonly isZero: (at: number) => boolean;
}

/** Undefined where nothing is to be said of the last days. */
export function runOf(scope: Scope, metric: Metric): ZeroRun | undefined {
  const { known, totals, last, end } = scope;
  const to = known.placeOf(last);
  const runTo = (isMet: (at: number) => boolean): number => {
    let from = to;
    while (from > 0 && isMet(from - 1) && follows(known, from)) from -= 1;
    return isMet(to) ? from : to + 1;
  };
  const hasNoValue = (at: number): boolean => totals.counts[at] === 0;
  const isZero = (at: number): boolean => totals.events[at] === 0;
  const [first, missing, zeros] = [runTo(() => true), runTo(hasNoValue), runTo(isZero)];
  const isWithin = (from: number): boolean => from <= to && known.days[from]! <= end;
  const runFrom = (from: number, kind: ZeroRun["kind"]): ZeroRun => ({
    kind,
    day: required(known.days[from], "a day"),
    isBound: from === first,
  });
  const recently = Math.max(0, to - usualDays);
  const active = known.lines.filter(({ values }) =>
    values.subarray(recently, to + 1).some((value) => !Number.isNaN(value)),
  );
  const areMany = active.length >= leastOfNetwork;
  // A level is carried for some days, and then leaves its total.
  const canEnd = !isCarried(metric.kind) && areMany;
  if (isWithin(missing) && canEnd && to - missing + 1 >= leastRun) return runFrom(missing, "ended");
  if (!isWithin(zeros) || missing === zeros) return undefined;
  const places = { first, from: zeros, to, isZero };
  if (canEndInZeros(metric) && endsIn(scope, places))
    return runFrom(zeros, areMany ? "ended" : "zero");
  if (!areMany) return undefined;
  if (zeros === first) {
    const isAlways = canEndInZeros(metric) && totals.counts.subarray(first, to + 1).every(Boolean);
    return isAlways ? runFrom(zeros, "always zero") : undefined;
  }
  return isUndecided(scope, places, metric) ? runFrom(zeros, "undecided") : undefined;
}

/** True for zeros that end a metric. What is usual is taken from the other range where the later one has zeros alone. */
function endsIn({ known, totals: { sums } }: Scope, { first, from, to, isZero }: Places): boolean {
  const length = to - from + 1;
  const usual = meanOf(sums.subarray(Math.max(from === first ? 0 : first, from - usualDays), from));
  const isSudden = from === first || numberAt(sums, from - 1) >= usual * leastBefore;
  const isLong = length >= leastRun && longestRun(known, from, isZero) * 2 < length;
  return isLong && isSudden && usual * length >= leastEvents.ended;
}

/** True for zeros on the last days that would be unusual on their weekdays. */
function isUndecided(
  { known, totals: { sums }, recentFrom }: Scope,
  { from, to, isZero }: Places,
  metric: Metric,
): boolean {
  const { days } = known;
  const run = days.slice(from, to + 1);
  const areRecent = required(run[0], "a day") >= recentFrom;
  if (!areRecent || !canBeLateAsZeros(metric) || longestRun(known, from, isZero) >= run.length)
    return false;
  const usualOn = (day: Day): number =>
    meanOf(sums.subarray(0, from).filter((_, at) => weekdayAt(days, at) === weekday(day)));
  return run.reduce((events, day) => events + usualOn(day), 0) >= leastEvents.undecided;
}

const weekdayAt = (days: readonly Day[], at: number): number =>
  weekday(required(days[at], "a day"));

const meanOf = (values: Float64Array): number => (values.length === 0 ? 0 : mean([...values]));

/** The length of the longest run of days before a place that meet a condition. */
function longestRun(known: Known, before: number, isMet: (at: number) => boolean): number {
  let [longest, length] = [0, 0];
  for (let at = 0; at < before; at += 1) {
    length = isMet(at) ? (follows(known, at) ? length : 0) + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}
