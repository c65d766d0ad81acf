/** Named periods. They contain only whole days, the last of them the day before `today` at the latest. */
import { addDays, type Day } from "./days.ts";
import { bucketStart, monday, type Range } from "./grains.ts";

/** Returns the first and the last day of a period. `today` is the first day that is not over. */
type Rule = (today: Day) => Range;

const lastDays =
  (count: number): Rule =>
  (today) => ({ start: addDays(today, -count), end: addDays(today, -1) });

/** The week, month, quarter or year that contains `today`, up to yesterday. */
const running =
  (startOf: (day: Day) => Day): Rule =>
  (today) => ({ start: startOf(today), end: addDays(today, -1) });

/** The whole week, month, quarter or year before the one that contains `today`. */
const previous =
  (startOf: (day: Day) => Day): Rule =>
  (today) => {
    const end = addDays(startOf(today), -1);
    return { start: startOf(end), end };
  };

const weekStart = (day: Day): Day => bucketStart(day, { unit: "week", startsOn: monday });
const monthStart = (day: Day): Day => bucketStart(day, { unit: "month" });
const quarterStart = (day: Day): Day => bucketStart(day, { unit: "quarter" });
const yearStart = (day: Day): Day => bucketStart(day, { unit: "year" });

const rules = {
  yesterday: lastDays(1),
  last_7_days: lastDays(7),
  last_28_days: lastDays(28),
  last_30_days: lastDays(30),
  last_90_days: lastDays(90),
  this_week: running(weekStart),
  last_week: previous(weekStart),
  this_month: running(monthStart),
  last_month: previous(monthStart),
  this_quarter: running(quarterStart),
  last_quarter: previous(quarterStart),
  this_year: running(yearStart),
  last_year: previous(yearStart),
} as const satisfies Record<string, Rule>;

export type Period = keyof typeof rules;

export const isPeriod = (text: string): text is Period => Object.hasOwn(rules, text);

export const periods: readonly Period[] = Object.keys(rules).filter((name) => isPeriod(name));

/** Returns the days of a period; undefined if none of them is over yet. Weeks start on Mondays. */
export function periodRange(period: Period, today: Day): Range | undefined {
  const range = rules[period](today);
  return range.end < range.start ? undefined : range;
}
