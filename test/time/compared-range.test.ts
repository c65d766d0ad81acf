/** The range that compare_to names. */
import { expect, test } from "vitest";
import { comparedRange } from "../../src/base/time/compared-range.ts";
import { addDays, addMonths, daysBetween, toDay } from "../../src/base/time/days.ts";
import { findPeriod } from "../../src/base/time/periods.ts";

const compared = (start: string, end: string, compareTo: string, period?: string): string => {
  const dates = { start: toDay(start), end: toDay(end), today: toDay("2026-11-24") };
  const range = comparedRange(dates, period, compareTo);
  return `${range.start} to ${range.end}`;
};

test.each([
  ["last_week", "2026-11-16", "2026-11-22", "2026-11-09 to 2026-11-15"],
  ["last_month", "2026-03-01", "2026-03-31", "2026-02-01 to 2026-02-28"],
  ["last_quarter", "2026-07-01", "2026-09-30", "2026-04-01 to 2026-06-30"],
  ["last_year", "2025-01-01", "2025-12-31", "2024-01-01 to 2024-12-31"],
  ["this_week", "2026-11-23", "2026-11-25", "2026-11-16 to 2026-11-18"],
  ["this_month", "2026-11-01", "2026-11-21", "2026-10-01 to 2026-10-21"],
  ["this_month", "2026-03-01", "2026-03-30", "2026-02-01 to 2026-02-28"],
  ["this_quarter", "2026-10-01", "2026-11-21", "2026-07-01 to 2026-08-21"],
  ["this_year", "2026-01-01", "2026-11-21", "2025-01-01 to 2025-11-21"],
  ["last_28_days", "2026-10-25", "2026-11-21", "2026-09-27 to 2026-10-24"],
  ["yesterday", "2026-11-21", "2026-11-21", "2026-11-20 to 2026-11-20"],
  ["last_30_days", "2026-11-01", "2026-11-30", "2026-10-02 to 2026-10-31"],
  ["this_quarter", "2026-10-01", "2026-10-31", "2026-07-01 to 2026-07-31"],
  ["this_quarter", "2026-10-01", "2026-11-30", "2026-07-01 to 2026-08-31"],
  ["this_year", "2024-01-01", "2024-11-21", "2023-01-01 to 2023-11-21"],
  [undefined, "2026-02-01", "2026-02-28", "2026-01-01 to 2026-01-31"],
  [undefined, "2026-06-01", "2026-06-30", "2026-05-01 to 2026-05-31"],
  [undefined, "2026-07-01", "2026-09-30", "2026-04-01 to 2026-06-30"],
  [undefined, "2026-01-01", "2026-12-31", "2025-01-01 to 2025-12-31"],
  [undefined, "2026-06-02", "2026-06-30", "2026-05-04 to 2026-06-01"],
  [undefined, "2026-06-01", "2026-06-29", "2026-05-03 to 2026-05-31"],
])("previous_period of %s, %s to %s, is %s", (period, start, end, range) => {
  expect(compared(start, end, "previous_period", period)).toBe(range);
});

test("ytd is compared with an earlier year as its dates are, on every day of four years", () => {
  let wholeMonths = 0;
  for (let today = toDay("2025-01-02"); today <= "2029-01-01"; today = addDays(today, 1)) {
    const range = findPeriod("ytd")?.rangeAt(today);
    if (range === undefined) continue;
    const { start, end } = range;
    if (addDays(end, 1).endsWith("-01")) wholeMonths += 1;
    const earlier = addMonths(start, -12);
    // 364 days earlier, the last days of a year share days with it.
    const weekdays = daysBetween(start, end) <= 364 ? ["previous_year_weekdays"] : [];
    for (const compareTo of ["previous_year", ...weekdays, earlier])
      expect([today, compared(start, end, compareTo, "ytd")]).toEqual([
        today,
        compared(start, end, compareTo),
      ]);
  }
  expect(wholeMonths).toBe(4 * 11);
  // All of February, of a year with 29 days as of one with 28.
  expect(compared("2029-01-01", "2029-02-28", "previous_year", "ytd")).toBe(
    "2028-01-01 to 2028-02-29",
  );
  expect(compared("2028-01-01", "2028-02-29", "previous_period", "ytd")).toBe(
    "2027-01-01 to 2027-02-28",
  );
});

test.each([
  [undefined, "2024-02-29", "2024-03-05", "2023-02-28 to 2023-03-05"],
  [undefined, "2025-02-01", "2025-02-28", "2024-02-01 to 2024-02-29"],
  ["last_28_days", "2025-02-01", "2025-02-28", "2024-02-01 to 2024-02-28"],
  ["this_year", "2025-01-01", "2025-02-28", "2024-01-01 to 2024-02-29"],
  ["last_month", "2025-02-01", "2025-02-28", "2024-02-01 to 2024-02-29"],
  ["last_quarter", "2026-07-01", "2026-09-30", "2025-07-01 to 2025-09-30"],
  ["last_year", "2025-01-01", "2025-12-31", "2024-01-01 to 2024-12-31"],
  ["last_week", "2026-11-16", "2026-11-22", "2025-11-17 to 2025-11-23"],
  [undefined, "2026-11-09", "2026-11-22", "2025-11-10 to 2025-11-23"],
  [undefined, "2026-11-10", "2026-11-23", "2025-11-10 to 2025-11-23"],
  ["this_month", "2026-11-01", "2026-11-21", "2025-11-01 to 2025-11-21"],
])("previous_year of %s, %s to %s, is %s", (period, start, end, range) => {
  expect(compared(start, end, "previous_year", period)).toBe(range);
});

