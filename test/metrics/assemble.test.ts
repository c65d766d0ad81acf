/** Answers to a plan become the cells of the question: parts side by side, folds within, buckets that a cut has split. */
import { finish } from "../../src/async/work.ts";
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Axis } from "../../src/cells/axis.ts";
import { Assembly } from "../../src/metrics/merge/assemble.ts";
import type { Part, Step } from "../../src/metrics/plan/steps.ts";
import { Labels } from "../../src/metrics/question/labels.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import {
  Answers,
  dayAxis,
  end,
  fans,
  finest,
  monthAxis,
  planOf,
  profileAxis,
  question,
  reach,
  start,
} from "../helpers/plan-answers.ts";

test("metrics that were requested by day stand beside those that were requested by month, and the days are kept", () => {
  const answers = new Answers();
  const sums = { metrics: fans, dimensions: ["date.month"], isFolded: false } as const;
  const averages = { metrics: reach, dimensions: finest, isFolded: true };
  const plan = planOf([
    { ...sums, steps: [answers.step(sums, [monthAxis], [5, 7])] },
    { ...averages, steps: [answers.step(averages, [profileAxis, dayAxis], [10, 20, 30, 40])] },
  ]);
  const {
    cells,
    days: held,
    weekStart,
  } = finish(new Assembly(answers, undefined, undefined).assemble(plan));
  expect(cells.axes).toEqual([monthAxis]);
  expect([...cells.values]).toEqual([5, 20, 7, 30]);
  expect(held?.metrics).toEqual(reach);
  expect(held?.axes).toEqual([profileAxis, dayAxis]);
  expect([...(held?.values ?? [])]).toEqual([10, 20, 30, 40]);
  expect(weekStart).toBeUndefined();
});

test("days of several parts stand side by side, without the metrics that have none", () => {
  const answers = new Answers();
  const asked = {
    ...question,
    metrics: facebookMetrics("fans_change", "insights_reach", "insights_views"),
  };
  const sums = { metrics: fans, dimensions: ["date.month"], isFolded: false } as const;
  const byDay = (metrics: Part["metrics"], values: readonly number[]): Part => {
    const part = { metrics, dimensions: finest, isFolded: true };
    return { ...part, steps: [answers.step(part, [profileAxis, dayAxis], values)] };
  };
  const views = facebookMetrics("insights_views");
  const plan = planOf(
    [
      { ...sums, steps: [answers.step(sums, [monthAxis], [5, 7])] },
      byDay(views, [1, 2, 3, 4]),
      byDay(reach, [10, 20, 30, 40]),
    ],
    asked,
  );
  const { days: held } = finish(new Assembly(answers, undefined, undefined).assemble(plan));
  expect(held?.metrics).toEqual([...reach, ...views]);
  expect([...(held?.values ?? [])]).toEqual([10, 1, 20, 2, 30, 3, 40, 4]);
});

test("the days of a question by profile and day are its cells", () => {
  const answers = new Answers();
  const asked = { ...question, metrics: fans, dimensions: finest };
  const part = { metrics: fans, dimensions: finest, isFolded: false };
  const step = answers.step(part, [profileAxis, dayAxis], [1, 2, 3, 4]);
  const outcome = finish(
    new Assembly(answers, undefined, 0).assemble(planOf([{ ...part, steps: [step] }], asked)),
  );
  expect(outcome.days).toBe(outcome.cells);
  expect(outcome.weekStart).toBe(0);
});

test("a question without days has none", () => {
  const answers = new Answers();
  const part = { metrics: fans, dimensions: ["date.month"], isFolded: false } as const;
  const step = answers.step(part, [monthAxis], [1, 2]);
  const plan = planOf([{ ...part, steps: [step] }], { ...question, metrics: fans });
  expect(finish(new Assembly(answers, undefined, undefined).assemble(plan)).days).toBeUndefined();
});

test("rows that folding makes carry the names of the requests for them", () => {
  const answers = new Answers();
  const part = { metrics: fans, dimensions: finest, isFolded: true };
  const named = { metrics: fans, dimensions: ["date.month"] } as const;
  const steps = [answers.step(part, [profileAxis, dayAxis], [1, 2, 3, 4])];
  const rows = ["Sep", "Oct"];
  const profiles = question.profiles.slice(0, 1).map(({ id }) => id);
  const names = answers.step(named, [{ type: "date.month", rows }], [1, 2], { profiles });
  const plan = planOf([{ ...part, steps }], { ...question, metrics: fans }, [names]);
  const { cells } = finish(new Assembly(answers, undefined, undefined).assemble(plan));
  expect(cells.axes).toEqual([{ type: "date.month", rows }]);
  expect([...cells.values]).toEqual([4, 6]);
});

