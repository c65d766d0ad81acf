/** Shares of a total, and numbers per profile. */
import { finish } from "../../src/async/work.ts";
import { describe, expect, test } from "vitest";
import { withProfilesAt } from "../../src/cells/select.ts";
import { perProfile, sharesOf } from "../../src/meaning/shares.ts";
import { dailyResult, facebookMetrics, labels } from "../helpers/grids.ts";

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
  const column = (values: Float64Array, place: number, width = 4): number[] =>
    [...values].filter((_, at) => at % width === place);

  test("counts and levels are in percent of the total; means and differences have none", () => {
    const { values, columns } = finish(sharesOf(result, ["profile"]));
    const total = 1 + 3 + 4 + 5;
    expect(column(values, 0)).toEqual([400 / total, 400 / total, 500 / total]);
    expect(column(values, 1)).toEqual([20, 30, 50]);
    expect(column(values, 2)).toEqual([withheld, withheld, withheld]);
    expect(column(values, 3)).toEqual([withheld, withheld, withheld]);
    expect(columns.map(({ method }) => method)).toEqual(["share", "share", "share", "share"]);
  });

  test("of each row of time over its profiles, or of the rows of time alone over the range", () => {
    const { values } = finish(sharesOf(result, ["profile", "date.day"]));
    expect(column(values, 0)).toEqual([20, (100 * 3) / 8, 80, none, none, (100 * 5) / 8]);
    const alone = finish(sharesOf(result, ["date.day"]));
    expect(column(alone.values, 0)).toEqual([(100 * 5) / 13, (100 * 8) / 13]);
    expect(column(alone.values, 1), "levels do not add up along time").toEqual([
      withheld,
      withheld,
    ]);
  });

  test("a total of 0 has no shares", () => {
    const zero = dailyResult(facebookMetrics("insights_views"), [[[0]], [[0]]]);
    expect([...finish(sharesOf(zero, ["profile"])).values]).toEqual([withheld, withheld]);
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
    expect(column(finish(sharesOf(crossing, ["date.day"])).values, 0, 2)).toEqual([12.5, 37.5, 50]);
  });

  test("of labels, in percent of all profiles, those without a label included", () => {
    const { values, columns } = finish(sharesOf({ ...result, labels }, ["profile_label"]));
    const total = 1 + 3 + 4 + 5;
    expect(column(values, 0)).toEqual([400 / total, 800 / total]);
    expect(columns[0]?.base).toBe("all 3 profiles");
  });

  test("of a slice, in percent of the question", () => {
    const { values, columns } = finish(sharesOf(withProfilesAt(result, [0]), ["profile"], result));
    expect(column(values, 1)).toEqual([20]);
    expect(columns[1]?.base).toBe("all 3 profiles");
  });

  test("numbers per profile: sums and levels by the profiles that have a value, means as they are", () => {
    const { values, columns } = finish(perProfile(result, []));
    expect([...values]).toEqual([13 / 3, 100 / 3, 5, 2]);
    expect(columns.map(({ isPerProfile }) => isPerProfile)).toEqual([true, true, undefined, true]);
    const byDay = finish(perProfile(result, ["date.day"]));
    expect(column(byDay.values, 0)).toEqual([5 / 2, 8 / 2]);
    const missing = dailyResult(facebookMetrics("insights_views"), [[[null]]]);
    expect([...finish(perProfile(missing, [])).values]).toEqual([none]);
  });
});
