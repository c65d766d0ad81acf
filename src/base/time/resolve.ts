/** Resolves a period or two dates to a range of days. */
import { commonToday, latestToday } from "./zones.ts";
import { addDays, earlier, isDay, later, toDay, type Day } from "./days.ts";
import type { Range, Weekday } from "./grains.ts";
import { findPeriod, readPeriod } from "./periods.ts";
import { attempt, passed } from "../errors/joined.ts";
import { inputError } from "../errors/tool-error.ts";
import { some } from "../text/words.ts";

/** The dates of a question: either a period or both dates. */
export interface RequestedDates {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  readonly period?: string | undefined;
}

/** The moment of a question, in milliseconds since 1970, and the first day of weeks. */
export interface Calendar {
  readonly now: number;
  readonly weekStart: Weekday;
  /** The zone whose days words of time name; that of most profiles (default). */
  readonly zone?: string | undefined;
}

export interface ResolvedDates extends Range {
  /** The first day that is not over in every time zone of the profiles. */
  readonly today: Day;
  /** The first day of weeks. */
  readonly weekStart: Weekday;
  /** The last day of the question, where days to come are left out. */
  readonly askedEnd?: Day;
  /** The time zones in which the last day is not over. */
  readonly openZones: ReadonlySet<string | undefined>;
}

/** Checks the form of the dates, without time zones. @throws ToolError `invalid_input` that states the correct form. */
export function checkDates(
  { dateStart, dateEnd, period }: RequestedDates,
  { now, weekStart }: Calendar,
): void {
  if (period !== undefined && (dateStart !== undefined || dateEnd !== undefined))
    throw inputError("a period and dates are both given", "Give either a period or dates.");
  if (period !== undefined) {
    const range = readPeriod(period).rangeAt(latestToday(now), weekStart);
    if (range !== undefined) checkStarted("period", range.start, latestToday(now));
    return;
  }
  if (dateStart !== undefined && dateEnd !== undefined) {
    readRange(dateStart, dateEnd, latestToday(now));
    return;
  }
  const date = dateStart ?? dateEnd;
  if (date === undefined)
    throw inputError(
      "no dates are given",
      "Give date_start and date_end, or a period such as last_week.",
    );
  const [argument, missing] =
    dateStart === undefined ? ["date_end", "date_start"] : ["date_start", "date_end"];
  if (isDay(date))
    throw inputError(
      `${missing} is missing`,
      "Give date_start and date_end, or a period such as last_week.",
    );
  if (findPeriod(date) === undefined) readDay(argument, date);
  throw inputError(
    `${argument} ${JSON.stringify(date.slice(0, 40))} names a period, and ${missing} is missing`,
    meaningsOf(argument, date),
  );
}

/** What a period in the place of one date can mean. */
function meaningsOf(name: string, text: string): string {
  const advice = `Write period: ${JSON.stringify(text)} for all of it`;
  const isMonth = /^\d{4}-\d\d$/.test(text);
  if (!isMonth) return `${advice}.`;
  return name === "date_start"
    ? `${advice}, or date_start "${text}-01" with the date_end that you mean.`
    : `${advice}, or date_end as a day with the date_start that you mean.`;
}

/**
 * Resolves the dates of a question to days. A period is that of one zone, in which its last day is over.
 * @param zones the time zones of the profiles; undefined for an unknown one.
 * @throws ToolError `invalid_input` as `checkDates`, and for a period without a completed day.
 */
export function datesOf(
  dates: RequestedDates,
  zones: readonly (string | undefined)[],
  calendar: Calendar,
): ResolvedDates {
  checkDates(dates, calendar);
  const { now, weekStart, zone } = calendar;
  const { dateStart = "", dateEnd = "", period = "" } = dates;
  const today = commonToday(zones, now);
  const named = findPeriod(period);
  if (named === undefined) {
    const { start, end } = readRange(dateStart, dateEnd);
    // Days to come have no numbers, and would cost requests; those of this month cost few.
    const last = later(start, addDays(latestToday(now), daysAhead));
    const range = { start, end: earlier(end, last), today, weekStart };
    const openZones = zonesOn(range.end, zones, now);
    return { ...range, openZones, ...(last < end && { askedEnd: end }) };
  }
  const range = named.rangeAt(zone === undefined ? today : commonToday([zone], now), weekStart);
  if (range === undefined) {
    throw inputError(
      `${period} has no completed day yet`,
      `Ask for last_${named.unit}, or today; that day is incomplete.`,
    );
  }
  return { ...range, today, weekStart, openZones: zonesOn(range.end, zones, now) };
}

