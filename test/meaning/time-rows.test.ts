/** Rows of time: their names and days, which of them are partial, and which row a day belongs to. */
import { finish } from "../../src/async/work.ts";
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { rowKey, type Axis } from "../../src/cells/axis.ts";
import { kindColumns, kindSuffix } from "../../src/meaning/kind-column.ts";
import { inOrder } from "../../src/meaning/ranking.ts";
import { ownRows, timeRows, wholeRange } from "../../src/meaning/time-rows.ts";
import { addDays, toDay, type Day } from "../../src/time/days.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const resultOf = (
  from: string,
  days: number,
  axes: readonly Axis[] = [],
): Parameters<typeof ownRows>[0] => ({
  ...dailyResult(
    facebookMetrics("insights_views"),
    [Array.from({ length: days }, () => [1])],
    from,
  ),
  cells: { axes, metrics: facebookMetrics("insights_views"), values: new Float64Array() },
});

/** `name from-to` of each row, starred where it is partial. */
const textsOf = ({ rows }: ReturnType<typeof timeRows>): string[] =>
  rows.map(
    ({ row, start, end, isPartial, part }) =>
      `${rowKey(row)}${isPartial ? "*" : ""} ${start} ${end}${part === undefined ? "" : ` ${part}`}`,
  );

const rowsOf = (
  from: string,
  days: number,
  type: Dimension,
  breaks: readonly Day[] = [],
  first?: Day,
): ReturnType<typeof timeRows> => timeRows(resultOf(from, days), type, breaks, first);

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

test("a row in which data starts is partial", () => {
  const rows = rowsOf("2026-03-01", 61, "date.month", [], toDay("2026-03-10"));
  expect(textsOf(rows).map((text) => text.slice(0, 8))).toEqual(["2026-03*", "2026-04 "]);
  const atStart = rowsOf("2026-03-01", 61, "date.month", [], toDay("2026-03-01"));
  expect(atStart.rows.map(({ isPartial }) => isPartial)).toEqual([false, false]);
  const atEnd = rowsOf("2026-03-01", 61, "date.month", [], toDay("2026-03-31"));
  expect(atEnd.rows.map(({ isPartial }) => isPartial)).toEqual([true, false]);
});

test("a break divides the row that holds it, unless it is the first day", () => {
  const rows = rowsOf("2026-03-01", 31, "date.month", [toDay("2026-03-10")]);
  expect(textsOf(rows)).toEqual([
    "2026-03* 2026-03-01 2026-03-09 until 2026-03-09",
    "2026-03* 2026-03-10 2026-03-31 from 2026-03-10",
  ]);
  expect([rows.placeOf[8], rows.placeOf[9]]).toEqual([0, 1]);
  expect(rowsOf("2026-03-01", 31, "date.month", [toDay("2026-03-01")]).rows).toHaveLength(1);
  expect(rowsOf("2026-03-01", 31, "date.month", [toDay("2026-03-31")]).rows).toHaveLength(2);
  const twice = rowsOf("2026-03-01", 31, "date.month", [toDay("2026-03-10"), toDay("2026-03-20")]);
  expect(twice.rows.map(({ part }) => part)).toEqual([
    "until 2026-03-09",
    "until 2026-03-19",
    "from 2026-03-20",
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

test("rows have the API's names where it has as many", () => {
  const named = resultOf("2026-03-02", 14, [{ type: "date.week", rows: ["w10", "w11"] }]);
  expect(timeRows(named, "date.week").rows.map(({ row }) => row)).toEqual(["w10", "w11"]);
  const other = resultOf("2026-03-02", 14, [{ type: "date.week", rows: ["w10"] }]);
  expect(timeRows(other, "date.week").rows.map(({ row }) => row)).toEqual(["2026-W10", "2026-W11"]);
});

test("the whole range, or a part of it, is one row", () => {
  const range = { start: toDay("2026-03-01"), end: toDay("2026-03-05") };
  expect([...wholeRange(range).placeOf]).toEqual([0, 0, 0, 0, 0]);
  const part = { start: toDay("2026-03-02"), end: toDay("2026-03-04") };
  expect([...wholeRange(range, part).placeOf]).toEqual([-1, 0, 0, 0, -1]);
  expect(wholeRange(range, part).rows).toEqual([{ ...part, row: "", isPartial: false }]);
});

test("the own rows of a result are its days, its buckets, or the range", () => {
  const days = Array.from({ length: 3 }, (_, place) => addDays(toDay("2026-03-01"), place));
  const byDay = ownRows(resultOf("2026-03-01", 3, [{ type: "date.day", rows: days }]));
  expect(byDay.rows.map(({ start, end }) => [start, end])).toEqual(days.map((day) => [day, day]));
  expect([...byDay.placeOf]).toEqual([0, 1, 2]);
  expect(ownRows(resultOf("2026-03-01", 3)).rows).toHaveLength(1);
  const byMonth = ownRows(
    resultOf("2026-03-30", 3, [{ type: "date.month", rows: ["2026-03", "2026-04"] }]),
  );
  expect(byMonth.rows).toHaveLength(2);
});

test("the CSV has a further column where the API's number is not the one of the kind", () => {
  const suffix = (name: string, dimensions: readonly Dimension[]): string | undefined => {
    const result = resultOf(
      "2026-03-01",
      3,
      dimensions.map((type): Axis => ({ type, rows: ["x"] })),
    );
    const [metric] = facebookMetrics(name);
    if (metric === undefined) throw new Error("no metric");
    return kindSuffix(result, metric);
  };
  expect(suffix("fans_lifetime", [])).toBe("last");
  expect(suffix("insights_views", [])).toBeUndefined();
  expect(suffix("insights_reach", [])).toBeUndefined();
  expect(suffix("insights_fans_online", []), "people that the API sums").toBe("mean");
  expect(suffix("fans_change", [])).toBeUndefined();
  expect(suffix("fans_lifetime", ["profile", "date.day"])).toBeUndefined();
  expect(suffix("fans_lifetime", ["profile"])).toBe("last");
  expect(suffix("fans_lifetime", ["date.day"])).toBe("last");
  expect(suffix("insights_views", ["date.weekday"])).toBe("mean");
  expect(suffix("insights_reach", ["date.weekday"])).toBeUndefined();
});

test("the further columns hold the numbers of the kinds, in the places of the cells", () => {
  const metrics = facebookMetrics("insights_views", "fans_lifetime");
  const own = dailyResult(
    metrics,
    [
      [
        [1, 10],
        [2, null],
      ],
      [
        [3, 30],
        [4, 40],
      ],
    ],
    "2026-03-01",
  );
  const cells = {
    axes: [{ type: "profile" as const, rows: ["p1", "p2"] }],
    metrics,
    values: Float64Array.of(3, 10, 7, 35),
  };
  const columns = finish(kindColumns({ ...own, cells }));
  expect([...(columns?.values ?? [])]).toEqual([Number.NaN, 10, Number.NaN, 40]);
  const views = facebookMetrics("insights_views");
  const sums = dailyResult(views, [[[1]], [[3]]], "2026-03-01");
  const none = {
    ...sums,
    cells: {
      axes: [{ type: "profile" as const, rows: ["p1", "p2"] }],
      metrics: views,
      values: Float64Array.of(1, 3),
    },
  };
  expect(finish(kindColumns(none))).toBeUndefined();
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
