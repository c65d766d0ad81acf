/** Folding days into buckets and weekdays, and checking the result against the API's own rows. */
import { finish } from "../../src/async/work.ts";
import { expect, test } from "vitest";
import { toProfileId } from "../../src/api/records.ts";
import type { Cells } from "../../src/cells/cells.ts";
import { PackedNumbers } from "../../src/cells/packed-numbers.ts";
import { checkRows, foldPart } from "../../src/metrics/merge/fold-part.ts";
import type { Answered } from "../../src/metrics/merge/merge.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { daysOf, toDay } from "../../src/time/days.ts";
import { grainOf } from "../../src/time/grains.ts";
import { facebookMetrics } from "../helpers/grids.ts";

const metrics = facebookMetrics("fans_change", "insights_impressions");
/** A Thursday, and twelve days on. */
const [start, end] = [toDay("2026-10-01"), toDay("2026-10-12")];
const days = daysOf(start, end);

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions: ["date.week"],
  start,
  end,
  profiles: ["a", "b"].map((id) => ({ id: toProfileId(id), name: id })),
  excluded: new Set(),
};

/** Profile a has 1 on each day, b has 100; the second metric has ten times as many. */
const cells: Cells = {
  axes: [
    { type: "profile", rows: ["a", "b"] },
    { type: "date.day", rows: days },
  ],
  metrics,
  values: Float64Array.from([1, 100].flatMap((each) => days.flatMap(() => [each, each * 10]))),
};

const rows = { grain: grainOf(["date.week"], undefined), names: undefined, labels: undefined };

test("days fold into the weekdays that they are, in the order of the week", () => {
  const folded = finish(foldPart({ ...question, dimensions: ["date.weekday"] }, cells, rows));
  expect(folded.axes).toEqual([{ type: "date.weekday", rows: [1, 2, 3, 4, 5, 6, 7] }]);
  // Thursday to Sunday are there twice, Monday too; Tuesday and Wednesday once.
  const sums = [2, 1, 1, 2, 2, 2, 2].flatMap((count) => [count * 101, count * 1010]);
  expect([...folded.values]).toEqual(sums);
});

test("days fold into their weeks; a bucket at the edge holds only its days in the period", () => {
  const { axes, values } = finish(foldPart(question, cells, rows));
  expect(axes).toEqual([{ type: "date.week", rows: ["2026-W40", "2026-W41", "2026-W42"] }]);
  expect([...values]).toEqual([4, 7, 1].flatMap((count) => [count * 101, count * 1010]));
});

test("cells that have the question's dimensions are not copied", () => {
  expect(finish(foldPart({ ...question, dimensions: ["profile", "date.day"] }, cells, rows))).toBe(
    cells,
  );
});

test("cells are turned round to the order of the question's dimensions", () => {
  const turned = finish(
    foldPart({ ...question, dimensions: ["date.day", "profile"] }, cells, rows),
  );
  expect(turned.axes.map(({ type }) => type)).toEqual(["date.day", "profile"]);
  expect([...turned.values].slice(0, 4)).toEqual([1, 10, 100, 1000]);
});

test("names of weeks that are more or fewer than the calendar's are refused", () => {
  expect(() => finish(foldPart(question, cells, { ...rows, names: ["2026-W40"] }))).toThrow(
    /^upstream_failed: the API has 1 rows of date.week where the calendar has 3/,
  );
});

/** The API's own rows of one profile and one metric. */
const namedRows = (metric: string, values: readonly number[]): Answered => ({
  request: {
    version: 3,
    network: "facebook",
    start,
    end,
    profiles: [toProfileId("b")],
    metrics: [metric],
    dimensions: ["date.week"],
  },
  answer: {
    axes: [{ type: "date.week", rows: ["2026-W40", "2026-W41", "2026-W42"] }],
    metrics: [metric],
    values: new PackedNumbers(Float64Array.from(values)),
  },
});

const checked =
  (named: readonly Answered[], parts: readonly Cells[] = [cells]): (() => void) =>
  () =>
    finish(checkRows(question, parts, rows, named));

test("folded days are compared with the API's rows of the same profile and metric", () => {
  expect(checked([namedRows("fans_change", [400, 700, 100])])).not.toThrow();
  expect(checked([namedRows("insights_impressions", [4000, 7000, 1000])])).not.toThrow();
  expect(checked([])).not.toThrow();
  expect(checked([namedRows("another_metric", [1, 2, 3])])).not.toThrow();
  const other = /^upstream_failed: the API's rows of date.week hold other days than the calendar's/;
  expect(checked([namedRows("fans_change", [300, 800, 100])])).toThrow(other);
  expect(checked([namedRows("fans_change", [400, 700, 101])])).toThrow(other);
  expect(checked([namedRows("fans_change", [400, 700])])).toThrow(other);
  expect(checked([namedRows("fans_change", [4, 7, 1])])).toThrow(other);
});

test("the comparison allows for rounding, in proportion to the number", () => {
  const large = { ...cells, values: cells.values.map((value) => value * 1e9) };
  expect(checked([namedRows("fans_change", [4e11 + 1e5, 7e11, 1e11])], [large])).not.toThrow();
  expect(checked([namedRows("fans_change", [4e11 + 1e6, 7e11, 1e11])], [large])).toThrow(
    "other days",
  );
  const small = { ...cells, values: cells.values.map((value) => value / 1e4) };
  expect(checked([namedRows("fans_change", [0.04 + 5e-7, 0.07, 0.01])], [small])).not.toThrow();
  expect(checked([namedRows("fans_change", [0.04 + 5e-6, 0.07, 0.01])], [small])).toThrow(
    "other days",
  );
});

test("a difference of exactly the tolerance is one of rounding", () => {
  const zero = { ...cells, values: cells.values.map(() => 0) };
  expect(checked([namedRows("fans_change", [1e-6, 0, 0])], [zero])).not.toThrow();
});

test("missing days must be missing in the API's rows too", () => {
  const missing = { ...cells, values: cells.values.map(() => Number.NaN) };
  const none = [Number.NaN, Number.NaN, Number.NaN];
  expect(checked([namedRows("fans_change", none)], [missing])).not.toThrow();
  expect(checked([namedRows("fans_change", [0, 0, 0])], [missing])).toThrow("other days");
});

test("the part that holds the metric is compared, wherever it stands", () => {
  const others = { ...cells, metrics: facebookMetrics("fans_lifetime", "insights_reach") };
  const wrong = namedRows("fans_change", [1, 2, 3]);
  expect(checked([wrong], [others, cells])).toThrow("other days");
  expect(checked([wrong], [cells, others])).toThrow("other days");
  expect(checked([wrong], [others])).not.toThrow();
});

test("cells of other dimensions are not compared", () => {
  const axes = [...cells.axes, { type: "gender_age" as const, rows: ["x"] }];
  const wrong = namedRows("fans_change", [1, 2, 3]);
  expect(checked([wrong], [{ ...cells, axes }])).not.toThrow();
});
