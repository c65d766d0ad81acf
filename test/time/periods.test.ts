/** Periods by name: their days at the ends of weeks, months, quarters, years and leap years. */
import { expect, test } from "vitest";
import { addDays, daysOf, toDay } from "../../src/base/time/days.ts";
import { bucketEnd, bucketStart } from "../../src/base/time/grains.ts";
import { findPeriod, periods, readPeriod } from "../../src/base/time/periods.ts";
import { commonToday } from "../../src/base/time/zones.ts";

const rangeOn = (period: string, today: string): string => {
  const range = readPeriod(period).rangeAt(toDay(today));
  return range === undefined ? "none" : `${range.start} to ${range.end}`;
};

/** 2026-11-20 is a Friday; 2024 is a leap year. */
test.each(
  `
today                2026-11-20   2026-11-20 to 2026-11-20
today                2024-02-29   2024-02-29 to 2024-02-29
yesterday            2026-11-20   2026-11-19 to 2026-11-19
yesterday            2026-01-01   2025-12-31 to 2025-12-31
yesterday            2024-03-01   2024-02-29 to 2024-02-29
yesterday            2026-03-01   2026-02-28 to 2026-02-28
last_1_days          2026-11-20   2026-11-19 to 2026-11-19
last_7_days          2026-11-20   2026-11-13 to 2026-11-19
last_10_days         2026-01-03   2025-12-24 to 2026-01-02
last_28_days         2026-11-20   2026-10-23 to 2026-11-19
last_30_days         2026-11-20   2026-10-21 to 2026-11-19
last_30_days         2024-03-15   2024-02-14 to 2024-03-14
last_30_days         2026-03-15   2026-02-13 to 2026-03-14
last_90_days         2026-11-20   2026-08-22 to 2026-11-19
last_365_days        2025-01-01   2024-01-02 to 2024-12-31
last_1000_days       2026-11-20   2024-02-24 to 2026-11-19
this_week            2026-11-20   2026-11-16 to 2026-11-19
this_week            2026-11-22   2026-11-16 to 2026-11-21
this_week            2026-01-01   2025-12-29 to 2025-12-31
this_week            2026-11-16   none
last_week            2026-11-20   2026-11-09 to 2026-11-15
last_week            2026-11-16   2026-11-09 to 2026-11-15
last_week            2026-11-15   2026-11-02 to 2026-11-08
last_week            2026-01-01   2025-12-22 to 2025-12-28
last_1_weeks         2026-11-20   2026-11-09 to 2026-11-15
last_1_week          2026-11-20   2026-11-09 to 2026-11-15
last_4_weeks         2026-11-20   2026-10-19 to 2026-11-15
last_6_weeks         2026-01-01   2025-11-17 to 2025-12-28
last_52_weeks        2026-11-16   2025-11-17 to 2026-11-15
this_month           2026-11-20   2026-11-01 to 2026-11-19
this_month           2024-02-29   2024-02-01 to 2024-02-28
this_month           2026-12-31   2026-12-01 to 2026-12-30
this_month           2026-11-01   none
last_month           2026-11-20   2026-10-01 to 2026-10-31
last_month           2026-03-31   2026-02-01 to 2026-02-28
last_month           2024-03-31   2024-02-01 to 2024-02-29
last_month           2026-01-01   2025-12-01 to 2025-12-31
last_1_months        2026-11-20   2026-10-01 to 2026-10-31
last_2_months        2026-01-31   2025-11-01 to 2025-12-31
last_3_months        2026-11-20   2026-08-01 to 2026-10-31
last_6_months        2026-05-31   2025-11-01 to 2026-04-30
last_12_months       2026-11-20   2025-11-01 to 2026-10-31
last_13_months       2024-03-01   2023-02-01 to 2024-02-29
last_24_months       2026-01-01   2024-01-01 to 2025-12-31
this_quarter         2026-11-20   2026-10-01 to 2026-11-19
this_quarter         2026-12-31   2026-10-01 to 2026-12-30
this_quarter         2026-04-01   none
last_quarter         2026-11-20   2026-07-01 to 2026-09-30
last_quarter         2026-02-15   2025-10-01 to 2025-12-31
last_quarter         2026-04-01   2026-01-01 to 2026-03-31
last_2_quarters      2026-11-20   2026-04-01 to 2026-09-30
last_4_quarters      2026-11-20   2025-10-01 to 2026-09-30
last_8_quarters      2026-01-01   2024-01-01 to 2025-12-31
this_year            2026-11-20   2026-01-01 to 2026-11-19
this_year            2026-12-31   2026-01-01 to 2026-12-30
this_year            2024-12-31   2024-01-01 to 2024-12-30
this_year            2026-01-01   none
ytd                  2026-11-20   2026-01-01 to 2026-11-19
ytd                  2024-03-01   2024-01-01 to 2024-02-29
ytd                  2026-01-01   none
last_year            2026-11-20   2025-01-01 to 2025-12-31
last_year            2025-01-01   2024-01-01 to 2024-12-31
last_2_years         2026-11-20   2024-01-01 to 2025-12-31
last_5_years         2026-11-20   2021-01-01 to 2025-12-31
2026                 2026-11-20   2026-01-01 to 2026-12-31
2024                 2026-11-20   2024-01-01 to 2024-12-31
2026-02              2026-11-20   2026-02-01 to 2026-02-28
2024-02              2026-11-20   2024-02-01 to 2024-02-29
2100-02              2026-11-20   2100-02-01 to 2100-02-28
2026-11              2026-11-20   2026-11-01 to 2026-11-30
2025-12              2026-11-20   2025-12-01 to 2025-12-31
2026-Q1              2026-11-20   2026-01-01 to 2026-03-31
2026-Q2              2026-11-20   2026-04-01 to 2026-06-30
2026-Q3              2026-11-20   2026-07-01 to 2026-09-30
2026-Q4              2026-11-20   2026-10-01 to 2026-12-31
2024-Q1              2026-11-20   2024-01-01 to 2024-03-31
2026-W01             2026-11-20   2025-12-29 to 2026-01-04
2025-W01             2026-11-20   2024-12-30 to 2025-01-05
2021-W01             2026-11-20   2021-01-04 to 2021-01-10
2020-W53             2026-11-20   2020-12-28 to 2021-01-03
2026-W53             2027-11-20   2026-12-28 to 2027-01-03
2026-W47             2026-11-20   2026-11-16 to 2026-11-22
2024-W09             2026-11-20   2024-02-26 to 2024-03-03
`
    .trim()
    .split("\n")
    .map((line) => line.split(/ {2,}/)),
)("%s on %s is %s", (period = "", today = "", range = "") => {
  expect(rangeOn(period, today)).toBe(range);
});

