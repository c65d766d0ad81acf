import { toDay } from "../../src/time/days.ts";
import { expect, test } from "vitest";
import { isPeriod, periodRange, periods } from "../../src/time/periods.ts";
import { commonToday } from "../../src/time/zones.ts";

/** A Friday. */
const today = "2026-11-20";

test.each([
  ["yesterday", "2026-11-19", "2026-11-19"],
  ["last_7_days", "2026-11-13", "2026-11-19"],
  ["last_28_days", "2026-10-23", "2026-11-19"],
  ["last_30_days", "2026-10-21", "2026-11-19"],
  ["last_90_days", "2026-08-22", "2026-11-19"],
  ["this_week", "2026-11-16", "2026-11-19"],
  ["last_week", "2026-11-09", "2026-11-15"],
  ["this_month", "2026-11-01", "2026-11-19"],
  ["last_month", "2026-10-01", "2026-10-31"],
  ["this_quarter", "2026-10-01", "2026-11-19"],
  ["last_quarter", "2026-07-01", "2026-09-30"],
  ["this_year", "2026-01-01", "2026-11-19"],
  ["last_year", "2025-01-01", "2025-12-31"],
] as const)("%s is %s to %s", (period, start, end) => {
  expect(periodRange(period, toDay(today))).toEqual({ start, end });
});

test("there are thirteen periods", () => {
  expect(periods).toHaveLength(13);
  expect(isPeriod("toString")).toBe(false);
});

test.each([
  ["this_week", "2026-11-16"],
  ["this_month", "2026-11-01"],
  ["this_quarter", "2026-10-01"],
  ["this_year", "2026-01-01"],
] as const)("%s has no completed day on %s", (period, first) => {
  expect(periodRange(period, toDay(first))).toBeUndefined();
});

test.each([
  ["last_month", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["last_quarter", "2026-02-15", "2025-10-01", "2025-12-31"],
  ["last_week", "2026-01-01", "2025-12-22", "2025-12-28"],
  ["this_year", "2026-12-31", "2026-01-01", "2026-12-30"],
] as const)("%s on %s crosses months and years", (period, day, start, end) => {
  expect(periodRange(period, toDay(day))).toEqual({ start, end });
});

const time = Date.parse("2026-11-20T23:30:00Z");

test.each<[string, (string | undefined)[], string]>([
  ["ahead of UTC, it is already tomorrow", ["Asia/Tokyo"], "2026-11-21"],
  ["behind UTC, it is still today", ["America/New_York"], "2026-11-20"],
  [
    "for several zones, the earliest of their days",
    ["Asia/Tokyo", "America/New_York"],
    "2026-11-20",
  ],
  ["an unknown zone counts as UTC-12", ["Asia/Tokyo", "Mars/Olympus"], "2026-11-20"],
  ["a missing zone counts as UTC-12", [undefined], "2026-11-20"],
  ["without profiles, the UTC day", [], "2026-11-20"],
])("%s", (_, zones, expected) => {
  expect(commonToday(zones, time)).toBe(expected);
});

test("daylight saving time of the zone applies", () => {
  const before = Date.parse("2026-07-01T22:30:00Z");
  expect(commonToday(["Europe/Prague"], before)).toBe("2026-07-02");
  expect(commonToday(["Europe/Prague"], Date.parse("2026-12-01T22:30:00Z"))).toBe("2026-12-01");
});
