import { toDay } from "../../src/base/time/days.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  daysBetween,
  daysOf,
  isDay,
  weekday,
} from "../../src/base/time/days.ts";
import { bucketName, bucketsOf, piecesOf, windowsOf } from "../../src/base/time/grains.ts";

test.each([
  "2026-02-30",
  "2026-2-3",
  "2026-13-01",
  "20260101",
  "2025-02-29",
  "9999-12-31",
  "0001-01-01",
  " 2026-01-01",
])("%s is not a day", (text) => {
  expect(isDay(text)).toBe(false);
});

test.each([
  ["2024-01-31", 1, "2024-02-29"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2025-10-31", 4, "2026-02-28"],
  ["2025-12-15", 1, "2026-01-15"],
])("%s plus %i months is %s", (day, months, expected) => {
  expect(addMonths(toDay(day), months)).toBe(expected);
});

test.each([
  ["2026-01-01", "2026-W01"],
  ["2027-01-03", "2026-W53"],
  ["2024-12-30", "2025-W01"],
])("%s is in week %s", (day, expected) => {
  expect(bucketName(toDay(day), { unit: "week" })).toBe(expected);
});

test("weekdays are numbered from Sunday, 0", () => {
  expect([toDay("2026-11-22"), toDay("2026-11-23"), toDay("1969-12-31")].map(weekday)).toEqual([
    0, 1, 3,
  ]);
});

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(toDay("1990-01-01"), days));

test("windows and pieces cover each day once, in order", () => {
  fc.assert(
    fc.property(
      day,
      fc.nat(900),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 100 }),
      (start, length, months, days) => {
        const range = { start, end: addDays(start, length) };
        for (const parts of [windowsOf(range, months), piecesOf(range, days)]) {
          expect(parts.flatMap((part) => daysOf(part.start, part.end))).toEqual(
            daysOf(range.start, range.end),
          );
        }
        for (const window of windowsOf(range, months)) {
          expect(window.end < addMonths(window.start, months)).toBe(true);
        }
        expect(daysBetween(range.start, range.end)).toBe(length + 1);
      },
    ),
  );
});

test("a range may end with the last day that can be written", () => {
  const range = { start: toDay("2199-12-01"), end: toDay("2199-12-31") };
  expect(windowsOf(range, 12)).toEqual([range]);
  expect(bucketsOf(range.start, range.end, { unit: "month" })).toEqual(["2199-12-01"]);
});