test.each(["week", "month", "quarter", "year"] as const)(
  "last_N_%ss are N whole units that end with the last one before today, on every day of four years",
  (unit) => {
    const days = daysOf(toDay("2023-12-20"), toDay("2028-01-10"));
    for (const today of days) {
      let expected = { start: bucketStart(today, { unit }), end: today };
      for (const count of [1, 2, 3]) {
        const end = addDays(expected.start, -1);
        expected = { start: bucketStart(end, { unit }), end };
        const range = readPeriod(`last_${count}_${unit}s`).rangeAt(today);
        const last = addDays(bucketStart(today, { unit }), -1);
        expect(range).toEqual({ start: expected.start, end: last });
        expect(bucketEnd(last, { unit })).toBe(last);
      }
    }
  },
);

test.each([
  ["last week", "last_week"],
  ["last_weeks", "last_week"],
  ["last_6_week_s", "last_6_weeks"],
  ["past_45_days", "last_45_days"],
  ["Q3 2026", "2026-Q3"],
  ["2026Q3", "2026-Q3"],
  ["2026-13", "2026-1"],
  ["2026-9", "2026-09"],
  ["year to date", "ytd"],
  ["MTD", "this_month"],
  ["30d", "last_30_days"],
])("%s is no period, and %s is near", (text, near) => {
  expect(findPeriod(text)).toBeUndefined();
  expect(() => readPeriod(text)).toThrow(near);
  expect(() => readPeriod(text)).toThrow(
    /\((nearest: |write ).*\nThe periods are today, .* YYYY-Wnn\.$/,
  );
});

test.each([
  ..."toString|last|last_|last_0_days|last_01_days|last_-1_days|last_1.5_days".split("|"),
  ..."last_99999_days|this_3_months|last_days|last_day|this_days|last_decade|ytd_2025".split("|"),
  ..."2026-00|2026-Q0|2026-Q5|2026-W00|2026-W54|2025-W53|1899|2200|26|2026/10".split("|"),
  ..."this_day|xyzzy|2026-10-01|".split("|"),
])("%j is no period", (text) => {
  expect(findPeriod(text)).toBeUndefined();
});

const problemOfPeriod = (text: string): string => {
  try {
    readPeriod(text);
  } catch (error) {
    return String(error);
  }
  return "";
};

test("no error suggests what is no period", () => {
  for (const text of ["last_0_days", "last_00_weeks", "last 0 months", "last_01_days"]) {
    const [, said] = /\((?:write|nearest:) (\w+)/.exec(problemOfPeriod(text)) ?? [];
    expect([text, said === undefined || findPeriod(said) !== undefined]).toEqual([text, true]);
  }
});

test.each([
  ["LAST_WEEK", "last_week"],
  [" last_month ", "last_month"],
  ["2026-q3", "2026-Q3"],
  ["2026-w07", "2026-W07"],
])("%j is %s", (text, name) => {
  const today = toDay("2026-11-20");
  expect(findPeriod(text)?.rangeAt(today)).toEqual(findPeriod(name)?.rangeAt(today));
});

test("clients are offered valid names only", () => {
  for (const period of periods) expect(findPeriod(period)).toBeDefined();
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
