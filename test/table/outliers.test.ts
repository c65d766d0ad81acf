/** Profile-days that stand out, of numbers that the test writes down. */
import { kinds } from "../../src/catalog/kinds.ts";
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/numbers/cells/result.ts";
import { combinedLines, profileLines } from "../../src/numbers/table/daily-lines.ts";
import {
  isByDifference,
  outliersIn,
  outliersOf,
  type Outliers,
} from "../../src/numbers/table/outliers.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const monday = "2026-01-05";

const outliers = (result: Result): Outliers =>
  outliersOf(
    combinedLines(result).map((line) => outliersIn(result, line)),
    profileLines(result).map((line) => outliersIn(result, line)),
  );

/** Weekdays of 100 to 106, with a value of another size on some days; null is missing. */
function resultOf(
  name: string,
  length: number,
  exceptions: ReadonlyMap<number, number | null> = new Map(),
): Result {
  const days = Array.from({ length }, (_, day) => {
    const exception = exceptions.get(day);
    return [exception === undefined ? 100 + (day % 7) : exception];
  });
  return dailyResult(facebookMetrics(name), [days], monday);
}

test("levels and counts over the days up to one are judged by their differences", () => {
  const byName = (name: string): unknown => facebookMetrics(name).map(isByDifference)[0];
  expect(byName("fans_lifetime")).toBe(true);
  expect(byName("insights_reach_28_days")).toBe(true);
  expect(byName("insights_reach")).toBe(false);
  expect(byName("insights_views")).toBe(false);
  const [views] = facebookMetrics("insights_views");
  expect(views && isByDifference({ ...views, kind: kinds.rolling })).toBe(true);
});

describe("counts", () => {
  test("are judged from twelve weeks on", () => {
    expect(outliers(resultOf("insights_views", 83)).compared).toEqual([0, 0]);
    expect(outliers(resultOf("insights_views", 84)).compared).toEqual([0, 84]);
  });

  test("stand out from six spreads on, on either side", () => {
    // The usual value of a Monday is 100, and the spread its square root.
    const result = resultOf(
      "insights_views",
      91,
      new Map([
        [14, 160],
        [28, 159],
        [42, 39],
      ]),
    );
    expect(outliers(result).outliers).toMatchObject([
      { day: addDays(toDay(monday), 42), value: 39, score: -6.1, usual: [70, 130] },
      { day: addDays(toDay(monday), 14), value: 160, score: 6 },
    ]);
  });

  test("of a weekday with fewer than six values have no usual one", () => {
    const mondays = Array.from({ length: 13 }, (_, week) => week * 7);
    const missing = (count: number): Result =>
      resultOf("insights_views", 91, new Map(mondays.slice(0, count).map((day) => [day, null])));
    expect(outliers(missing(7)).compared).toEqual([0, 91 - 7]);
    expect(outliers(missing(8)).compared, "five are left").toEqual([0, 91 - 13]);
  });

  test("of a day that is not over are not judged", () => {
    const result = resultOf("insights_views", 91, new Map([[90, 5000]]));
    expect(outliers(result).outliers).toHaveLength(1);
    expect(outliers({ ...result, today: result.end }).outliers).toEqual([]);
    expect(outliers({ ...result, today: result.end }).compared).toEqual([0, 90]);
  });
});

test("the first day of a level has no difference", () => {
  expect(outliers(resultOf("fans_lifetime", 91)).compared).toEqual([0, 90]);
});

describe("rows that combine profiles", () => {
  /** Forty profiles with weekdays of 100 to 106, and `more` on one Wednesday. */
  const profiles = (more: number, missing: ReadonlySet<number> = new Set()): Result =>
    dailyResult(
      facebookMetrics("insights_views"),
      Array.from({ length: 40 }, (_, profile) =>
        Array.from({ length: 91 }, (__, day) => [
          missing.has(day) && profile < 10 ? null : 100 + (day % 7) + (day === 44 ? more : 0),
        ]),
      ),
      monday,
    );

  test("come first, although no profile stands out by itself", () => {
    const { outliers: outlierList, compared } = outliers(profiles(40));
    expect(outlierList).toMatchObject([
      { rows: [], day: addDays(toDay(monday), 44), value: 40 * 142, score: expect.closeTo(25, 0) },
    ]);
    expect(compared).toEqual([91, 40 * 91]);
  });

  test("are not judged on days on which profiles are missing", () => {
    const { outliers: outlierList, compared } = outliers(profiles(0, new Set([20, 21])));
    expect(outlierList).toEqual([]);
    expect(compared).toEqual([89, 40 * 91 - 20]);
  });

  test("are totals and labels, each profile in its own labels", () => {
    const result = profiles(40);
    const dimensions = ["profile_label" as const];
    const placesOf = new Map(
      Array.from({ length: 40 }, (_, place) => [`p${place + 1}`, place < 30 ? [0] : []]),
    );
    const { outliers: outlierList } = outliers({
      ...result,
      dimensions,
      labels: { rows: ["x"], placesOf },
    });
    expect(outlierList.map(({ rows, value }) => ({ rows, value }))).toEqual([
      { rows: [], value: 40 * 142 },
      { rows: [{ type: "profile_label", row: "x" }], value: 30 * 142 },
    ]);
  });
});
