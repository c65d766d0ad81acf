/** Day arithmetic of the sandbox. It is independent of the server's, because the sandbox tests the server. */
import { remembered } from "./hash.ts";

const dayLength = 86_400_000;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const textOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  return !Number.isNaN(timeOf(value)) && textOf(timeOf(value)) === value;
}

export function daysFrom(start: string, end: string): string[] {
  const days: string[] = [];
  for (let time = timeOf(start); time <= timeOf(end); time += dayLength) days.push(textOf(time));
  return days;
}

/** Returns the days since 1970-01-01. */
export const indexOf = remembered((day: string) => timeOf(day) / dayLength);

/** Returns the last day of a period of `months` months. A day that a month does not have counts as its last day. */
export function lastDayOfMonths(start: string, months: number): string {
  const date = new Date(timeOf(start));
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return textOf(date.getTime() - dayLength);
}

/** Returns the first day of the week that contains `day`. Weekdays are numbered from Sunday, 0. */
export function weekOf(day: string, firstWeekday: number): string {
  return textOf(
    timeOf(day) - ((new Date(timeOf(day)).getUTCDay() + 7 - firstWeekday) % 7) * dayLength,
  );
}

/** Returns the name of the ISO week, `2026-W05`, that starts on this Monday. */
export function isoWeek(firstDay: string): string {
  const thursday = new Date(timeOf(firstDay) + 3 * dayLength);
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / dayLength;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}
