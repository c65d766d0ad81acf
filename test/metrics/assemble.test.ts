/** Answers to a plan become the cells of the question, and the days and sums that it needs beneath them. */
import { finish } from "../../src/async/work.ts";
import { expect, test } from "vitest";
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
  fans,
  finest,
  planOf,
  profileAxis,
  question,
  reach,
} from "../helpers/plan-answers.ts";

const assembled = (answers: Answers, plan: Plan, weekStart?: Weekday, labels?: Labels): Outcome =>
  finish(assemble(plan, answers, labels, weekStart));

const daily = (answers: Answers, metrics: Part["metrics"], values: readonly number[]): Part => {
  const part = { metrics, dimensions: finest };
  return { ...part, steps: [answers.step(part, [profileAxis, dayAxis], values)] };
};

test("the days of all metrics are kept, and no sums", () => {
  const answers = new Answers();
  const plan = planOf([daily(answers, [...fans, ...reach], [1, 10, 2, 20, 3, 30, 4, 40])]);
  const { cells, days, sums } = assembled(answers, plan);
  expect([...cells.values]).toEqual([4, 20, 6, 30]);
  expect(days?.metrics).toEqual([...fans, ...reach]);
  expect([...(days?.values ?? [])]).toEqual([1, 10, 2, 20, 3, 30, 4, 40]);
  expect(sums).toBeUndefined();
});

test("the days of a question by profile and day are its cells", () => {
  const answers = new Answers();
  const plan = planOf([daily(answers, fans, [1, 2, 3, 4])], {
    ...question,
    metrics: fans,
    dimensions: finest,
  });
  const outcome = assembled(answers, plan, 0);
  expect(outcome.days).toBe(outcome.cells);
  expect(outcome.sums).toBeUndefined();
  expect(outcome.weekStart).toBe(0);
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

test("labels are folded from profiles", () => {
  const answers = new Answers();
  const list = ["7", "8"].map((id) => ({ id, name: `Label ${id}`, profiles: [] }));
  const profiles = question.profiles.map((profile, place) => ({
    ...profile,
    labels: place === 0 ? ["8"] : ["7", "8"],
  }));
  const labels = new Labels(list, "facebook", profiles);
  const plan = planOf(
    [daily(answers, fans, [1, 2, 3, 4]), daily(answers, reach, [10, 20, 30, 40])],
    { ...question, profiles, dimensions: ["profile_label"] },
  );
  const { cells } = assembled(answers, plan, undefined, labels);
  expect(cells.axes).toEqual([{ type: "profile_label", rows: ["8", "7"] }]);
  expect([...cells.values]).toEqual([10, 25, 7, 35]);
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
  const { steps, ...part } = daily(answers, fans, [1, 2, 3, 4]);
  const open = steps.map((step) => ({ ...step, key: "another" }));
  const plan = planOf([{ ...part, steps: open }], { ...question, metrics: fans });
  expect(() => assembled(answers, plan)).toThrow(/an answer/);
});
