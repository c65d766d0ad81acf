/** Grains of time: the buckets that days fold into, and the names of the buckets. */
import { required } from "../errors/tool-error.ts";
import { dateDimensionOf, grainNameOf, type Dimension } from "../../catalog/dimensions.ts";
import { grains, type GrainName, type GrainTraits } from "../../catalog/grains.ts";
import { addDays, addMonths, daysBetween, earlier, toDay, weekday } from "./days.ts";
import type { Day } from "./days.ts";

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const monday: Weekday = 1;

export interface Grain {
  readonly unit: GrainName;
  /** The day on which weeks start; Monday (default). */
  readonly startsOn?: Weekday;
}

/** Returns the grain of a date dimension; days for none, and for weekdays, which are not buckets. */
export function grainOf(dimensions: readonly Dimension[], startsOn: Weekday = monday): Grain {
  const date = dateDimensionOf(dimensions);
  return { unit: (date && grainNameOf(date)) ?? "day", startsOn };
}

const lengthOf = ({ unit }: Grain): GrainTraits["length"] => grains[unit].length;

/** Returns the day some buckets later: that of their days, or the same day of a later month. */
export function addBuckets(day: Day, count: number, grain: Grain): Day {
  const length = lengthOf(grain);
  return "days" in length
    ? addDays(day, count * length.days)
    : addMonths(day, count * length.months);
}

/** Returns the first day of the bucket that contains `day`. */
export function bucketStart(day: Day, grain: Grain): Day {
  const length = lengthOf(grain);
  if ("days" in length)
    return addDays(day, -((weekday(day) - (grain.startsOn ?? monday) + 7) % length.days));
  return addMonths(
    toDay(`${day.slice(0, 7)}-01`),
    -((Number(day.slice(5, 7)) - 1) % length.months),
  );
}

/** Returns the last day of the bucket that contains `day`. */
export const bucketEnd = (day: Day, grain: Grain): Day =>
  addDays(addBuckets(bucketStart(day, grain), 1, grain), -1);

/** Lists the first days of the buckets that overlap a range, in ascending order. */
export function bucketsOf(start: Day, end: Day, grain: Grain): Day[] {
  const buckets: Day[] = [];
  for (let day = start; day <= end; day = addDays(bucketEnd(day, grain), 1)) {
    buckets.push(bucketStart(day, grain));
  }
  return buckets;
}

export interface Range {
  readonly start: Day;
  readonly end: Day;
}

/** Splits a range before each of some days of it, which are in order. */
export const splitAt = ({ start, end }: Range, days: readonly Day[]): Range[] =>
  [start, ...days].map((first, index) => {
    const next = days[index];
    return { start: first, end: next === undefined ? end : addDays(next, -1) };
  });

/**
 * Splits a range into the fewest windows of at most `months` months. A window of n months from s ends the day before
 * addMonths(s, n) (spec, Limits).
 */
export const windowsOf = (range: Range, months: number): Range[] =>
  cut(range, (start) => addDays(addMonths(start, months), -1));

/** Splits a range into pieces of at most `days` days. */
export const piecesOf = (range: Range, days: number): Range[] =>
  cut(range, (start) => addDays(start, Math.max(1, days) - 1));

/** @param lastDay returns the last day that a part from `start` may contain. */
function cut({ start, end }: Range, lastDay: (start: Day) => Day): Range[] {
  const parts: Range[] = [];
  for (let first = start; first <= end; first = addDays(lastDay(first), 1))
    parts.push({ start: first, end: earlier(end, lastDay(first)) });
  return parts;
}

/** From Monday. */
export const weekdayNames: readonly string[] =
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

/** Returns the ISO weekday of a day, from 1, Monday, to 7. */
export const isoWeekday = (day: Day): number => weekday(day) || 7;

/** True for a text that can name a day, a bucket or a weekday. */
export const isBucketName = (text: string): boolean =>
  /^\d{4}(?:-(?:W\d{2}|Q[1-4]|\d{2}(?:-\d{2})?))?$/.test(text) || weekdayNames.includes(text);

export const weekdayName = (day: Day): string =>
  required(weekdayNames[isoWeekday(day) - 1], "a weekday");

/** Returns the ISO 8601 week of a day, `2026-W05`. */
function isoWeekName(day: Day): string {
  const thursday = addDays(bucketStart(day, { unit: "week" }), 3);
  const year = thursday.slice(0, 4);
  const week = Math.ceil(daysBetween(toDay(`${year}-01-01`), thursday) / 7);
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** Returns the name of a bucket: `2026-05`, `2026-Q2`, `2026`; a week that does not start on Monday by its first day. */
export function bucketName(day: Day, grain: Grain): string {
  const length = lengthOf(grain);
  if ("months" in length)
    return length.nameOf(day.slice(0, 4), Math.ceil(Number(day.slice(5, 7)) / length.months));
  const isIso = length.days === 7 && (grain.startsOn ?? monday) === monday;
  return isIso ? isoWeekName(day) : bucketStart(day, grain);
}
