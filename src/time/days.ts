/** Calendar days as `YYYY-MM-DD` strings, which sort and compare as days do. No timezone is involved. */

export type Day = string;

const dayMilliseconds = 86_400_000;
/** Years that dates can be counted in and back; the API holds none of the others. */
const shape = /^(19|20|21)\d{2}-\d{2}-\d{2}$/;

const format = (milliseconds: number): Day => new Date(milliseconds).toISOString().slice(0, 10);
const milliseconds = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Whether the text is a day that exists, from 1900 to 2199: `2026-02-30` does not. */
export function isDay(text: string): boolean {
  if (!shape.test(text)) return false;
  const time = milliseconds(text);
  return !Number.isNaN(time) && format(time) === text;
}

/** Days since 1970-01-01. */
export const dayNumber = (day: Day): number => milliseconds(day) / dayMilliseconds;
export const dayOf = (number: number): Day => format(number * dayMilliseconds);
export const dayAt = (time: number): Day => format(time);

export const addDays = (day: Day, days: number): Day => dayOf(dayNumber(day) + days);

/** The same day of the month `months` later, or that month's last day where it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return format(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

export const daysBetween = (start: Day, end: Day): number => dayNumber(end) - dayNumber(start) + 1;

/** 0 is Sunday. */
export const weekday = (day: Day): number => (((dayNumber(day) + 4) % 7) + 7) % 7;

export const earlier = (left: Day, right: Day): Day => (left < right ? left : right);
export const later = (left: Day, right: Day): Day => (left > right ? left : right);

/** Every day from start to end, both included. */
export function daysOf(start: Day, end: Day): Day[] {
  const first = dayNumber(start);
  return Array.from({ length: Math.max(0, daysBetween(start, end)) }, (_, index) =>
    dayOf(first + index),
  );
}
