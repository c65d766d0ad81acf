/** Rows of time: their names and days, which of them are partial, and which row a day belongs to. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { rowKey } from "../../src/numbers/cells/axis.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { inOrder } from "../../src/numbers/table/rank.ts";
import { timeRows, wholeRange } from "../../src/numbers/meaning/time-rows.ts";
import { toDay } from "../../src/base/time/days.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const resultOf = (from: string, days: number): Result =>
  dailyResult(facebookMetrics("insights_views"), [Array.from({ length: days }, () => [1])], from);

/** `name from-to` of each row, starred where it is partial. */
const textsOf = ({ rows }: ReturnType<typeof timeRows>): string[] =>
  rows.map(
    ({ row, start, end, isPartial }) => `${rowKey(row)}${isPartial ? "*" : ""} ${start} ${end}`,
  );

const rowsOf = (from: string, days: number, type: Dimension): ReturnType<typeof timeRows> =>
  timeRows(resultOf(from, days), type);

test("weeks and months that the range cuts are partial", () => {
  // From Wednesday to the Monday after the next week.
  const weeks = rowsOf("2026-03-04", 13, "date.week");
  expect(textsOf(weeks)).toEqual([
    "2026-W10* 2026-03-04 2026-03-08",
    "2026-W11 2026-03-09 2026-03-15",
    "2026-W12* 2026-03-16 2026-03-16",
  ]);
  expect([...weeks.placeOf]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2]);
  expect(textsOf(rowsOf("2026-03-01", 31, "date.month"))).toEqual([
    "2026-03 2026-03-01 2026-03-31",
  ]);
  expect(textsOf(rowsOf("2026-03-01", 30, "date.month"))).toEqual([
    "2026-03* 2026-03-01 2026-03-30",
  ]);
  expect(textsOf(rowsOf("2026-03-02", 30, "date.month"))[0]).toMatch(/^2026-03\* 2026-03-02/);
  expect(textsOf(rowsOf("2026-01-01", 90, "date.quarter"))).toEqual([
    "2026-Q1 2026-01-01 2026-03-31",
  ]);
  expect(textsOf(rowsOf("2026-01-01", 90, "date.year"))).toEqual(["2026* 2026-01-01 2026-03-31"]);
});

test("weeks are named by their first day where they do not start on Monday", () => {
  const result = { ...resultOf("2026-03-01", 14), weekStart: 0 as const };
  expect(textsOf(timeRows(result, "date.week"))).toEqual([
    "2026-03-01 2026-03-01 2026-03-07",
    "2026-03-08 2026-03-08 2026-03-14",
  ]);
});

test("weekdays that the range has, from Monday", () => {
  // Saturday to Tuesday.
  const { rows, placeOf } = rowsOf("2026-03-07", 4, "date.weekday");
  expect(rows.map(({ row, isPartial }) => [row, isPartial])).toEqual([
    [1, false],
    [2, false],
    [6, false],
    [7, false],
  ]);
  expect([...placeOf]).toEqual([2, 3, 0, 1]);
});

test("the whole range, or a part of it, is one row", () => {
  const range = { start: toDay("2026-03-01"), end: toDay("2026-03-05") };
  expect([...wholeRange(range).placeOf]).toEqual([0, 0, 0, 0, 0]);
  const part = { start: toDay("2026-03-02"), end: toDay("2026-03-04") };
  expect([...wholeRange(range, part).placeOf]).toEqual([-1, 0, 0, 0, -1]);
  expect(wholeRange(range, part).rows).toEqual([{ ...part, row: "", isPartial: false }]);
});

test("equal numbers share a rank, and what is no number comes last, in its order", () => {
  const numbers = [5, Number.NaN, 9, 5, Number.POSITIVE_INFINITY, 1];
  expect(inOrder(numbers)).toEqual([
    { place: 2, rank: 1 },
    { place: 0, rank: 2 },
    { place: 3, rank: 2 },
    { place: 5, rank: 4 },
    { place: 1, rank: undefined },
    { place: 4, rank: undefined },
  ]);
  expect(inOrder(numbers, "asc").map(({ place, rank }) => [place, rank])).toEqual([
    [5, 4],
    [0, 2],
    [3, 2],
    [2, 1],
    [1, undefined],
    [4, undefined],
  ]);
  expect(inOrder([])).toEqual([]);
});

test("rows that hold days which are not over are partial: days, whole weeks, weekdays", () => {
  // Monday to Sunday; Saturday is not over.
  const open = { ...resultOf("2026-11-16", 7), today: toDay("2026-11-21") };
  const partial = (type: Dimension): string[] =>
    timeRows(open, type)
      .rows.filter(({ isPartial, isOpen }) => isPartial && isOpen)
      .map(({ row }) => rowKey(row));
  expect(partial("date.day")).toEqual(["2026-11-21", "2026-11-22"]);
  expect(partial("date.week")).toEqual(["2026-W47"]);
  expect(partial("date.weekday")).toEqual(["6", "7"]);
});
