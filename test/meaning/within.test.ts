/** Within one range: the courses of levels, and extremes, of numbers that the test writes down. */
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { combine } from "../../src/numbers/table/combine.ts";
import { firstColumn } from "../../src/numbers/table/table.ts";
import { differsMuch } from "../../src/numbers/meaning/coverage.ts";
import { extremesOf, type Extremes } from "../../src/numbers/table/extremes.ts";
import { coursesOf } from "../../src/numbers/meaning/levels.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { type Cell, resultOf } from "../helpers/grids.ts";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;

const firstDay = "2026-03-02";
const dayAt = (place: number): string => addDays(toDay(firstDay), place);

const repeated = (count: number, value: Cell): Cell[] => Array.from({ length: count }, () => value);

describe("levels", () => {
  const coursesIn = (...profiles: readonly (readonly Cell[])[]): ReturnType<typeof coursesOf> => {
    const result = resultOf("fans_lifetime", profiles);
    return result.metrics.flatMap((metric) => coursesOf(result, metric, result));
  };
  const lived = (from: number, to: number): Cell[] =>
    Array.from({ length: 60 }, (_, day) => (day >= from && day <= to ? day : null));

  test("a profile is there throughout with values in the first and in the last 7 days", () => {
    const courses = coursesIn(lived(6, 53), lived(7, 59), lived(0, 52));
    expect(courses.map(({ isThroughout }) => isThroughout)).toEqual([true, false, false]);
  });

  test("a profile has left where its last value is more than 28 days old", () => {
    const courses = coursesIn(lived(0, 59), lived(0, 31), lived(0, 30), lived(60, 60));
    expect(courses.map(({ id, left }) => [id, left])).toEqual([
      ["p1", undefined],
      ["p2", undefined],
      ["p3", { day: dayAt(30), value: 30 }],
    ]);
  });

  test("days that are not over do not count", () => {
    const result = resultOf("fans_lifetime", [lived(0, 45)]);
    const today = addDays(result.start, 50);
    const [course] = result.metrics.flatMap((metric) =>
      coursesOf({ ...result, today }, metric, result),
    );
    expect(course).toMatchObject({ isThroughout: true });
  });
});

describe("extremes", () => {
  const extremes = (result: Result, dimensions: readonly Dimension[]): Extremes => {
    const table = combine(result, dimensions);
    return extremesOf(table, firstColumn(table), result);
  };

  test("the lowest and the highest row, the first of equal ones", () => {
    const result = resultOf("insights_views", [[5, 2, 9, 2, 9, 7]]);
    expect(extremes(result, ["date.day"])).toEqual({
      low: { value: 2, time: 1, coverage: undefined },
      high: { value: 9, time: 2, coverage: undefined },
    });
  });

  test("parts of weeks and days on which a profile has no value yet are not compared", () => {
    // From Wednesday: two days, a whole week, a Monday.
    const weeks = resultOf(
      "insights_views",
      [[900, 900, 900, 900, 900, ...repeated(7, 1), 0]],
      "2026-03-04",
    );
    expect(extremes(weeks, ["date.week"])).toEqual({
      low: { value: 7, time: 1, coverage: undefined },
      high: { value: 7, time: 1, coverage: undefined },
    });
    const levels = resultOf("fans_lifetime", [
      [10, 11, 12],
      [null, 20, 21],
    ]);
    expect(extremes(levels, ["date.day"]).low).toMatchObject({ value: 31, time: 1 });
  });

  test("without a row to compare there is none: withheld where there are values, else missing", () => {
    const partial = resultOf("insights_views", [[4, 5]], "2026-03-04");
    expect(extremes(partial, ["date.week"]).low).toEqual({
      value: withheld,
      time: -1,
      coverage: undefined,
    });
    expect(extremes(resultOf("insights_views", [[null]]), ["date.day"]).high).toEqual({
      value: none,
      time: -1,
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
    expect(low).toEqual({ value: 5, time: 1, coverage: 5 / 7 });
    expect(high).toEqual({ value: 42, time: 2, coverage: undefined });
    expect([differsMuch(1, 0.95), differsMuch(1, 0.94), differsMuch(0.9, 1)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
