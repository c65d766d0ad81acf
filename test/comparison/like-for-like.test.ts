/** Percentages of the profiles that are compared like for like, and how many these are beneath each row. */
import { expect, test } from "vitest";
import { finish } from "../../src/async/work.ts";
import { compare, type ComparedMetric } from "../../src/comparison/compare.ts";
import { compared, only } from "../helpers/compared.ts";
import { labels, resultOf, type Cell } from "../helpers/grids.ts";

const days = 28;
const whole = (value: number): Cell[] => Array<Cell>(days).fill(value);
const began = (value: number): Cell[] => [...Array<Cell>(20).fill(null), ...whole(value).slice(20)];

/** All profiles have the later number throughout; those that began have the earlier one at the end only. */
const withBegun = (metric: string, before: readonly Cell[][], now = 20): ComparedMetric =>
  only(compared({ metric, now: before.map(() => whole(now)), before }, []));

const countsOf = ({ like }: ComparedMetric): unknown => like && [[...like.compared], [...like.all]];

test.each([
  ["half of the profiles", [whole(10), began(10)], 100],
  ["more than half", [whole(10), whole(10), began(10)], 100],
  ["less than half", [whole(10), began(10), began(10)], Number.NaN],
  ["none", [began(10), began(10)], Number.NaN],
])("means of %s: the percentage is theirs, or there is none", (_, before, percent) => {
  const one = withBegun("insights_reach", before);
  expect([...one.percent]).toEqual([percent]);
  const count = before.filter(([first]) => first !== null).length;
  expect(countsOf(one)).toEqual([[count], [before.length]]);
});

test.each([
  ["half of the number before", 8, 100],
  ["less than half of the number before", 7, Number.NaN],
])(
  "sums of %s: the percentage is that of the compared profiles, or there is none",
  (_, own, percent) => {
    // The profile that began has 8 × 28 before, in its last days.
    const one = withBegun("insights_views", [whole(own), began(28)], 2 * own);
    expect([...one.percent]).toEqual([percent]);
    expect([...one.percentPerDay]).toEqual([percent]);
  },
);

test("with no row of its own, a single profile that began keeps no percentage of part of its days", () => {
  const one = withBegun("insights_views", [began(10)]);
  expect([...one.percent]).toEqual([Number.NaN]);
});

test("rows of profiles have their own percentages", () => {
  const asked = {
    metric: "insights_views",
    now: [whole(20), whole(20)],
    before: [whole(10), began(10)],
  };
  const one = only(compared(asked));
  expect([...one.percent]).toEqual([100, Number.NaN]);
  expect(countsOf(one)).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test("rows of labels count the profiles beneath them: one counts in each of its labels", () => {
  const sides = [
    [whole(20), whole(20), whole(20)],
    [whole(10), began(10), whole(10)],
  ].map((rows) => ({ ...resultOf("insights_views", rows), labels }));
  const [now, before] = sides;
  if (now === undefined || before === undefined) throw new Error("two sides");
  const one = only(finish(compare({ now, before }, ["profile_label"])));
  expect(countsOf(one)).toEqual([
    [1, 1],
    [1, 2],
  ]);
});
