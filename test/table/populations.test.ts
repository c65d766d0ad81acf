/** The populations of a comparison: all profiles, and the same ones in both ranges. */
import { expect, test } from "vitest";
import { finish } from "../../src/base/async/work.ts";
import { compare, groupsIn, type ComparedTable } from "../../src/numbers/table/compare.ts";
import { groupLines } from "../../src/numbers/table/group-lines.ts";
import { columnOf, compared, lists } from "../helpers/compared.ts";
import { labels, resultOf, type Cell } from "../helpers/grids.ts";

const none = Number.NaN;
const cellsOf = (value: number): Cell[] => Array<Cell>(28).fill(value);
const began = (value: number): Cell[] => [
  ...Array<Cell>(20).fill(null),
  ...cellsOf(value).slice(20),
];

/** All profiles have the later number throughout; those that began have the earlier one at the end only. */
const withBegun = (metric: string, before: readonly Cell[][], now = 20): ComparedTable =>
  compared({ metric, now: before.map(() => cellsOf(now)), before }, []);

const countsOf = (table: ComparedTable): unknown => ({
  total: [...columnOf(table, "now").profiles],
  same: [...columnOf(table, "now", "same").profiles],
});

test("the change of all is that of the same profiles and of those that began", () => {
  const table = withBegun("insights_views", [cellsOf(10), began(10)]);
  // What one has that began is added to the change of the same, in percent of what both had.
  expect(lists(table)).toMatchObject({ now: [1120], before: [360], change: [760] });
  expect(lists(table).percent[0]).toBeCloseTo((100 * 760) / 360);
  expect(lists(table, "same")).toMatchObject({ now: [560], before: [280], percent: [100] });
  expect(countsOf(table)).toEqual({ total: [2], same: [1] });
});

test.each([
  ["1 % of either side", 99, 1, 100],
  ["more than 1 %", 40, 1, none],
])("gaps that make up %s: all have a change in percent, or not", (_, same, gapValue, percent) => {
  // The later range has twice the earlier numbers throughout.
  const holes = (list: Cell[], count: number): Cell[] => list.fill(null, 4, 4 + count);
  const sides = {
    metric: "insights_views",
    now: [cellsOf(2 * same), holes(cellsOf(2 * gapValue), 14)],
    before: [cellsOf(same), holes(cellsOf(gapValue), 20)],
  };
  const table = compared(sides, []);
  expect(lists(table, "same").percent).toEqual([100]);
  expect(Number.isNaN(lists(table).percent[0])).toBe(Number.isNaN(percent));
});

test("where all are the same, both populations are one", () => {
  const table = withBegun("insights_views", [cellsOf(10), cellsOf(30)]);
  expect(lists(table)).toEqual(lists(table, "same"));
});

test("without a profile that is the same, there is no number of the same", () => {
  const table = withBegun("insights_views", [began(10), began(10)]);
  expect(lists(table)).toMatchObject({ now: [1120], change: [960], percent: [600] });
  expect(lists(table, "same")).toMatchObject({ now: [none], percent: [none] });
});

test("a single profile that began has both numbers, and no change", () => {
  const table = withBegun("insights_views", [began(10)]);
  expect(lists(table)).toMatchObject({ now: [560], before: [80], change: [none], percent: [none] });
});

test("rows of profiles are all profiles: those that are the same have a percent", () => {
  const table = compared({
    metric: "insights_views",
    now: [cellsOf(20), cellsOf(20)],
    before: [cellsOf(10), began(10)],
  });
  expect(lists(table)).toMatchObject({ now: [560, 560], before: [280, 80], percent: [100, none] });
  expect(table.columns.some(({ number }) => number === "same_now")).toBe(false);
});

