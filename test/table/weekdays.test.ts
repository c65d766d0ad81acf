/** Weekdays are not in the order of time: nothing is carried from one row to the next. */
import { expect, test } from "vitest";
import { fold, statistic } from "../../src/table/statistic.ts";
import { firstColumn } from "../../src/table/table.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

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

test("a weekday with a day on which a profile has no value yet is marked", () => {
  // Two weeks from Monday; the second profile has its first value on the second Tuesday.
  const days = Array.from({ length: 14 }, (_, day) => day);
  const result = dailyResult(levels, [
    days.map(() => [10]),
    days.map((day) => [day < 8 ? null : 2]),
  ]);
  const { values, pending } = firstColumn(fold(result, ["date.weekday"]));
  expect([...values]).toEqual([10, 11, 11, 11, 11, 11, 11]);
  expect([...pending]).toEqual([1, 1, 1, 1, 1, 1, 1]);
  const settled = dailyResult(levels, [
    days.map(() => [10]),
    days.map((day) => [day < 1 ? null : 2]),
  ]);
  const { pending: one } = firstColumn(fold(settled, ["date.weekday"]));
  expect([...one]).toEqual([1, 0, 0, 0, 0, 0, 0]);
});

test("a statistic that needs a value of each profile leaves such days out", () => {
  const days = Array.from({ length: 14 }, (_, day) => day);
  const result = dailyResult(levels, [
    days.map(() => [10]),
    days.map((day) => [day < 1 ? null : 2]),
  ]);
  const { values } = firstColumn(statistic(result, ["date.weekday"], ["min"], "day"));
  expect([...values]).toEqual([12, 12, 12, 12, 12, 12, 12]);
});