test("previous_year_weekdays is 364 days earlier, on the same weekdays", () => {
  const range = compared("2026-11-21", "2026-11-22", "previous_year_weekdays", "last_month");
  expect(range).toBe("2025-11-22 to 2025-11-23");
});

test("a day is the start of a range of as many days", () => {
  expect(compared("2026-11-01", "2026-11-10", "2026-10-20")).toBe("2026-10-20 to 2026-10-29");
});

test.each([
  ["yoy", "2026-11-01", "2026-11-10", undefined, "2025-11-01 to 2025-11-10"],
  ["YoY", "2026-10-01", "2026-10-31", "last_month", "2025-10-01 to 2025-10-31"],
  ["mom", "2026-10-01", "2026-10-31", undefined, "2026-09-01 to 2026-09-30"],
  ["previous_month", "2026-11-01", "2026-11-21", "this_month", "2026-10-01 to 2026-10-21"],
  ["wow", "2026-11-16", "2026-11-22", "last_week", "2026-11-09 to 2026-11-15"],
  ["previous_week", "2026-11-12", "2026-11-18", "last_7_days", "2026-11-05 to 2026-11-11"],
  ["qoq", "2026-07-01", "2026-09-30", undefined, "2026-04-01 to 2026-06-30"],
  ["Previous_Quarter", "2026-07-01", "2026-09-30", "2026-q3", "2026-04-01 to 2026-06-30"],
])("%s of %s to %s (%s) is %s", (compareTo, start, end, period, range) => {
  expect(compared(start, end, compareTo, period)).toBe(range);
});

test.each([
  ["mom", /compares a month, and the range is 2026-11-01 to 2026-11-10\nWrite previous_period/],
  ["wow", /compares a week, .*\nWrite previous_period for the range just before\./],
  ["last_year", /the range is shorter\nWrite previous_year for the same dates/],
  ["2026-10-30", /is 2026-10-30 to 2026-11-08, which shares days .*\nWrite previous_period/],
  ["2026-W44", /is 2026-10-26 to 2026-11-01, which shares days/],
])("%s of ten days is refused", (compareTo, problem) => {
  expect(() => compared("2026-11-01", "2026-11-10", compareTo)).toThrow(problem);
});

test("last_year is the year before a whole one", () => {
  expect(compared("2026-01-01", "2026-12-31", "last_year")).toBe("2025-01-01 to 2025-12-31");
});

test.each([
  ["2026-05-01", "2026-06-01", "2026-06-30", "2026-05-01 to 2026-05-31"],
  ["2024-02-01", "2025-02-01", "2025-02-28", "2024-02-01 to 2024-02-29"],
  ["2026-01-01", "2026-05-01", "2026-06-30", "2026-01-01 to 2026-02-28"],
  ["2026-05-02", "2026-06-01", "2026-06-30", "2026-05-02 to 2026-05-31"],
])("the first day %s of as many months as %s to %s", (first, start, end, range) => {
  expect(compared(start, end, first)).toBe(range);
  expect(compared(start, end, first, "last_month")).toBe(range);
});

test.each([
  ["2025", "2025-01-01 to 2025-12-31"],
  ["2026-09", "2026-09-01 to 2026-09-30"],
  ["2025-Q4", "2025-10-01 to 2025-12-31"],
  ["2026-W40", "2026-09-28 to 2026-10-04"],
  ["last_month", "2026-10-01 to 2026-10-31"],
  ["last_3_months", "2026-08-01 to 2026-10-31"],
])("the period %s can be compared with", (compareTo, range) => {
  expect(compared("2026-11-01", "2026-11-10", compareTo)).toBe(range);
});

test.each([
  ["last_3_months", "2026-08-01", "2026-10-31", "2026-05-01 to 2026-07-31"],
  ["last_6_weeks", "2026-10-12", "2026-11-22", "2026-08-31 to 2026-10-11"],
  ["2026-Q3", "2026-07-01", "2026-09-30", "2026-04-01 to 2026-06-30"],
  ["2026-W47", "2026-11-16", "2026-11-22", "2026-11-09 to 2026-11-15"],
  ["2024", "2024-01-01", "2024-12-31", "2023-01-01 to 2023-12-31"],
  ["ytd", "2026-01-01", "2026-10-31", "2025-01-01 to 2025-10-31"],
  ["today", "2026-11-24", "2026-11-24", "2026-11-23 to 2026-11-23"],
])("before %s, %s to %s, come as many units: %s", (period, start, end, range) => {
  expect(compared(start, end, "previous_period", period)).toBe(range);
});

test.each([
  ["last_6_weeks", "2026-10-12", "2026-11-22", "2025-10-13 to 2025-11-23"],
  ["2026-Q1", "2026-01-01", "2026-03-31", "2025-01-01 to 2025-03-31"],
])("a year before %s, %s to %s, is %s", (period, start, end, range) => {
  expect(compared(start, end, "previous_year", period)).toBe(range);
});

test.each([
  ["2026-11-01", /compare_to 2026-11-01 begins on 2026-11-01, which is not before 2026-11-01/],
  ["2026-11-05", /is not before/],
  ["2026-11", /is not before/],
  ["2026-02-30", /is not a comparison \(previous_period, previous_year, .*\nThe periods are/],
  ["last month", /is not a comparison .*nearest: last_month/],
])("%s is refused with what it takes", (compareTo, problem) => {
  expect(() => compared("2026-11-01", "2026-11-10", compareTo)).toThrow(problem);
});

test("a range before the year 1900 is refused", () => {
  expect(() => compared("1900-06-01", "1900-06-02", "previous_year")).toThrow(/later dates/);
});
