/** Answers to a plan become the cells of the question, and the days and sums that it needs beneath them. */
import { finish } from "../../src/async/work.ts";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { Axis } from "../../src/cells/axis.ts";
import { assemble, type Outcome } from "../../src/metrics/merge/assemble.ts";
import type { Part, Plan } from "../../src/metrics/plan/steps.ts";
import { Labels } from "../../src/metrics/question/labels.ts";
import { toDay } from "../../src/time/days.ts";
import type { Weekday } from "../../src/time/grains.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import {
  Answers,
  dayAxis,
  end,
  fans,
  finest,
  long,
  monthAxis,
  planOf,
  profileAxis,
  question,
  reach,
  start,
} from "../helpers/plan-answers.ts";

const assembled = (answers: Answers, plan: Plan, weekStart?: Weekday, labels?: Labels): Outcome =>
  finish(assemble(plan, answers, labels, weekStart));

const monthly = (answers: Answers, metrics: Part["metrics"], values: readonly number[]): Part => {
  const part = { metrics, dimensions: ["profile", "date.month"] } as const;
  return { ...part, steps: [answers.step(part, [profileAxis, monthAxis], values)] };
};

const daily = (answers: Answers, metrics: Part["metrics"], values: readonly number[]): Part => {
  const part = { metrics, dimensions: finest };
  return { ...part, steps: [answers.step(part, [profileAxis, dayAxis], values)] };
};

test("sums of profiles and months are kept beside the means that the API computed", () => {
  const answers = new Answers();
  const part = { metrics: reach, dimensions: ["date.month"] } as const;
  const means = { ...part, steps: [answers.step(part, [monthAxis], [10, 20])] };
  const plan = planOf([monthly(answers, fans, [1, 2, 3, 4]), means], long);
  const { cells, days, sums, weekStart } = assembled(answers, plan);
  expect(cells.axes).toEqual([monthAxis]);
  expect(cells.metrics).toEqual([...fans, ...reach]);
  expect([...cells.values]).toEqual([4, 10, 6, 20]);
  expect(days).toBeUndefined();
  expect(sums?.metrics).toEqual(fans);
  expect(sums?.axes, "months by their first days in the range").toEqual([profileAxis, dayAxis]);
  expect([...(sums?.values ?? [])]).toEqual([1, 2, 3, 4]);
  expect(weekStart).toBeUndefined();
});

test("days of several parts stand side by side, without the metrics that are needed otherwise", () => {
  const answers = new Answers();
  const names = ["fans_change", "fans_lifetime", "insights_reach_7_days"];
  const [, levels, people] = names.map((name) => facebookMetrics(name));
  const plan = planOf(
    [
      monthly(answers, fans, [5, 6, 7, 8]),
      daily(answers, people ?? [], [1, 2, 3, 4]),
      daily(answers, levels ?? [], [10, 20, 30, 40]),
    ],
    { ...long, metrics: facebookMetrics(...names) },
  );
  const { cells, days, sums } = assembled(answers, plan);
  expect(days?.metrics.map(({ name }) => name)).toEqual(names.slice(1));
  expect(days?.axes).toEqual([profileAxis, dayAxis]);
  expect([...(days?.values ?? [])]).toEqual([10, 1, 20, 2, 30, 3, 40, 4]);
  expect(sums?.metrics).toEqual(fans);
  expect([...cells.values]).toEqual([12, 20, 2, 14, 30, 3]);
});

test("sums and means that were fetched by day are folded, and only what needs days keeps them", () => {
  const answers = new Answers();
  const plan = planOf([daily(answers, [...fans, ...reach], [1, 10, 2, 20, 3, 30, 4, 40])], long);
  const { cells, days, sums } = assembled(answers, plan);
  expect([...cells.values]).toEqual([4, 20, 6, 30]);
  expect(days).toBeUndefined();
  expect(sums?.metrics).toEqual(fans);
  expect([...(sums?.values ?? [])]).toEqual([1, 2, 3, 4]);
});

test("a short range keeps the days of all metrics, and no sums", () => {
  const answers = new Answers();
  const plan = planOf([daily(answers, [...fans, ...reach], [1, 10, 2, 20, 3, 30, 4, 40])]);
  const { cells, days, sums } = assembled(answers, plan);
  expect([...cells.values]).toEqual([4, 20, 6, 30]);
  expect(days?.metrics).toEqual([...fans, ...reach]);
  expect([...(days?.values ?? [])]).toEqual([1, 10, 2, 20, 3, 30, 4, 40]);
  expect(sums).toBeUndefined();
});

test("a metric whose sum is shown, and that is a part of a ratio, has days and sums", () => {
  const answers = new Answers();
  const names = ["insights_engagements", "insights_impressions"];
  const rate = "insights_impressions_engagement_rate";
  const metrics = metricsOf("linkedin", 3).filter(({ name }) => [...names, rate].includes(name));
  const part = daily(
    answers,
    metrics,
    [
      [1, 10, 0.1, 2, 20, 0.1],
      [3, 30, 0.1, 4, 50, 0.08],
    ].flat(),
  );
  const { days, sums } = assembled(
    answers,
    planOf([part], { ...long, network: "linkedin", metrics, dimensions: [] }),
  );
  expect(days?.metrics).toEqual(metrics);
  expect(sums?.metrics.map(({ name }) => name)).toEqual(names);
  expect(sums?.axes).toEqual([profileAxis, dayAxis]);
  expect([...(sums?.values ?? [])]).toEqual([1, 10, 2, 20, 3, 30, 4, 50]);
});