/** The zones in which a day is not over. */
const zonesOn = (day: Day, zones: readonly (string | undefined)[], now: number) =>
  new Set([...new Set(zones)].filter((zone) => commonToday([zone], now) <= day));

/** Returns a note on the days that are not over, whose values are incomplete; with the profiles, where these are some. */
export function unfinishedNotes(
  { start, end, today, askedEnd, openZones }: ResolvedDates,
  profiles: readonly { readonly name: string; readonly timezone?: string | undefined }[],
): string[] {
  if (end < today) return [];
  const open = profiles.filter(({ timezone }) => openZones.has(timezone));
  if (end === today && open.length > 0 && open.length < profiles.length) {
    const names = open.map(({ name }) => name);
    return [`${end} is not over for ${some(names, 3)}: its values are incomplete or missing.`];
  }
  const first = start > today ? start : today;
  const which = first === end ? `The last day, ${end}, has` : `The days from ${first} on have`;
  const left = askedEnd === undefined ? "" : ` Days to come after ${end} are left out.`;
  return [`${which} not ended in every time zone: values are incomplete or missing.${left}`];
}

/**
 * Reads a range of days, which must not start after `today`.
 * @throws ToolError `invalid_input` for an invalid date, an end before the start, or a start in the future.
 */
function readRange(dateStart: string, dateEnd: string, today?: Day): Range {
  const last = attempt(() => readDate("date_end", dateEnd));
  const start = passed(
    attempt(() => readDate("date_start", dateStart)),
    last,
  );
  const end = passed(last);
  if (end < start) {
    throw inputError(
      `date_end ${end} is before date_start ${start}`,
      "Swap the dates or correct one of them.",
    );
  }
  if (today !== undefined) checkStarted("date_start", start, today);
  return { start, end };
}

/**
 * Reads the dates of a piece of a range: those without a date are its ends.
 * @throws ToolError `invalid_input` for an invalid date, an end before the start, or days outside of the range.
 */
export function rangeWithin(
  range: Range,
  { dateStart, dateEnd }: Pick<RequestedDates, "dateStart" | "dateEnd">,
): Range {
  const first = dateStart ?? earlier(range.start, dateEnd ?? range.start);
  const { start, end } = readRange(first, dateEnd ?? later(range.end, first));
  if (end < range.start || start > range.end)
    throw inputError(
      `the result covers ${range.start} to ${range.end} only`,
      "Choose days within it.",
    );
  return { start: later(start, range.start), end: earlier(end, range.end) };
}

/** @param name the argument. @throws ToolError `invalid_input` for a range in the future, and before the years that there are. */
function checkStarted(name: string, start: string, today: Day): void {
  if (isDay(start) && start <= today) return;
  throw inputError(
    start > today ? `${name} ${start} is in the future` : `the ${name} would begin before 1900`,
    start > today ? `Choose an earlier ${name}.` : `Choose a shorter ${name}.`,
  );
}

/** A month that has begun can be asked for by its last day. */
const daysAhead = 31;

const anyDay = toDay("2000-01-01");

/** A day, or the first or last one of a month, quarter, week or year that is named with its year. */
function readDate(name: "date_start" | "date_end", text: string): Day {
  // The days of a name with its year do not depend on today.
  const range = /^\s*\d{4}/.test(text) ? findPeriod(text)?.rangeAt(anyDay) : undefined;
  if (range === undefined) return readDay(name, text.trim());
  return name === "date_start" ? range.start : range.end;
}

/** Both readings of a date with slashes or dots, and the day of a time. */
function dateHint(text: string): string {
  const [, leftPart = "", rightPart = "", year = ""] =
    /^(\d\d?)[/.](\d\d?)[/.](\d{4})$/.exec(text) ?? [];
  const [first, second] = [leftPart, rightPart].map((part) => part.padStart(2, "0"));
  const days = [`${year}-${second}-${first}`, `${year}-${first}-${second}`, text.slice(0, 10)];
  const meant = [...new Set(days)].filter((day) => isDay(day));
  return meant.length === 0 ? "" : ` (write ${meant.join(" or ")})`;
}

function readDay(name: string, text: string): Day {
  if (isDay(text)) return text;
  const isPeriod = findPeriod(text) !== undefined;
  throw inputError(
    `${name} ${JSON.stringify(text.slice(0, 40))} is ${isPeriod ? "a period, and no day" : `not a valid date${dateHint(text)}`}`,
    isPeriod
      ? `Write dates as YYYY-MM-DD, or period: ${JSON.stringify(text)} without dates.`
      : "Write dates as YYYY-MM-DD, from the years 1900 to 2199.",
  );
}
