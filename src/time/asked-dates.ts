/** From a period or two dates to the days they stand for. */
import { commonToday, isZone, latestToday } from "./zones.ts";
import type { Day } from "./days.ts";
import type { Range } from "./grains.ts";
import { isPeriod, periodRange, periods } from "./periods.ts";
import { checkRange } from "./range.ts";
import { invalidInput } from "../errors/tool-error.ts";
import { nearest } from "../text/nearest.ts";

/** As it was asked: either a period or both dates. */
export interface AskedDates {
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  readonly period?: string | undefined;
}

export interface TakenDates extends Range {
  /** From this day on, days are not over in every zone concerned. */
  readonly today: Day;
  /** How a period was taken; absent where dates were given. */
  readonly note?: string;
}

/**
 * What can be refused before it is known in which zones the days are.
 * @throws ToolError `invalid_input` that says what would be right.
 */
export function checkDates({ dateStart, dateEnd, period }: AskedDates, now: number): void {
  if (period === undefined) {
    if (dateStart === undefined || dateEnd === undefined) {
      const missing = dateStart === undefined ? "date_start" : "date_end";
      throw invalidInput(
        dateStart === dateEnd ? "no dates are given" : `${missing} is not given`,
        "Give date_start and date_end, or a period such as last_week.",
      );
    }
    return checkRange(dateStart, dateEnd, latestToday(now));
  }
  if (!isPeriod(period)) {
    const hint = nearest(period, periods).join(", ");
    throw invalidInput(
      `${JSON.stringify(period.slice(0, 40))} is no period (nearest: ${hint})`,
      `Periods are ${periods.join(", ")}.`,
    );
  }
  if (dateStart !== undefined || dateEnd !== undefined)
    throw invalidInput("a period and dates are both given", "Give one of them.");
}

/**
 * The days asked for. A period ends with the last day that is over in every zone.
 * @param zones of the profiles concerned; undefined for one that is not known.
 * @throws ToolError `invalid_input` for a period of which no day is over yet, and as `checkDates`.
 */
export function datesOf(
  asked: AskedDates,
  zones: readonly (string | undefined)[],
  now: number,
): TakenDates {
  checkDates(asked, now);
  const { dateStart = "", dateEnd = "", period = "" } = asked;
  const today = commonToday(zones, now);
  if (!isPeriod(period)) return { start: dateStart, end: dateEnd, today };
  const range = periodRange(period, today);
  if (range === undefined) {
    throw invalidInput(
      `no day of ${period} is over yet`,
      `Ask for ${period.replace("this", "last")}, or for date_start and date_end ${today}, which are incomplete.`,
    );
  }
  return { ...range, today, note: periodNote(period, range, zones) };
}

function periodNote(period: string, range: Range, zones: readonly (string | undefined)[]): string {
  const { start, end } = range;
  const taken = `${period} is ${start === end ? start : `${start} to ${end}`}`;
  const all = [...new Set(zones)];
  const [first] = all;
  if (all.some((zone) => zone === undefined || !isZone(zone)))
    return `${taken}: not every profile's timezone is known, and these days have ended everywhere.`;
  return all.length <= 1
    ? `${taken}, whole days in ${first ?? "UTC"}.`
    : `${taken}: these days have ended in all ${all.length} timezones of the profiles.`;
}

/** Days that are not over: their values are incomplete. */
export function unfinishedNotes({ start, end, today }: TakenDates): string[] {
  if (end < today) return [];
  const first = start > today ? start : today;
  const which = first === end ? `The last day, ${end}, is` : `The days from ${first} on are`;
  return [`${which} not over in every timezone: values are incomplete or missing.`];
}