test("rows of labels count the profiles beneath them: one counts in each of its labels", () => {
  const sides = [
    [cellsOf(20), cellsOf(20), cellsOf(20)],
    [cellsOf(10), began(10), cellsOf(10)],
  ].map((rows, at) => ({
    ...resultOf("insights_views", rows, at === 0 ? "2026-03-30" : "2026-03-02"),
    labels,
  }));
  const [now, before] = sides;
  if (now === undefined || before === undefined) throw new Error("two sides");
  const table = finish(compare({ now, before }, ["profile_label"]));
  expect(countsOf(table)).toEqual({ total: [1, 2], same: [1, 1] });
  expect(lists(table, "same")).toMatchObject({ now: [560, 560], before: [280, 280] });
});

test("days have a percent where both are the same weekday, parts of a month have no change", () => {
  const [now, before] = [[cellsOf(20)], [cellsOf(10)]];
  const sides = { metric: "insights_views", now, before, from: "2026-03-04" };
  expect(lists(compared(sides, ["date.day"])).percent.every(Number.isNaN)).toBe(true);
  expect(lists(compared(sides, ["date.day"])).change.every((change) => change === 10)).toBe(true);
  const months = { ...sides, from: "2026-02-15", fromBefore: "2026-01-15" };
  expect(lists(compared(months, ["date.month"]))).toMatchObject({ change: [none, none] });
});

test("a row of time that is in one range alone keeps its number, and has no change", () => {
  const sides = {
    metric: "insights_views",
    now: [
      [1, 2, 3],
      [1, 2, 3],
    ],
    before: [
      [10, 20],
      [10, 20],
    ],
  };
  const table = compared(sides, ["date.day"]);
  expect(lists(table, "same")).toMatchObject({ now: [2, 4, 6], before: [20, 40, none] });
  const reversed = compared({ ...sides, now: sides.before, before: sides.now }, ["date.day"]);
  expect(lists(reversed, "same")).toMatchObject({ now: [20, 40, none], before: [2, 4, 6] });
  expect(lists(table, "same").change[2]).toBeNaN();
});

test("where one range has no value at all, the rows of the other have theirs", () => {
  const empty: Cell[] = [null, null, null];
  const table = compared(
    {
      metric: "insights_views",
      now: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      before: [empty, empty],
    },
    ["date.day"],
  );
  expect(lists(table, "same")).toMatchObject({ now: [5, 7, 9], before: [none, none, none] });
});

test("the line of pages with gaps is at equal days, of people too; those that began have no change of people", () => {
  const metric = "insights_reach";
  const holes = (list: Cell[]): Cell[] => list.fill(null, 4, 18);
  const table = compared(
    {
      metric,
      now: [cellsOf(10), holes(cellsOf(30)), cellsOf(9)],
      before: [cellsOf(10), cellsOf(20), began(9)],
    },
    [],
  );
  const [first] = table.columns;
  if (first === undefined) throw new Error("no column");
  const [now, before] = [
    resultOf(metric, [cellsOf(10), holes(cellsOf(30)), cellsOf(9)], "2026-03-03"),
    resultOf(metric, [cellsOf(10), cellsOf(20), began(9)], "2026-02-03"),
  ];
  const lines = groupLines({ now, before }, first.metric, groupsIn(table, first.metric));
  expect(lines.map(({ kind, change }) => [kind, change])).toEqual([
    ["began", none],
    ["gaps", 10],
  ]);
});

test("a profile that lacks more than half of a week is in no number of the week", () => {
  const holes = cellsOf(20).fill(null, 8, 12);
  const table = compared(
    {
      metric: "insights_views",
      now: [cellsOf(20), holes],
      before: [cellsOf(10), cellsOf(10)],
      from: "2026-03-02",
      fromBefore: "2026-02-02",
    },
    ["date.week"],
  );
  expect(lists(table, "same")).toMatchObject({
    now: [280, 140, 280, 280],
    before: [140, 70, 140, 140],
    change: [140, 70, 140, 140],
  });
  expect([...columnOf(table, "now", "same").profiles]).toEqual([2, 1, 2, 2]);
});
