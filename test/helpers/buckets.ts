/** Weeks, months, quarters and years of days, apart from the server's own. */
import { daysFrom, weekdayName } from "./day-names.ts";

/**
 * The name of the bucket of a day.
 * @param isSunday weeks start on Sunday, and are named by that day.
 */
export function bucketOf(type: string, day: string, isSunday = false): string {
  const [year = "", month = ""] = day.split("-");
  if (type === "date.month") return `${year}-${month}`;
  if (type === "date.quarter") return `${year}-Q${Math.ceil(Number(month) / 3)}`;
  if (type === "date.year") return year;
  if (type === "date.weekday") return weekdayName(day);
  if (type === "date.week")
    return isSunday ? shifted(day, -new Date(day).getUTCDay()) : isoWeekOf(day);
  return day;
}

function isoWeekOf(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const first = Date.UTC(date.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((date.getTime() - first) / 86_400_000 + 1) / 7);
  return `${date.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

/** Every day of the calendar's bucket that holds a day. */
export function daysOfBucket(type: string, day: string, isSunday = false): string[] {
  const around = daysFrom(shifted(day, -366), shifted(day, 366));
  return around.filter((date) => bucketOf(type, date, isSunday) === bucketOf(type, day, isSunday));
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
