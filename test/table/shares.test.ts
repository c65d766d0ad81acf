/** Shares of a total, and numbers per profile. */
import { describe, expect, test } from "vitest";
import { withProfilesAt } from "../../src/numbers/cells/select.ts";
import { perProfile, share } from "../../src/numbers/table/share.ts";
import type { Table } from "../../src/numbers/table/table.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { dayValues } from "../helpers/day-values.ts";
import { dailyResult, facebookMetrics, labels } from "../helpers/grids.ts";
import { numbersIn } from "../helpers/tables.ts";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;

describe("shares", () => {
  const result = dailyResult(
    facebookMetrics("insights_views", "fans_lifetime", "insights_reach", "fans_change"),
    [
      [
        [1, 10, 5, 1],
        [3, 20, 5, 1],
      ],
      [
        [4, 30, 5, 1],
        [null, null, 5, 1],
      ],
      [
        [null, null, 5, 1],
        [5, 50, 5, 1],
      ],
    ],
  );
  /** The numbers of one column. */
  const column = ({ columns }: Table, place: number): number[] => [
    ...(columns[place]?.values ?? []),
  ];

  test("counts and levels are in percent of the total; means and differences have none", () => {
    const table = share(result, ["profile"]);
    const total = 1 + 3 + 4 + 5;
    expect(column(table, 0)).toEqual([400 / total, 400 / total, 500 / total]);
    expect(column(table, 1)).toEqual([20, 30, 50]);
    expect(column(table, 2)).toEqual([withheld, withheld, withheld]);
    expect(column(table, 3)).toEqual([withheld, withheld, withheld]);
    expect(table.columns.map(({ method }) => method)).toEqual(["share", "share", "share", "share"]);
  });

  test("of each row of time over its profiles, or of the rows of time alone over the range", () => {
    const daily = share(result, ["profile", "date.day"]);
    expect(column(daily, 0)).toEqual([20, (100 * 3) / 8, 80, none, none, (100 * 5) / 8]);
    const alone = share(result, ["date.day"]);
    expect(column(alone, 0)).toEqual([(100 * 5) / 13, (100 * 8) / 13]);
    expect(column(alone, 1), "levels do not add up along time").toEqual([withheld, withheld]);
  });

  test("a total of 0 has no shares", () => {
    const zero = dailyResult(facebookMetrics("insights_views"), [[[0]], [[0]]]);
    expect(numbersIn(share(zero, ["profile"]))).toEqual([withheld, withheld]);
  });

  test("each side of a break has shares of its own", () => {
    const views = facebookMetrics("insights_views", "fans_lifetime");
    const crossing = dailyResult(
      views,
      [
        [
          [1, 1],
          [3, 1],
          [4, 1],
        ],
      ],
      "2025-11-13",
    );
    expect(column(share(crossing, ["date.day"]), 0)).toEqual([12.5, 37.5, 50]);
  });

  test("of labels, in percent of all profiles, those without a label included", () => {
    const table = share({ ...result, labels }, ["profile_label"]);
    const total = 1 + 3 + 4 + 5;
    expect(column(table, 0)).toEqual([400 / total, 800 / total]);
    expect(table.columns[0]?.percentOf).toBe("all 3 profiles");
  });

  test("of a slice, in percent of the question", () => {
    const table = share(withProfilesAt(result, [0]), ["profile"], result);
    expect(column(table, 1)).toEqual([20]);
    expect(table.columns[1]?.percentOf).toBe("all 3 profiles");
  });

  describe("of a breakdown", () => {
    const metrics = facebookMetrics("insights_views", "insights_reach");
    const base = dailyResult(metrics, [[[10, 10]], [[30, 20]]]);
    const byRows = (type: "gender_age" | "city"): Result => ({
      ...base,
      dimensions: [type],
      split: dayValues(
        { ...base.days, breakdown: { type, rows: ["a", "b"] } },
        [2, 4, 3, 1, 5, 6, 10, 9],
      ),
    });

    test("counts are in percent of the question, and people of separate groups of their rows", () => {
      const table = share(byRows("gender_age"), ["gender_age"]);
      expect(column(table, 0)).toEqual([(100 * 7) / 40, (100 * 13) / 40]);
      expect(column(table, 1)).toEqual([50, 50]);
      expect(table.columns.map(({ percentOf }) => percentOf)).toEqual([
        "all 2 profiles",
        "its rows",
      ]);
    });

    test("of a slice, in percent of the rows of the question", () => {
      const breakdown = byRows("gender_age");
      const table = share(withProfilesAt(breakdown, [0]), ["gender_age"], breakdown);
      // The means of one profile, 4 and 1, over those of both.
      expect(column(table, 1)).toEqual([(100 * 4) / 10, (100 * 1) / 10]);
    });

    test("people of cities, of profiles and of a window have none", () => {
      expect(column(share(byRows("city"), ["city"]), 1)).toEqual([withheld, withheld]);
      const byProfile = share(byRows("gender_age"), ["profile", "gender_age"]);
      expect(new Set(column(byProfile, 1))).toEqual(new Set([withheld]));
    });
  });

  test("numbers of one profile by day and breakdown are divided by one", () => {
    const views = facebookMetrics("insights_views");
    const base = dailyResult(views, [[[10], [20]]]);
    const split = dayValues({ ...base.days, breakdown: { type: "city", rows: ["a", "b"] } }, [
      4,
      6,
      none,
      20,
    ]);
    const table = perProfile({ ...base, split }, ["date.day", "city"]);
    expect(column(table, 0)).toEqual([4, 6, none, 20]);
  });

  test("numbers per profile: sums and levels by the profiles that have a value, means as they are", () => {
    const table = perProfile(result, []);
    expect(numbersIn(table)).toEqual([13 / 3, 100 / 3, 5, 2]);
    expect(table.columns.map(({ isPerProfile }) => isPerProfile)).toEqual([
      true,
      true,
      undefined,
      true,
    ]);
    const byDay = perProfile(result, ["date.day"]);
    expect(column(byDay, 0)).toEqual([5 / 2, 8 / 2]);
    const missing = dailyResult(facebookMetrics("insights_views"), [[[null]]]);
    expect(numbersIn(perProfile(missing, []))).toEqual([none]);
  });
});
