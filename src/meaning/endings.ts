/** Metrics that ended: from a day on, no profile has a value, or none above 0. */
import { mean } from "simple-statistics";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { addDays, type Day } from "../time/days.ts";
import { dayTotals, knownOf, type DayTotal } from "./known-values.ts";

/** A shorter run may be days that are not delivered. */
const leastRun = 8;
/** Of fewer profiles, a run of days without events is theirs. */
const leastProfiles = 5;
/** The events that would be usual in a run of zeros. */
const leastEvents = 50;
/** Days before a run that say what is usual. */
const usualDays = 28;

/** Counts of events or people that are not paid for: campaigns end. */
const canEndInZeros = ({ kind, name }: Metric): boolean =>
  ((kind.overDays === "sum" && !kind.isDifference) || kind.isDistinct) && !name.includes("paid");

/**
 * The first day of the run up to the end of a range that ends a metric; undefined for none.
 * @param now up to the last day that is over and delivered.
 */
export function endedFrom(
  now: Pick<Result, "end">,
  results: readonly Result[],
  metric: Metric,
): Day | undefined {
  const days = dayTotals(results, metric).filter(({ day }) => day <= now.end);
  const isMissing = ({ count }: DayTotal): boolean => count === 0;
  const isZero = ({ events }: DayTotal): boolean => events === 0;
  const missing = runAtEnd(days, isMissing);
  const zeros = canEndInZeros(metric) ? runAtEnd(days, isZero) : [];
  const longest = Math.max(missing.length, zeros.length);
  if (longest < leastRun || longest === days.length) return undefined;
  if (knownOf(results, metric).profiles.length < leastProfiles) return undefined;
  if (missing.length >= leastRun) return missing[0]?.day;
  const earlierDays = days.slice(0, days.length - zeros.length);
  const usual = mean(earlierDays.slice(-usualDays).map(({ sum }) => sum)) * zeros.length;
  const isUsualRun = longestRun(earlierDays, isZero) * 2 >= zeros.length;
  return usual >= leastEvents && !isUsualRun ? zeros[0]?.day : undefined;
}

/** The last days that all meet a condition. */
const runAtEnd = (
  days: readonly DayTotal[],
  isMet: (day: DayTotal) => boolean,
): readonly DayTotal[] => days.slice(days.findLastIndex((day) => !isMet(day)) + 1);

/** The length of the longest run of days that meet a condition. */
function longestRun(days: readonly DayTotal[], isMet: (day: DayTotal) => boolean): number {
  let [longest, length] = [0, 0];
  for (const [at, day] of days.entries()) {
    const isNext = days[at - 1]?.day === addDays(day.day, -1);
    length = isMet(day) ? (isNext ? length : 0) + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}
