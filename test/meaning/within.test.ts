/** Within one range: changes, halves and extremes, of numbers that the test writes down. */
import { kinds } from "../../src/catalog/kinds.ts";
import { finish } from "../../src/async/work.ts";
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Result } from "../../src/cells/result.ts";
import { changesOf, isCompared, type Change } from "../../src/meaning/change.ts";
import { combine, waysOf } from "../../src/meaning/combine.ts";
import { differsMuch } from "../../src/meaning/coverage.ts";
import { extremesOf, type Extremes } from "../../src/meaning/extremes.ts";
import { halvesOf } from "../../src/meaning/halves.ts";
import { addDays, toDay } from "../../src/time/days.ts";
import { type Cell, facebookMetrics, resultOf } from "../helpers/grids.ts";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;

const firstDay = "2026-03-02";
const dayAt = (place: number): string => addDays(toDay(firstDay), place);

const repeated = (count: number, value: Cell): Cell[] => Array.from({ length: count }, () => value);

function changeOf(result: Result): Change {
  const [change] = finish(changesOf(result, waysOf(result)));
  if (change === undefined) throw new Error("no change");
  return change;
}

describe("halves", () => {
  const lengthOf = (days: number): unknown => {
    const start = toDay(firstDay);
    const found = halvesOf({ start, end: addDays(start, days - 1) });
    return found && [found.before.start, found.before.end, found.after.start, found.after.end];
  };

  test("they end with the range, are of equal length, and of whole weeks from four weeks on", () => {
    expect(lengthOf(13)).toBeUndefined();
    expect(lengthOf(14)).toEqual([dayAt(0), dayAt(6), dayAt(7), dayAt(13)]);
    expect(lengthOf(15)).toEqual([dayAt(1), dayAt(7), dayAt(8), dayAt(14)]);
    expect(lengthOf(27)).toEqual([dayAt(1), dayAt(13), dayAt(14), dayAt(26)]);
    expect(lengthOf(28)).toEqual([dayAt(0), dayAt(13), dayAt(14), dayAt(27)]);
    expect(lengthOf(41)).toEqual([dayAt(13), dayAt(26), dayAt(27), dayAt(40)]);
  });
});

describe("changes", () => {
  test("sums: the mean per covered profile-day of the later half against the earlier", () => {
    const result = resultOf("insights_views", [
      [...repeated(7, 10), ...repeated(5, 15), null, null],
    ]);
    expect(changeOf(result)).toEqual({
      before: 10,
      after: 15,
      form: "percent",
      value: 0.5,
      coverage: [1, 5 / 7],
      days: undefined,
    });
  });

  test("the change of all profiles is of their covered days together", () => {
    const result = resultOf("insights_views", [
      repeated(14, 3),
      [...repeated(7, 2), ...repeated(7, 8)],
    ]);
    expect(changeOf(result)).toMatchObject({ before: 2.5, after: 5.5, value: 1.2 });
  });

  test("nets are differences, also from below 0", () => {
    const result = resultOf("fans_change", [[...repeated(7, -2), ...repeated(7, 1)]]);
    expect(changeOf(result)).toMatchObject({ before: -2, after: 1, form: "difference", value: 3 });
  });

  test("from 0 there is no percent, and without a value on one side no change", () => {
    const fromZero = resultOf("insights_views", [[...repeated(7, 0), ...repeated(7, 5)]]);
    expect(changeOf(fromZero)).toMatchObject({ before: 0, after: 5, value: withheld });
    const empty = resultOf("insights_views", [[...repeated(7, null), ...repeated(7, 5)]]);
    expect(changeOf(empty)).toMatchObject({ before: none, after: 5, value: none });
    const gone = resultOf("insights_views", [[...repeated(7, 5), ...repeated(7, null)]]);
    expect(changeOf(gone)).toMatchObject({ value: none });
  });

  test("less than two weeks have no halves", () => {
    const result = resultOf("insights_views", [repeated(13, 5)]);
    expect(changeOf(result)).toMatchObject({
      before: none,
      after: none,
      value: withheld,
      days: undefined,
    });
    expect(changeOf(result).coverage).toEqual([none, none]);
  });

  test("levels are compared from the first to the last covered day, which are named", () => {
    const result = resultOf("fans_lifetime", [[null, 100, 105, 120, null]]);
    expect(changeOf(result)).toEqual({
      before: 100,
      after: 120,
      form: "percent",
      value: 0.2,
      coverage: [none, none],
      days: [dayAt(1), dayAt(3)],
    });
    expect(changeOf(resultOf("fans_lifetime", [[null, 100, null]]))).toMatchObject({
      value: withheld,
      days: undefined,
    });
    expect(changeOf(resultOf("fans_lifetime", [[null, null]]))).toMatchObject({ value: withheld });
  });

  test("a level over profiles begins on the day from which all of them have a value", () => {
    const result = resultOf("fans_lifetime", [
      [10, 11, 12, 13],
      [null, 20, 21, null],
    ]);
    expect(changeOf(result)).toMatchObject({ before: 31, after: 34, days: [dayAt(1), dayAt(3)] });
  });

  test("sums whose gaps are not visible: the mean per day that has a number", () => {
    const sums = (days: readonly Cell[]): Result => {
      const result = resultOf("insights_views", [days]);
      const [, time] = result.cells.axes;
      const axes = time === undefined ? [] : [time];
      return { ...result, cells: { ...result.cells, axes }, days: undefined };
    };
    // The first of 15 days is in neither half.
    const days = [900, ...repeated(6, 10), null, ...repeated(5, 15), null, 30];
    expect(changeOf(sums(days))).toEqual({
      before: 10,
      after: 17.5,
      form: "percent",
      value: 0.75,
      coverage: [none, none],
      days: undefined,
    });
    expect(changeOf(sums(repeated(13, 5)))).toMatchObject({ before: none, value: withheld });
  });

  test("people of several days, by profile and day", () => {
    const result = resultOf("insights_reach_7_days", [
      [50, null, 80],
      [10, 20, 30],
    ]);
    expect(changeOf(result)).toMatchObject({ before: 30, after: 55 });
  });

  test("kinds that stand or roll are compared by their ends", () => {
    const formOf = (name: string): unknown => facebookMetrics(name).map(isCompared)[0];
    const [views] = facebookMetrics("insights_views");
    expect(views && isCompared({ ...views, kind: kinds.rolling })).toBe("ends");
    expect(formOf("fans_lifetime")).toBe("ends");
    expect(formOf("insights_reach_28_days")).toBe("ends");
    expect(formOf("insights_reach")).toBe("halves");
    expect(formOf("insights_views")).toBe("halves");
  });

  test("each side of a break has its own change", () => {
    // The break is on 2025-11-15, the fifteenth day.
    const days = [
      ...repeated(7, 2),
      ...repeated(7, 4),
      ...repeated(1, 99),
      ...repeated(7, 10),
      ...repeated(7, 5),
    ];
    const result = resultOf("fans_change", [days], "2025-11-01");
    expect(finish(changesOf(result, waysOf(result)))).toMatchObject([
      { before: 2, after: 4, value: 2 },
      { before: 10, after: 5, value: -5 },
    ]);
  });
});

