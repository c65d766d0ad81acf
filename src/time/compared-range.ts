/** The earlier range that a question is compared with (`compare_to`). */
import { inputError } from "../errors/tool-error.ts";
import { addDays, addMonths, daysBetween, isDay, type Day } from "./days.ts";
import { grains, isGrain, type GrainName, type GrainTraits } from "../catalog/grains.ts";
import { bucketEnd, bucketsOf, bucketStart, type Range } from "./grains.ts";

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
  const [which, unit = "", ...more] = period.split("_");
  const isCalendar = isGrain(unit) && more.length === 0;
  if (period !== "" && !isCalendar) return { kind: "days" };
  if (isCalendar && which === "this") return { kind: "part", of: unit };
  if (unit === "week") return { kind: "week" };
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
 * @param compareTo one of `comparisons`, or the first day of a range of as many months or days.
 * @throws ToolError `invalid_input` for any other text, and for a range that is not earlier.
 */
export function comparedRange(range: Range, period: string | undefined, compareTo: string): Range {
  const compared = rangeOf(range, period, compareTo);
  const { start }: { readonly start: string } = compared;
  if (isDay(start)) return compared;
  throw inputError(`the range to compare with would start on ${start}`, "Choose later dates.");
}

function rangeOf(range: Range, period: string | undefined, compareTo: string): Range {
  const unit = unitOf(range, period);
  switch (compareTo) {
    case "previous_period":
      return previousPeriod(range, unit);
    case "previous_year":
      return previousYear(range, unit);
    case "previous_year_weekdays":
      return moved(range, addDays(range.start, -weekdaysOfYear));
    default:
      return from(firstDay(range, compareTo), range, unit);
  }
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

/** @throws ToolError `invalid_input` for a text that is no earlier day. */
function firstDay({ start }: Range, text: string): Day {
  if (!isDay(text)) {
    throw inputError(
      `compare_to ${JSON.stringify(text.slice(0, 40))} is neither a comparison nor a day`,
      `Choose ${comparisons.join(", ")}, or the first day of the range to compare with, as YYYY-MM-DD.`,
    );
  }
  if (text < start) return text;
  throw inputError(
    `compare_to ${text} is not before date_start ${start}`,
    "Choose an earlier day: the range to compare with starts first.",
  );
}