test("the days of a question by profile and day are its cells, however long its range is", () => {
  for (const asked of [question, long]) {
    const answers = new Answers();
    const plan = planOf([daily(answers, fans, [1, 2, 3, 4])], {
      ...asked,
      metrics: fans,
      dimensions: finest,
    });
    const outcome = assembled(answers, plan, 0);
    expect(outcome.days).toBe(outcome.cells);
    expect(outcome.sums).toBeUndefined();
    expect(outcome.weekStart).toBe(0);
  }
});

test("rows that folding makes carry the names of the requests for them", () => {
  const named = { metrics: fans, dimensions: ["date.month"] } as const;
  const rows = ["Sep", "Oct"];
  const profiles = question.profiles.slice(0, 1).map(({ id }) => id);
  const foldedBeside = (values: readonly number[]): Outcome => {
    const answers = new Answers();
    const part = daily(answers, fans, [1, 2, 3, 4]);
    const names = answers.step(named, [{ type: "date.month", rows }], values, { profiles });
    return assembled(answers, planOf([part], { ...question, metrics: fans }, [names]));
  };
  const { cells } = foldedBeside([1, 2]);
  expect(cells.axes).toEqual([{ type: "date.month", rows }]);
  expect([...cells.values]).toEqual([4, 6]);
  expect(() => foldedBeside([1, 3])).toThrow(
    "the API's rows of date.month hold other days than the calendar's",
  );
});

test("labels are folded from profiles, for sums by month and for days alike", () => {
  const answers = new Answers();
  const list = ["7", "8"].map((id) => ({ id, name: `Label ${id}`, profiles: [] }));
  const profiles = question.profiles.map((profile, place) => ({
    ...profile,
    labels: place === 0 ? ["8"] : ["7", "8"],
  }));
  const labels = new Labels(list, "facebook", profiles);
  const plan = planOf(
    [monthly(answers, fans, [1, 2, 3, 4]), daily(answers, reach, [10, 20, 30, 40])],
    { ...long, profiles, dimensions: ["profile_label"] },
  );
  const { cells, sums } = assembled(answers, plan, undefined, labels);
  expect(cells.axes).toEqual([{ type: "profile_label", rows: ["8", "7"] }]);
  expect([...cells.values]).toEqual([10, 25, 7, 35]);
  expect([...(sums?.values ?? [])]).toEqual([1, 2, 3, 4]);
});

/** Two requests that cut the range of two days, and both have the week of the cut. */
function weekCut(answers: Answers, metrics: Part["metrics"]): Plan {
  const part = { metrics, dimensions: ["date.week"] } as const;
  const axis: Axis = { type: "date.week", rows: ["2026-W40"] };
  const steps = [
    answers.step(part, [axis], [1], { end: start }),
    answers.step(part, [axis], [3], { start: end }),
  ];
  return planOf([{ ...part, steps }], { ...long, metrics, dimensions: ["date.week"] });
}

test("sums of a week that a cut has split add up, and its means are refused", () => {
  const answers = new Answers();
  const { cells, sums } = assembled(answers, weekCut(answers, fans), 1);
  expect(cells.axes).toEqual([{ type: "date.week", rows: ["2026-W40"] }]);
  expect([...cells.values]).toEqual([4]);
  expect(sums?.axes).toEqual([{ type: "date.day", rows: [start] }]);
  expect(() => assembled(answers, weekCut(answers, reach), 1)).toThrow(
    /^upstream_failed: the API's rows overlap where they were cut\nAsk by date\.day instead\.$/,
  );
});

test("a mean that shares the request of sums by week keeps its own rows", () => {
  const answers = new Answers();
  const part = { metrics: [...fans, ...reach], dimensions: ["date.week"] } as const;
  const axis: Axis = { type: "date.week", rows: ["one", "two"] };
  const step = answers.step(part, [axis], [1, 10, 2, 20]);
  const asked = { ...long, dimensions: part.dimensions };
  const { cells, sums } = assembled(answers, planOf([{ ...part, steps: [step] }], asked), 4);
  expect(cells.axes, "the names of the API").toEqual([axis]);
  expect([...cells.values]).toEqual([1, 10, 2, 20]);
  expect(sums?.axes).toEqual([dayAxis]);
  expect([...(sums?.values ?? [])]).toEqual([1, 2]);
});

test("a breakdown by profile and day, fetched for its means, is folded to sums and means", () => {
  const answers = new Answers();
  const metrics = facebookMetrics("insights_impressions", "insights_reach");
  const paid: Axis = { type: "post_attribution", rows: ["organic", "paid"] };
  const part = { metrics, dimensions: [...finest, "post_attribution" as const] };
  const values = Array.from({ length: 16 }, (_, at) => at + 1);
  const step = answers.step(part, [profileAxis, dayAxis, paid], values);
  const asked = { ...question, metrics, dimensions: ["post_attribution" as const] };
  const { cells, days, sums } = assembled(answers, planOf([{ ...part, steps: [step] }], asked));
  expect(cells.axes).toEqual([paid]);
  expect([...cells.values]).toEqual([1 + 5 + 9 + 13, 8, 3 + 7 + 11 + 15, 10]);
  expect(days).toBeUndefined();
  expect(sums?.axes).toEqual([{ type: "date.day", rows: [toDay("2026-09-30")] }, paid]);
  expect([...(sums?.values ?? [])]).toEqual([28, 36]);
});

test("without an answer to a step, nothing is assembled", () => {
  const answers = new Answers();
  const { steps, ...part } = monthly(answers, fans, [1, 2, 3, 4]);
  const open = steps.map((step) => ({ ...step, key: "another" }));
  const plan = planOf([{ ...part, steps: open }], { ...long, metrics: fans });
  expect(() => assembled(answers, plan)).toThrow(/an answer/);
});
