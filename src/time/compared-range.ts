/** The earlier range that a question is compared with (`compare_to`). */
import { inputError } from "../errors/tool-error.ts";
import { addDays, addMonths, daysBetween, earlier, isDay, type Day } from "./days.ts";
import { isGrain } from "../catalog/grains.ts";
import { bucketEnd, bucketStart, type Grain, type Range } from "./grains.ts";

export const comparisons = ["previous_period", "previous_year", "previous_year_weekdays"] as const;

/** The number of days after which the weekdays of a year repeat. */
const weekdaysOfYear = 364;

/** The calendar period of `last_month` or `this_week`; undefined for other periods. */
function calendarPeriod(period = ""): { grain: Grain; isWhole: boolean } | undefined {
  const [which, unit = "", ...more] = period.split("_");
  return isGrain(unit) && more.length === 0
    ? { grain: { unit }, isWhole: which === "last" }
    : undefined;
}

/**
 * Returns the range that a range is compared with.
 * @param period the period that the range is; undefined if dates were given.
 * @param compareTo one of `comparisons`, or the first day of a range of the same length.
 * @throws ToolError `invalid_input` for any other text, and for a range that is not earlier.
 */
export function comparedRange(range: Range, period: string | undefined, compareTo: string): Range {
  const compared = rangeOf(range, period, compareTo);
  const { start }: { readonly start: string } = compared;
  if (isDay(start)) return compared;
  throw inputError(`the range to compare with would start on ${start}`, "Choose later dates.");
}

function rangeOf(range: Range, period: string | undefined, compareTo: string): Range {
  const calendar = calendarPeriod(period);
  switch (compareTo) {
    case "previous_period":
      return previousPeriod(range, calendar);
    case "previous_year":
      return previousYear(range, calendar);
    case "previous_year_weekdays":
      return moved(range, addDays(range.start, -weekdaysOfYear));
    default:
      return moved(range, firstDay(range, compareTo));
  }
}

/** The range of the same length that starts on a day. */
const moved = ({ start, end }: Range, first: Day): Range => ({
  start: first,
  end: addDays(first, daysBetween(start, end) - 1),
});

type CalendarPeriod = ReturnType<typeof calendarPeriod>;

/** A whole calendar period, as many first days of one, or as many days just before. */
function previousPeriod(range: Range, calendar: CalendarPeriod): Range {
  if (calendar === undefined)
    return moved(range, addDays(range.start, -daysBetween(range.start, range.end)));
  const last = addDays(range.start, -1);
  const start = bucketStart(last, calendar.grain);
  return { start, end: calendar.isWhole ? last : earlier(moved(range, start).end, last) };
}

/** The same dates; a whole calendar period stays whole. A week has no dates of its own: it moves by whole weeks. */
function previousYear(range: Range, calendar: CalendarPeriod): Range {
  const isWhole = calendar?.isWhole === true;
  if (isWhole && calendar.grain.unit === "week")
    return moved(range, addDays(range.start, -weekdaysOfYear));
  const start = addMonths(range.start, -12);
  return { start, end: isWhole ? bucketEnd(start, calendar.grain) : addMonths(range.end, -12) };
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
