/** Calendar days as `YYYY-MM-DD` strings, which sort in calendar order. They have no time zone. */
import { internalError } from "../errors/tool-error.ts";

declare const brand: unique symbol;

/** A valid `YYYY-MM-DD`. */
export type Day = string & { readonly [brand]: "Day" };

const dayMilliseconds = 86_400_000;
/** The years 1900 to 2199: the API has no data outside them. */
const shape = /^(19|20|21)\d{2}-\d{2}-\d{2}$/;

/** Days that are computed from valid ones may be outside these years, but keep the length. */
const isComputed = (text: string): text is Day => text.length === 10;

/** Returns the day in UTC of a time in milliseconds since 1970-01-01. */
export function dayAt(time: number): Day {
  const text = new Date(time).toISOString().slice(0, 10);
  if (isComputed(text)) return text;
  throw internalError(`${text} is not a day`);
}

const milliseconds = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The numbers of days and the days of numbers, which are computed once: there are 110,000. */
const numbers = new Map<string, number>();
const byNumber = new Map<number, Day>();

/** Returns true if the text is a valid date from 1900 to 2199: `2026-02-30` is not one. */
export function isDay(text: string): text is Day {
  if (numbers.has(text)) return true;
  if (!shape.test(text)) return false;
  const time = milliseconds(text);
  if (Number.isNaN(time) || dayAt(time) !== text) return false;
  numbers.set(text, time / dayMilliseconds);
  return true;
}

/** The text as a day. @throws ToolError `internal_error` for any other text: the caller has validated it. */
export function toDay(text: string): Day {
  if (isDay(text)) return text;
  throw internalError(`${text} is not a day`);
}

/** Returns the number of days since 1970-01-01. */
export const dayNumber = (day: Day): number =>
  numbers.get(day) ?? milliseconds(day) / dayMilliseconds;

export function dayOf(number: number): Day {
  const known = byNumber.get(number);
  if (known !== undefined) return known;
  const day = dayAt(number * dayMilliseconds);
  if (isDay(day)) byNumber.set(number, day);
  return day;
}

export const addDays = (day: Day, days: number): Day => dayOf(dayNumber(day) + days);

/** Returns the same day of the month `months` later, clamped to the last day of that month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Returns the number of days from start to end, both included. */
export const daysBetween = (start: Day, end: Day): number => dayNumber(end) - dayNumber(start) + 1;

/** Returns the weekday from 0, Sunday, to 6. */
export const weekday = (day: Day): number => (((dayNumber(day) + 4) % 7) + 7) % 7;

/** The last day of a range that is over; its first day where none is. @param today the first day that is not over: none (default). */
export const lastDayOver = (start: Day, end: Day, today: Day | undefined): Day =>
  today === undefined ? end : later(start, earlier(end, addDays(today, -1)));

export const earlier = <Text extends string>(left: Text, right: Text): Text =>
  left < right ? left : right;
export const later = <Text extends string>(left: Text, right: Text): Text =>
  left > right ? left : right;

/** Lists every day from start to end, both included. */
export function daysOf(start: Day, end: Day): Day[] {
  const first = dayNumber(start);
  return Array.from({ length: Math.max(0, daysBetween(start, end)) }, (_, index) =>
    dayOf(first + index),
  );
}