describe("extremes", () => {
  const extremes = (result: Result, dimensions: readonly Dimension[], offset = 0): Extremes => {
    const figures = finish(combine(result, dimensions, { ways: waysOf(result) }));
    const [column] = figures.columns;
    if (column === undefined) throw new Error("no column");
    return extremesOf(figures, column, offset);
  };

  test("the lowest and the highest row, the first of equal ones", () => {
    const result = resultOf("insights_views", [[5, 2, 9, 2, 9, 7]]);
    expect(extremes(result, ["date.day"])).toEqual({
      low: { value: 2, row: 1, coverage: undefined },
      high: { value: 9, row: 2, coverage: undefined },
    });
  });

  test("of the rows of one profile", () => {
    const result = resultOf("insights_views", [
      [5, 2, 9],
      [1, 50, 3],
    ]);
    expect(extremes(result, ["profile", "date.day"], 3).high).toMatchObject({ value: 50, row: 1 });
    expect(extremes(result, ["date.day", "profile"], 1).low).toMatchObject({ value: 1, row: 0 });
  });

  test("parts of weeks and days on which a profile has no value yet are not compared", () => {
    // From Wednesday: two days, a whole week, a Monday.
    const weeks = resultOf(
      "insights_views",
      [[900, 900, 900, 900, 900, ...repeated(7, 1), 0]],
      "2026-03-04",
    );
    expect(extremes(weeks, ["date.week"])).toEqual({
      low: { value: 7, row: 1, coverage: undefined },
      high: { value: 7, row: 1, coverage: undefined },
    });
    const levels = resultOf("fans_lifetime", [
      [10, 11, 12],
      [null, 20, 21],
    ]);
    expect(extremes(levels, ["date.day"]).low).toMatchObject({ value: 31, row: 1 });
  });

  test("without a row to compare there is none: withheld where there are values, else missing", () => {
    const partial = resultOf("insights_views", [[4, 5]], "2026-03-04");
    expect(extremes(partial, ["date.week"]).low).toEqual({
      value: withheld,
      row: -1,
      coverage: undefined,
    });
    expect(extremes(resultOf("insights_views", [[null]]), ["date.day"]).high).toEqual({
      value: none,
      row: -1,
      coverage: undefined,
    });
  });

  test("a row with much less coverage than others says so", () => {
    const week = (values: readonly Cell[]): readonly Cell[] => values;
    const days = [
      ...week(repeated(7, 5)),
      ...week([1, null, null, 1, 1, 1, 1]),
      ...week(repeated(7, 6)),
    ];
    const { low, high } = extremes(resultOf("insights_views", [days]), ["date.week"]);
    expect(low).toEqual({ value: 5, row: 1, coverage: 5 / 7 });
    expect(high).toEqual({ value: 42, row: 2, coverage: undefined });
    expect([differsMuch(1, 0.95), differsMuch(1, 0.94), differsMuch(0.9, 1)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
