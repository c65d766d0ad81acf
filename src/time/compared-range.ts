/** The earlier range that a question is compared with (`compare_to`). */
import { inputError } from "../errors/tool-error.ts";
import { addDays, addMonths, daysBetween, isDay, type Day } from "./days.ts";
import { grains, type GrainTraits } from "../catalog/grains.ts";
import { bucketEnd, bucketsOf, bucketStart, type Range, type Weekday } from "./grains.ts";
import { findPeriod, readPeriod } from "./periods.ts";

export const comparisons = ["previous_period", "previous_year", "previous_year_weekdays"] as const;

/** The number of days after which the weekdays of a year repeat. */
const weekdaysOfYear = 364;

/** The ranges that a range is compared with, by what its name or its dates say about its length. */
interface Earlier extends Readonly<Record<(typeof comparisons)[number], () => Range>> {
  /** The number of whole months that the range consists of; undefined for other ranges. */
  readonly months?: number;
}

/** A name has a unit of its own. Dates have months where they are whole months, else days. */
function earlierRanges(range: Range, name = ""): Earlier {
  const { start, end } = range;
  const named = findPeriod(name);
  const daysEarlier = (days: number) => (): Range => moved(range, addDays(start, -days));
  const earlier = {
    previous_period: daysEarlier(daysBetween(start, end)),
    previous_year: () => ({ start: addMonths(start, -12), end: addMonths(end, -12) }),
    previous_year_weekdays: daysEarlier(weekdaysOfYear),
  };
  const months = named?.unit === "day" ? undefined : wholeMonths(range);
  const byMonths = months !== undefined && {
    previous_period: () => monthsEarlier(range, months),
    previous_year: () => monthsEarlier(range, 12),
    months,
  };
  if (named?.isPart === true) {
    const { length }: GrainTraits = grains[named.unit];
    const period =
      "days" in length ? daysEarlier(length.days) : () => monthsEarlier(range, length.months);
    return { ...earlier, ...byMonths, previous_period: period };
  }
  // A week has no dates of its own.
  if (named?.unit === "week") return { ...earlier, previous_year: earlier.previous_year_weekdays };
  return { ...earlier, ...byMonths };
}

const month = { unit: "month" } as const;

/** The number of calendar months that a range consists of; undefined if it has a part of one. */
function wholeMonths({ start, end }: Range): number | undefined {
  const months = bucketsOf(start, end, month);
  return months[0] === start && bucketEnd(end, month) === end ? months.length : undefined;
}

/**
 * Returns the range that a range is compared with.
 * @param period the period that the range is; undefined if dates were given.
 * @param compareTo one of `comparisons`, a period, or the first day of a range of as many months or days.
 * @throws ToolError `invalid_input` for any other text, and for a range that is not earlier.
 */
export function comparedRange(
  range: Range & { readonly today: Day; readonly weekStart?: Weekday },
  period: string | undefined,
  compareTo: string,
): Range {
  const own = earlierRanges(range, period);
  const named = comparisons.find((one) => one === compareTo);
  const other = (): Range =>
    isDay(compareTo) ? from(compareTo, range, own) : ofPeriod(compareTo, range);
  const compared = named === undefined ? other() : own[named]();
  const { start }: { readonly start: string } = compared;
  if (!isDay(start))
    throw inputError(`the range to compare with would start on ${start}`, "Choose later dates.");
  if (start < range.start) return compared;
  throw inputError(
    `compare_to ${compareTo} begins on ${start}, which is not before ${range.start}`,
    "Choose an earlier range: the one to compare with starts first.",
  );
}

/** @throws ToolError `invalid_input` for a text that is neither a comparison, a day nor a period. */
function ofPeriod(
  text: string,
  { today, weekStart }: { readonly today: Day; readonly weekStart?: Weekday },
): Range {
  const found = readPeriod(text, `comparison (${comparisons.join(", ")}, a first day or a period)`);
  return found.rangeAt(today, weekStart) ?? { start: today, end: today };
}

/** Shares of the days of the earlier range by which the later one can differ, where the units are not the same. */
const mostUneven = 0.1;

/** True for ranges whose sums cannot be compared: they are not as many months, and their lengths differ much. */
export function areUneven(now: Range, before: Range): boolean {
  const months = wholeMonths(now);
  if (months !== undefined && months === wholeMonths(before)) return false;
  const ratio = daysBetween(now.start, now.end) / daysBetween(before.start, before.end);
  return Math.abs(ratio - 1) > mostUneven;
}

/** The range of the same number of days that starts on a day. */
const moved = ({ start, end }: Range, first: Day): Range => ({
  start: first,
  end: addDays(first, daysBetween(start, end) - 1),
});

/** As many whole months where the day begins one, else as many days. */
const from = (first: Day, range: Range, { months }: Earlier): Range =>
  months !== undefined && bucketStart(first, month) === first
    ? { start: first, end: addDays(addMonths(first, months), -1) }
    : moved(range, first);

/** The same dates some months earlier; the last day of a month stays the last. */
const monthsEarlier = ({ start, end }: Range, count: number): Range => {
  const last = addMonths(end, -count);
  return {
    start: addMonths(start, -count),
    end: bucketEnd(end, month) === end ? bucketEnd(last, month) : last,
  };
};
