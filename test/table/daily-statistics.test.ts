/** Statistics over the daily values of rows, of numbers that the test writes down. */
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Statistic } from "../../src/catalog/statistics.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { fold, statistic } from "../../src/numbers/table/statistic.ts";
import { statisticValue } from "../../src/numbers/table/statistic-value.ts";
import { resultOf } from "../helpers/grids.ts";
import { numbersIn } from "../helpers/tables.ts";

const withheld = Number.POSITIVE_INFINITY;

const valuesOf = (
  result: Result,
  name: Statistic | undefined,
  dimensions: readonly Dimension[] = [],
): number[] =>
  numbersIn(
    name === undefined
      ? fold(result, dimensions)
      : statistic(result, dimensions, { names: [name], of: "day" }),
  );

const views = resultOf("insights_views", [
  [1, 2, 3, 10],
  [10, null, 30, 40],
]);

test("each statistic of a list", () => {
  const of = (name: Statistic): number => statisticValue(Float64Array.of(4, 1, 3, 2, 10), name);
  expect(of("sum")).toBe(20);
  expect(of("mean")).toBe(4);
  expect(of("median")).toBe(3);
  expect(of("p90")).toBeCloseTo(7.6, 10);
  expect(of("min")).toBe(1);
  expect(of("max")).toBe(10);
  expect(of("first")).toBe(4);
  expect(of("last")).toBe(10);
});

describe("counts", () => {
  test("are added over profiles first", () => {
    expect(valuesOf(views, "max")).toEqual([50]);
    expect(valuesOf(views, "min")).toEqual([2]);
    expect(valuesOf(views, "sum")).toEqual([96]);
  });

  test("of each profile use the days that have a value", () => {
    expect(valuesOf(views, "mean", ["profile"])).toEqual([4, 80 / 3]);
    expect(valuesOf(views, "first", ["profile"])).toEqual([1, 10]);
  });

  test("of each week and profile, in whatever order", () => {
    const weeks = resultOf("insights_views", [
      [1, 2, 3, 4, 5, 6, 7, 100],
      [10, 20, 30, 40, 50, 60, 70, 1000],
    ]);
    expect(valuesOf(weeks, "median", ["profile", "date.week"])).toEqual([4, 100, 40, 1000]);
    expect(valuesOf(weeks, "median", ["date.week", "profile"])).toEqual([4, 40, 100, 1000]);
  });

  test("without a statistic they keep the number of their kind", () => {
    expect(valuesOf(views, undefined)).toEqual([96]);
  });
});

describe("people", () => {
  const reach = resultOf("insights_reach", [
    [1, 2, 3, 10],
    [10, null, 30, 40],
  ]);

  test("over several profiles are the means of a day, as the row shows them", () => {
    expect(valuesOf(reach, "median")).toEqual([11]);
    expect(valuesOf(reach, "max")).toEqual([25]);
    expect(valuesOf(reach, "mean")).toEqual([(5.5 + 2 + 16.5 + 25) / 4]);
  });

  test("of each profile, and of each week", () => {
    expect(valuesOf(reach, "median", ["profile"])).toEqual([2.5, 30]);
    const weeks = resultOf(
      "insights_reach",
      [
        [1, 2, 3, 4],
        [10, 20, 30, 40],
      ],
      "2026-03-06",
    );
    expect(valuesOf(weeks, "max", ["profile", "date.week"])).toEqual([3, 4, 30, 40]);
    expect(valuesOf(weeks, "min", ["date.week", "profile"])).toEqual([1, 10, 4, 40]);
  });
});

test("levels: extremes leave out the days on which a profile has no value yet", () => {
  const level = resultOf("fans_lifetime", [
    [10, 11, 12],
    [null, 20, 21],
  ]);
  expect(valuesOf(level, "min")).toEqual([31]);
  expect(valuesOf(level, "median")).toEqual([31]);
  expect(valuesOf(level, "p90")).toEqual([32.6]);
});

test("statistics across a break are withheld, of weekdays too", () => {
  const days = resultOf("fans_lifetime", [[1, 2, 3, 4]], "2025-11-14");
  expect(new Set(valuesOf(days, "mean", ["date.weekday"]))).toEqual(new Set([withheld]));
  const unbroken = valuesOf(resultOf("fans_lifetime", [[1, null]]), "mean", ["date.weekday"]);
  expect(unbroken.filter((value) => !Number.isNaN(value))).toEqual([1]);
});
