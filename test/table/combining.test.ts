/** Numbers of profiles and days are combined by their kind. */
import { withheld } from "../../src/numbers/cells/states.ts";
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { combine } from "../../src/numbers/table/combine.ts";
import { firstColumn, noDay, type Table } from "../../src/numbers/table/table.ts";
import { valueAt, viewOf, type View } from "../../src/answers/report/view.ts";
import { toDay } from "../../src/base/time/days.ts";
import { labels, resultOf, type Cell } from "../helpers/grids.ts";
import { numbersIn } from "../helpers/tables.ts";

const none = Number.NaN;

/** From a Monday, two days before a month begins. */
const daily = (name: string, profiles: readonly (readonly Cell[])[], from = "2026-03-30"): Result =>
  resultOf(name, profiles, from);

const tableOf = (result: Result, dimensions: readonly Dimension[] = []): Table =>
  combine(result, dimensions);

const valuesOf = (result: Result, dimensions: readonly Dimension[] = []): number[] =>
  numbersIn(tableOf(result, dimensions));

describe("profiles and days", () => {
  test("sums, of all, by profile, by month, and by both", () => {
    const result = daily("insights_views", [
      [1, 2, 3, null],
      [10, null, 30, 40],
    ]);
    expect(valuesOf(result)).toEqual([86]);
    expect(valuesOf(result, ["profile"])).toEqual([6, 80]);
    expect(valuesOf(result, ["date.month"])).toEqual([13, 73]);
    expect(valuesOf(result, ["profile", "date.month"])).toEqual([3, 3, 10, 70]);
    expect(valuesOf(result, ["date.month", "profile"])).toEqual([3, 10, 3, 70]);
    const { covered, expected, profiles, days } = firstColumn(tableOf(result, ["profile"]));
    expect([[...covered], [...expected], [...profiles], [...days]]).toEqual([
      [3, 3],
      [4, 4],
      [1, 1],
      [noDay, noDay],
    ]);
  });

  test("people are means per covered profile-day, and nothing is zero where nothing is known", () => {
    expect(
      valuesOf(
        daily("insights_reach", [
          [10, 20],
          [60, null],
        ]),
      ),
    ).toEqual([30]);
    expect(valuesOf(daily("insights_reach", [[null, null]]))).toEqual([none]);
    expect(valuesOf(daily("insights_views", [[null], [0]]), ["profile"])).toEqual([none, 0]);
  });

  test("people of a window are the mean of the profiles' last days", () => {
    const result = daily("insights_reach_28_days", [
      [10, 20, null],
      [1, 2, 4],
    ]);
    expect(valuesOf(result)).toEqual([12]);
    const single = firstColumn(tableOf(result, ["profile"]));
    expect([...single.values]).toEqual([20, 4]);
    expect([...single.days]).toEqual([1, 2]);
  });

  test("levels are the last values of the profiles, and the day of each is known", () => {
    const result = daily("fans_lifetime", [
      [100, 101, null],
      [5, 6, 7],
    ]);
    const column = firstColumn(tableOf(result, ["profile"]));
    expect([...column.values]).toEqual([101, 7]);
    expect([...column.days]).toEqual([1, 2]);
    expect(valuesOf(result)).toEqual([108]);
    expect([...firstColumn(tableOf(result)).days], "of several profiles no single day").toEqual([
      noDay,
    ]);
  });

  test("along time, a level carries the last value of a profile, and marks the days before its first", () => {
    const result = daily("fans_lifetime", [
      [100, null, 102],
      [null, 6, null],
    ]);
    const { values, pending, covered, profiles } = firstColumn(tableOf(result, ["date.day"]));
    expect([...values]).toEqual([100, 106, 108]);
    expect([...pending]).toEqual([1, 0, 0]);
    expect([...covered]).toEqual([1, 1, 1]);
    expect([...profiles]).toEqual([1, 2, 2]);
    expect(
      valuesOf(daily("fans_lifetime", [[100, null, 102]]), ["profile", "date.day"]),
      "not for a single profile",
    ).toEqual([100, none, 102]);
  });

  test("no value is carried to a day that is not over, or across a break", () => {
    const result = daily("fans_lifetime", [
      [100, null],
      [5, 6],
    ]);
    expect(valuesOf({ ...result, today: toDay("2026-03-31") }, ["date.day"])).toEqual([105, 6]);
    expect(valuesOf({ ...result, today: toDay("2026-04-01") }, ["date.day"])).toEqual([105, 106]);
    const broken = daily(
      "fans_lifetime",
      [
        [100, null, 200],
        [5, 6, 7],
      ],
      "2025-11-14",
    );
    expect(valuesOf(broken, ["date.day"])).toEqual([105, 6, 207]);
  });

  test("a break divides a total into two columns, and withholds the row of time that holds it", () => {
    const result = daily("insights_views", [[1, 2, 3, 4]], "2025-11-13");
    expect(valuesOf(result), "a metric without a break").toEqual([10]);
    const net = daily("fans_change", [[1, 2, 3, 4]], "2025-11-13");
    expect(valuesOf(net)).toEqual([3, 4]);
    const monthly = combine(net, ["date.month"]);
    expect(monthly.dimensions[0]?.rows).toEqual(["2025-11"]);
    expect(numbersIn(monthly)).toEqual([withheld]);
    const fromBreak = daily("fans_change", [[1, 2, 3]], "2025-11-15");
    expect(
      numbersIn(combine(fromBreak, ["date.month"])),
      "the day of the break is the first",
    ).toEqual([5]);
  });

  test("a profile counts under each of its labels", () => {
    const result = { ...daily("insights_views", [[1], [10], [100]]), labels };
    expect(valuesOf(result, ["profile_label"])).toEqual([1, 11]);
    expect(valuesOf(result, ["profile_label", "date.day"])).toEqual([1, 11]);
  });
});

describe("views", () => {
  test("chosen rows go down a view in their order", () => {
    const result = daily("insights_views", [
      [1, 2, 3],
      [4, 5, null],
    ]);
    const both = combine(result, ["profile", "date.month"]);
    const shownIn = (view: View): number[][] =>
      view.series.map((series) =>
        view.rows.map((_, row) => valueAt(series, row, firstColumn(both))),
      );
    const rowView = viewOf(result, both, "profile", [1]);
    expect(shownIn(rowView)).toEqual([[9], [none]]);
    expect(rowView.rows).toEqual(["One 2"]);
    const turned = viewOf(result, both, "date.month", [1, 0]);
    expect(shownIn(turned)).toEqual([
      [3, 3],
      [none, 9],
    ]);
    expect(shownIn(viewOf(result, both, "date.month"))).toEqual([
      [3, 3],
      [9, none],
    ]);
  });
});
