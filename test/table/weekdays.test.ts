/** Weekdays are not in the order of time: nothing is carried from one row to the next. */
import type { Result } from "../../src/numbers/cells/result.ts";
import { expect, test } from "vitest";
import {
  type BucketRanks,
  bucketLines,
  bucketRanksOf,
} from "../../src/numbers/table/bucket-ranks.ts";
import { fold, statistic } from "../../src/numbers/table/statistic.ts";
import { firstColumn } from "../../src/numbers/table/table.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const bucketRanks = (result: Result, grain: "week" | "month"): BucketRanks =>
  bucketRanksOf(result, bucketLines(result, grain));

const levels = facebookMetrics("fans_lifetime");

test("a weekday before the first value of a level is missing, also where another weekday has a value", () => {
  // From Friday to Monday; both profiles have their first value on Monday.
  const line = [[null], [null], [null], [10]];
  const result = dailyResult(levels, [line, line], "2026-10-02");
  const table = fold(result, ["date.weekday"]);
  const { values, profiles } = firstColumn(table);
  expect(table.dimensions[0]?.rows).toEqual([1, 5, 6, 7]);
  expect([...values]).toEqual([20, Number.NaN, Number.NaN, Number.NaN]);
  expect([...profiles]).toEqual([2, 0, 0, 0]);
});

test("the mean of a weekday leaves out the days on which a profile has no value yet", () => {
  // Two weeks from Monday; the second profile has its first value on the second Tuesday.
  const days = Array.from({ length: 14 }, (_, day) => day);
  const result = dailyResult(levels, [
    days.map(() => [10]),
    days.map((day) => [day < 8 ? null : 2]),
  ]);
  const { values } = firstColumn(fold(result, ["date.weekday"]));
  expect([...values], "no Monday has both").toEqual([Infinity, 12, 12, 12, 12, 12, 12]);
  const median = firstColumn(statistic(result, ["date.weekday"], { names: ["median"], of: "day" }));
  expect([...median.values]).toEqual([10, 11, 11, 11, 11, 11, 11]);
});

test("months of a metric do not depend on the breaks of another", () => {
  const metrics = facebookMetrics("insights_reactions", "fans_change");
  const days = Array.from({ length: 92 }, (_, day) => [day, 1]);
  const result = dailyResult(metrics, [days], "2025-10-01");
  const ranks = bucketRanks(result, "month").ranks.map(({ metric, count, thin }) => [
    metric.name,
    count,
    thin,
  ]);
  expect(ranks).toEqual([["insights_reactions", 3, 0]]);
});
