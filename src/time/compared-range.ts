/** The earlier range that a question is compared with (`compare_to`). */
import { inputError } from "../errors/tool-error.ts";
import { addDays, addMonths, daysBetween, isDay, type Day } from "./days.ts";
import { grains, type GrainName, type GrainTraits } from "../catalog/grains.ts";
import { bucketEnd, bucketsOf, bucketStart, type Range } from "./grains.ts";
import { findPeriod, readPeriod } from "./periods.ts";

export const comparisons = ["previous_period", "previous_year", "previous_year_weekdays"] as const;

/** The number of days after which the weekdays of a year repeat. */
const weekdaysOfYear = 364;

/** The units of a range, which decide the range that it is compared with. */
type Unit =
  | { readonly kind: "days" }
  /** A whole week by its name. */
  | { readonly kind: "week" }
  | { readonly kind: "months"; readonly count: number }
  /** The part of a week, month, quarter or year that is over. */
  | { readonly kind: "part"; readonly of: GrainName };

/** A name has a unit of its own. Dates have months where they are whole months, else days. */
function unitOf(range: Range, period = ""): Unit {
  const named = findPeriod(period);
  if (named?.isPart === true) return { kind: "part", of: named.unit };
  if (named?.unit === "day") return { kind: "days" };
  if (named?.unit === "week") return { kind: "week" };
  const count = wholeMonths(range);
  return count === undefined ? { kind: "days" } : { kind: "months", count };
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
  range: Range & { readonly today: Day },
  period: string | undefined,
  compareTo: string,
): Range {
  const compared = rangeOf(range, unitOf(range, period), compareTo);
  const { start }: { readonly start: string } = compared;
  if (!isDay(start))
    throw inputError(`the range to compare with would start on ${start}`, "Choose later dates.");
  if (start < range.start) return compared;
  throw inputError(
    `compare_to ${compareTo} begins on ${start}, which is not before ${range.start}`,
    "Choose an earlier range: the one to compare with starts first.",
  );
}

function rangeOf(range: Range & { readonly today: Day }, unit: Unit, compareTo: string): Range {
  switch (compareTo) {
    case "previous_period":
      return previousPeriod(range, unit);
    case "previous_year":
      return previousYear(range, unit);
    case "previous_year_weekdays":
      return moved(range, addDays(range.start, -weekdaysOfYear));
    default:
      return isDay(compareTo) ? from(compareTo, range, unit) : ofPeriod(compareTo, range.today);
  }
}

/** @throws ToolError `invalid_input` for a text that is neither a comparison, a day nor a period. */
function ofPeriod(text: string, today: Day): Range {
  const found = readPeriod(text, `comparison (${comparisons.join(", ")}, a first day or a period)`);
  return found.rangeAt(today) ?? { start: today, end: today };
}

/** Shares of the days of the earlier range by which the later one can differ, where the units are not the same. */
const mostUneven = 0.1;

/** True for ranges whose sums cannot be compared: they are not as many months, and their lengths differ much. */
export function areUneven(now: Range, before: Range): boolean {
  const months = wholeMonths(now);
  if (months !== undefined && months === wholeMonths(before)) return false;
  const [days, daysBefore] = [now, before].map(({ start, end }) => daysBetween(start, end));
  return Math.abs((days ?? 0) / (daysBefore ?? 1) - 1) > mostUneven;
}

/** The range of the same number of days that starts on a day. */
const moved = ({ start, end }: Range, first: Day): Range => ({
  start: first,
  end: addDays(first, daysBetween(start, end) - 1),
});

/** As many whole months where the day begins one, else as many days. */
const from = (first: Day, range: Range, unit: Unit): Range =>
  unit.kind === "months" && bucketStart(first, month) === first
    ? { start: first, end: addDays(addMonths(first, unit.count), -1) }
    : moved(range, first);

/** The same dates some months earlier; the last day of a month stays the last. */
const monthsEarlier = ({ start, end }: Range, count: number): Range => {
  const last = addMonths(end, -count);
  return {
    start: addMonths(start, -count),
    end: bucketEnd(end, month) === end ? bucketEnd(last, month) : last,
  };
};

function previousPeriod(range: Range, unit: Unit): Range {
  switch (unit.kind) {
    case "days":
    case "week":
      return moved(range, addDays(range.start, -daysBetween(range.start, range.end)));
    case "months":
      return monthsEarlier(range, unit.count);
    case "part": {
      const { length }: GrainTraits = grains[unit.of];
      return "days" in length
        ? moved(range, addDays(range.start, -length.days))
        : monthsEarlier(range, length.months);
    }
  }
}

function previousYear(range: Range, unit: Unit): Range {
  switch (unit.kind) {
    // A week has no dates of its own.
    case "week":
      return moved(range, addDays(range.start, -weekdaysOfYear));
    case "months":
      return monthsEarlier(range, 12);
    case "days":
    case "part":
      return { start: addMonths(range.start, -12), end: addMonths(range.end, -12) };
  }
}
