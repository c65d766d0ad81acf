/** Two ranges beside each other: the numbers of each row, the change, and where there is none. */
import { finish } from "../../src/base/async/work.ts";
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { withProfilesAt } from "../../src/numbers/cells/select.ts";
import { compare, type ComparedTable } from "../../src/numbers/table/compare.ts";
import { labels, resultOf } from "../helpers/grids.ts";
import { columnOf, compared, contributions, lists, type Sides } from "../helpers/compared.ts";

const none = Number.NaN;

describe("flows", () => {
  const flow = (
    now: Sides["now"],
    before: Sides["before"],
    dimensions?: readonly Dimension[],
  ): ComparedTable => compared({ metric: "insights_views", now, before }, dimensions);

  test("the change, its percent, and its share of the sum of all rows before", () => {
    const table = flow(
      [
        [10, 20],
        [5, 5],
      ],
      [
        [20, 0],
        [30, 10],
      ],
    );
    expect(columnOf(table, "now").method).toBe("sum");
    expect(lists(table)).toMatchObject({
      now: [30, 10],
      before: [20, 40],
      change: [10, -30],
      percent: [50, -75],
    });
    expect(contributions(table)).toEqual([(100 * 10) / 60, -50]);
  });

  test("from nothing there is no percent, and no share of a sum of 0", () => {
    const table = flow([[4], [6]], [[0], [0]]);
    expect(lists(table)).toMatchObject({ change: [4, 6], percent: [none, none] });
    expect(contributions(table)).toEqual([none, none]);
    expect(lists(flow([[4]], [[-2]])).percent, "a count below 0").toEqual([none]);
  });

  test("at the days of the later side, where a page lacks some", () => {
    const days = Array<number>(20).fill(20);
    const table = flow([days.with(5, Number.NaN).map((day) => day || null)], [days], []);
    expect(lists(table)).toMatchObject({ now: [380], before: [400], change: [0], percent: [0] });
    expect(columnOf(table, "now").covered).toEqual(Uint32Array.of(19));
    expect(columnOf(table, "before").covered).toEqual(Uint32Array.of(20));
  });

  test("a row without a value on one side has no change", () => {
    const table = flow([[null], [3], [null]], [[5], [null], [null]]);
    expect(lists(table)).toMatchObject({
      now: [none, 3, none],
      before: [5, none, none],
      change: [none, none, none],
      percent: [none, none, none],
    });
  });

  test("rows are matched by their value, and those of one side alone come with missing numbers", () => {
    const more = flow([[1], [2], [3]], [[10]]);
    expect(lists(more)).toMatchObject({ now: [1, 2, 3], before: [10, none, none] });
    const fewer = flow([[1]], [[10], [20], [30]]);
    expect(lists(fewer)).toMatchObject({ now: [1, none, none], before: [10, 20, 30] });
  });

  test("rows of time are matched by their position", () => {
    const table = compared({ metric: "insights_views", now: [[1, 2, 3]], before: [[10, 20]] }, [
      "date.day",
    ]);
    expect(table.rowCount).toBe(3);
    expect(table.dimensions[0]?.rows).toHaveLength(3);
    expect(table.dimensions[0]?.previous?.rows).toHaveLength(2);
    expect(lists(table)).toMatchObject({
      now: [1, 2, 3],
      before: [10, 20, none],
      change: [-9, -18, none],
    });
    const shorter = compared({ metric: "insights_views", now: [[1]], before: [[10, 20]] }, [
      "date.day",
    ]);
    expect(lists(shorter)).toMatchObject({ now: [1, none], before: [10, 20] });
  });

  test("two dimensions: each row of time of each profile", () => {
    const sides = {
      metric: "insights_views",
      now: [
        [1, 2],
        [3, 4],
      ],
      before: [
        [10, 20],
        [30, 40],
      ],
    };
    const byProfile = compared(sides, ["profile", "date.day"]);
    expect(lists(byProfile)).toMatchObject({ now: [1, 2, 3, 4], before: [10, 20, 30, 40] });
    const byDay = compared(sides, ["date.day", "profile"]);
    expect(lists(byDay)).toMatchObject({ now: [1, 3, 2, 4], before: [10, 30, 20, 40] });
  });
});

describe("other kinds", () => {
  test("nets have an absolute change, and neither percent nor share", () => {
    const table = compared({ now: [[5], [-2]], before: [[2], [4]] });
    expect(lists(table)).toMatchObject({ change: [3, -6], percent: [none, none] });
    expect(contributions(table)).toEqual([none, none]);
  });

  test("people are means, with a percent of the means and no share", () => {
    const table = compared({ metric: "insights_reach", now: [[10, 20]], before: [[10, 10]] });
    expect(columnOf(table, "now").method).toBe("mean");
    expect(contributions(table)).toEqual([none]);
    expect(lists(table)).toMatchObject({ now: [15], before: [10], change: [5], percent: [50] });
  });

  test("levels are the last values; they have a share over profiles, and none along time", () => {
    const sides = {
      metric: "fans_lifetime",
      now: [
        [10, 12],
        [30, null],
      ],
      before: [
        [8, 9],
        [20, 21],
      ],
    };
    const table = compared(sides);
    expect(columnOf(table, "now").method).toBe("last");
    expect(contributions(table)).toEqual([10, 30]);
    expect(lists(table)).toMatchObject({
      now: [12, 30],
      before: [9, 21],
      change: [3, 9],
      percent: [(100 * 3) / 9, (100 * 9) / 21],
    });
    const alongTime = compared(sides, ["date.day"]);
    expect(contributions(alongTime)).toEqual([none, none]);
    expect(lists(alongTime)).toMatchObject({ now: [40, 42], before: [28, 30], change: [12, 12] });
  });

  test("a level of a day on which a profile has no value yet is compared without it", () => {
    const sides = {
      metric: "fans_lifetime",
      now: [
        [10, 12],
        [null, 30],
      ],
      before: [
        [8, 9],
        [20, 21],
      ],
    };
    const table = compared(sides, ["date.day"]);
    expect(lists(table)).toMatchObject({
      now: [10, 42],
      before: [28, 30],
      change: [2, 12],
    });
    expect(lists(table, "same").now, "the other page is in neither number of the day").toEqual([
      10, 42,
    ]);
    expect([...columnOf(table, "now").pending]).toEqual([1, 0]);
    const reversed = compared({ ...sides, now: sides.before, before: sides.now }, ["date.day"]);
    expect(lists(reversed)).toMatchObject({ change: [-2, -12] });
  });
});

test("contributions of labels and of slices are shares of all profiles before, each counted once", () => {
  // Of 50, 30 and 20 before; the label y is of the first two profiles.
  const side = (numbers: readonly number[]): Result => ({
    ...resultOf(
      "insights_views",
      numbers.map((number) => [number]),
    ),
    labels,
  });
  const before = side([50, 30, 20]);
  const now = side([60, 35, 20]);
  const labelled = finish(compare({ now, before }, ["profile_label"]));
  expect(contributions(labelled)).toEqual([10, 15]);
  const slice = (result: Result): Result => withProfilesAt(result, [1]);
  const piece = finish(
    compare({ now: slice(now), before: slice(before), question: { now, before } }, ["profile"]),
  );
  expect(contributions(piece)).toEqual([5]);
});
