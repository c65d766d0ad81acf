/** The earlier range that a question is compared with (`compare_to`). */
import { inputError } from "../errors/tool-error.ts";
import { addDays, addMonths, daysBetween, isDay, type Day } from "./days.ts";
import { grainNames, grains, type GrainTraits } from "../../catalog/grains.ts";
import { bucketEnd, bucketsOf, bucketStart, monday, type Range, type Weekday } from "./grains.ts";
import { comparisonSaid, wordOf } from "../../catalog/words.ts";
import { findPeriod, readPeriod, type Period } from "./periods.ts";

export const comparisons = [
  "previous_period",
  "previous_year",
  "previous_year_weekdays",
  "usual",
] as const;

type Named = (typeof comparisons)[number];
type Unit = Exclude<ReturnType<typeof comparisonSaid>, Named | undefined>;

/** Reads a comparison by its form, whatever the range. @throws ToolError `invalid_input` */
export function checkComparison(text: string | undefined): void {
  if (text !== undefined) readComparison(text);
}

const isNamed = (text: string): text is Named => comparisons.some((name) => name === text);

/** @throws ToolError `invalid_input` for a text that is no comparison. */
export const isUsual = (text: string | undefined): boolean =>
  text !== undefined && readComparison(text) === "usual";

function readComparison(text: string): Named | Unit | Day | Period {
  const word = wordOf(text);
  const named = isNamed(word) ? word : comparisonSaid(word);
  if (named !== undefined) return named;
  const day = text.trim();
  return isDay(day)
    ? day
    : readPeriod(text, `comparison (${comparisons.join(", ")}, a first day or a period)`);
}

/** The number of days after which the weekdays of a year repeat. */
const weekdaysOfYear = 364;

/** The ranges that a range is compared with, by what its name or its dates say about its length. */
interface Earlier extends Readonly<Record<Exclude<Named, "usual">, () => Range>> {
  /** @param times how many ranges before. */
  readonly previous_period: (times?: number) => Range;
  /** The number of whole months that the range consists of; undefined for other ranges. */
  readonly months?: number;
}

/** A name has a unit of its own. Dates have months where they are whole months, weeks where they are whole weeks, else days. */
function earlierRanges(range: Range & { readonly weekStart?: Weekday }, name = ""): Earlier {
  const { start, end, weekStart = monday } = range;
  const named = findPeriod(name);
  const daysEarlier =
    (days: number) =>
    (times = 1): Range =>
      moved(range, addDays(start, -days * times));
  const earlier = {
    previous_period: daysEarlier(daysBetween(start, end)),
    previous_year: () => ({ start: addMonths(start, -12), end: addMonths(end, -12) }),
    previous_year_weekdays: daysEarlier(weekdaysOfYear),
  };
  const months = named?.unit === "day" ? undefined : wholeMonths(range);
  const byMonths = months !== undefined && {
    previous_period: (times = 1) => monthsEarlier(range, months * times),
    previous_year: () => monthsEarlier(range, 12),
    months,
  };
  if (named?.isPart === true) {
    const { length }: GrainTraits = grains[named.unit];
    const period =
      "days" in length
        ? daysEarlier(length.days)
        : (times = 1) => monthsEarlier(range, length.months * times);
    return { ...earlier, ...byMonths, previous_period: period };
  }
  const week = { unit: "week", startsOn: weekStart } as const;
  const isWholeWeeks = bucketStart(start, week) === start && bucketEnd(end, week) === end;
  // A week has no dates of its own.
  if (named?.unit === "week" || (named === undefined && months === undefined && isWholeWeeks))
    return { ...earlier, previous_year: earlier.previous_year_weekdays };
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
  const earlier = earlierRanges(range, period);
  const compared = comparedWith(range, earlier, compareTo, period);
  const { start }: { readonly start: string } = compared;
  if (!isDay(start))
    throw inputError(`the range to compare with would start on ${start}`, "Choose later dates.");
  if (start >= range.start)
    throw inputError(
      `compare_to ${compareTo} begins on ${start}, which is not before ${range.start}`,
      "Choose an earlier range: the one to compare with starts first. previous_period is the one just before.",
    );
  if (compared.end < range.start) return compared;
  throw inputError(
    `compare_to ${compareTo} is ${start} to ${compared.end}, which shares days with ${range.start} to ${range.end}`,
    `Write previous_period for the range just before${earlier.previous_year().end < range.start ? ", or previous_year" : ""}.`,
  );
}

function comparedWith(
  range: Range & { readonly today: Day; readonly weekStart?: Weekday },
  earlier: Earlier,
  compareTo: string,
  period: string | undefined,
): Range {
  const read = readComparison(compareTo);
  if (typeof read === "object") {
    const { today, weekStart } = range;
    const isYear = compareTo.trim().toLowerCase() === "last_year";
    if (isYear && daysBetween(range.start, range.end) < daysOfYear)
      throw inputError(
        "compare_to last_year is the whole year before this one, and the range is shorter",
        "Write previous_year for the same dates a year earlier.",
      );
    return read.rangeAt(today, weekStart) ?? { start: today, end: today };
  }
  if (isDay(read)) return from(read, range, earlier);
  if (!isNamed(read)) {
    if (hasUnit(range, earlier, read, period)) return earlier.previous_period();
    throw inputError(
      `compare_to ${compareTo} compares a ${read}, and the range is ${range.start} to ${range.end}`,
      "Write previous_period for the range just before.",
    );
  }
  if (read !== "usual") return earlier[read]();
  const [last, ...rest] = usualRanges(range, period);
  return { start: rest.at(-1)?.start ?? last.start, end: last.end };
}

/**
 * The four ranges of the same unit before a range, the latest first; of a range of less than a week, those of the same
 * weekdays.
 */
export function usualRanges(
  range: Range & { readonly weekStart?: Weekday },
  period: string | undefined,
): [Range, ...Range[]] {
  const { start, end } = range;
  const isShort = daysBetween(start, end) < 7;
  const { previous_period: earlier } = earlierRanges(range, period);
  const before = (times: number): Range =>
    isShort ? moved(range, addDays(start, -7 * times)) : earlier(times);
  return [before(1), before(2), before(3), before(4)];
}

/** What the ranges before are, in words: `4 weeks`. */
export function usualName(ranges: readonly Range[]): string {
  const isApart = ({ length }: GrainTraits): boolean =>
    ranges.slice(1).every(({ start }, at) => {
      const next = "days" in length ? addDays(start, length.days) : addMonths(start, length.months);
      return next === ranges[at]?.start;
    });
  const unit = grainNames.find((name) => isApart(grains[name])) ?? "range";
  return `${ranges.length} ${unit}s`;
}

const daysOfYear = 365;

/** True for a range that is a week, month or quarter, or the part of it that is over. */
function hasUnit(range: Range, { months }: Earlier, unit: Unit, period = ""): boolean {
  const named = findPeriod(period);
  const isPart = named?.isPart === true && named.unit === unit;
  const days = daysBetween(range.start, range.end);
  return isPart || (unit === "week" ? days === 7 : months === (unit === "month" ? 1 : 3));
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