test("a request that a finer plan answers is folded, and merged with the other requests", () => {
  const answers = new Answers();
  const inner = { metrics: fans, dimensions: finest, isFolded: true };
  const asked = { ...question, metrics: fans };
  const within = planOf(
    [{ ...inner, steps: [answers.step(inner, [profileAxis, dayAxis], [1, 2, 3, 4])] }],
    asked,
  );
  const part = { metrics: fans, dimensions: ["date.month"], isFolded: false } as const;
  const { request, origin } = answers.step(part, [], []);
  const steps: Step[] = [
    { kind: "fold", request, origin, plan: within },
    answers.step(part, [monthAxis], [10, 20]),
  ];
  const { cells } = finish(
    new Assembly(answers, undefined, undefined).assemble(planOf([{ ...part, steps }], asked)),
  );
  expect([...cells.values]).toEqual([14, 26]);
});

test("labels are the same row whatever the form in which an answer names them", () => {
  const answers = new Answers();
  const list = [
    { id: "7", name: "Brand", profiles: [] },
    { id: "8", name: "Europe", profiles: [] },
  ];
  const labels = new Labels(list, "facebook", []);
  const dimensions: readonly Dimension[] = ["profile_label"];
  const asked = { ...question, dimensions };
  const parts = [
    { metrics: fans, dimensions, isFolded: false },
    { metrics: reach, dimensions, isFolded: false },
  ];
  const rows = [
    [
      { id: "7", name: "Brand" },
      { id: "8", name: "Europe" },
    ],
    ["Europe", "Brand"],
  ];
  const plan = planOf(
    parts.map((part, place): Part => {
      const axis: Axis = { type: "profile_label", rows: rows[place] ?? [] };
      return { ...part, steps: [answers.step(part, [axis], place === 0 ? [1, 2] : [20, 10])] };
    }),
    asked,
  );
  const { cells } = finish(new Assembly(answers, labels, undefined).assemble(plan));
  expect(cells.axes[0]?.rows).toHaveLength(2);
  expect([...cells.values]).toEqual([1, 10, 2, 20]);
});

/** Two requests that cut the range, by a grain of time; both have the row at the cut. */
function cutAt(
  answers: Answers,
  type: "date.week" | "date.month" | "date.day",
  metrics = reach,
): Part {
  const part = { metrics, dimensions: [type], isFolded: false };
  const axis = (rows: readonly string[]): Axis => ({ type, rows });
  return {
    ...part,
    steps: [
      answers.step(part, [axis(["x", "y"])], [1, 2], { end: start }),
      answers.step(part, [axis(["y", "z"])], [3, 4], { start: end }),
    ],
  };
}

test("a week or month of averages that a cut has split is found, in plans within the plan too", () => {
  for (const type of ["date.week", "date.month"] as const) {
    const answers = new Answers();
    const assembly = new Assembly(answers, undefined, undefined);
    const part = cutAt(answers, type);
    const plan = planOf([part], { ...question, metrics: reach, dimensions: [type] });
    const split = finish(assembly.splitBuckets(plan));
    expect([...split.keys()]).toEqual([part]);
    expect([...(split.get(part)?.rows ?? [])]).toEqual(["y"]);
    expect(split.get(part)?.requests).not.toHaveLength(0);
    expect(() => finish(assembly.assemble(plan))).toThrow(
      /^upstream_failed: the API's rows overlap where they were cut\nAsk by date\.day instead\.$/,
    );
    const [{ request, origin } = answers.step(part, [], [])] = part.steps;
    const outer: Part = { ...part, steps: [{ kind: "fold", request, origin, plan }] };
    expect([...finish(assembly.splitBuckets(planOf([outer], plan.question))).keys()]).toEqual([
      part,
    ]);
  }
});

test("sums of a split bucket add up, and a part that was repaired is not repaired again", () => {
  const answers = new Answers();
  const assembly = new Assembly(answers, undefined, undefined);
  const sums = cutAt(answers, "date.week", fans);
  const asked = { ...question, dimensions: ["date.week"] as const };
  expect(finish(assembly.splitBuckets(planOf([sums], { ...asked, metrics: fans }))).size).toBe(0);
  const repaired = { ...cutAt(answers, "date.week"), repairs: { rows: new Set(["y"]), steps: [] } };
  expect(finish(assembly.splitBuckets(planOf([repaired], { ...asked, metrics: reach }))).size).toBe(
    0,
  );
});

test("without an answer to a step, nothing is assembled", () => {
  const answers = new Answers();
  const part = { metrics: fans, dimensions: ["date.month"], isFolded: false } as const;
  const step = { ...answers.step(part, [monthAxis], [1, 2]), key: "another" };
  const plan = planOf([{ ...part, steps: [step] }], { ...question, metrics: fans });
  expect(() => finish(new Assembly(answers, undefined, undefined).assemble(plan))).toThrow(
    /an answer/,
  );
});
