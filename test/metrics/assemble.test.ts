/** Answers to a plan become the grids of a result. */
import { finish } from "../../src/base/async/work.ts";
import { expect, test } from "vitest";
import type { Axis } from "../../src/numbers/cells/axis.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { assemble, type Outcome } from "../../src/questions/metrics/merge/assemble.ts";
import type { Part, Plan } from "../../src/questions/metrics/plan/steps.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { Answers, dayAxis, fans, finest, planOf } from "../helpers/plan-answers.ts";
import { profileAxis, question, reach } from "../helpers/plan-answers.ts";
import { valuesOf } from "../helpers/day-values.ts";

const assembled = (answers: Answers, plan: Plan): Outcome => finish(assemble(plan, answers));

const partOf = (
  answers: Answers,
  metrics: Part["metrics"],
  axes: readonly Axis[],
  values: readonly number[],
): Part => {
  const part = { metrics, dimensions: axes.map(({ type }): Dimension => type) };
  return { ...part, steps: [answers.step(part, axes, values)], cached: [] };
};

const daily = (answers: Answers, metrics: Part["metrics"], values: readonly number[]): Part =>
  partOf(answers, metrics, [profileAxis, dayAxis], values);

test("the days of all metrics are side by side", () => {
  const answers = new Answers();
  const plan = planOf([
    daily(answers, fans, [1, 2, 3, 4]),
    daily(answers, reach, [10, 20, 30, 40]),
  ]);
  const { days, split } = assembled(answers, plan);
  expect(days.metrics).toEqual([...fans, ...reach]);
  expect(valuesOf(days)).toEqual([1, 10, 2, 20, 3, 30, 4, 40]);
  expect(split).toBeUndefined();
});

const attribution = (...rows: readonly string[]): Axis => ({ type: "post_attribution", rows });

test("a breakdown has the same metrics in its rows too", () => {
  const answers = new Answers();
  const dimensions = ["post_attribution" as const];
  const axes = [profileAxis, dayAxis, attribution("organic", "paid")];
  const plan = planOf(
    [daily(answers, reach, [5, 6, 7, 8]), partOf(answers, reach, axes, [1, 2, 3, 4, 5, 6, 7, 8])],
    { ...question, metrics: reach, dimensions },
  );
  const { days, split } = assembled(answers, plan);
  expect(valuesOf(days)).toEqual([5, 6, 7, 8]);
  expect(split?.breakdown).toEqual(axes[2]);
  expect(split && valuesOf(split)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("rows that only one of several answers has are missing in the others", () => {
  const answers = new Answers();
  const part = { metrics: reach, dimensions: [...finest, "post_attribution" as const] };
  const of = (profile: string, row: string, values: readonly number[]) =>
    answers.step(part, [{ type: "profile", rows: [profile] }, dayAxis, attribution(row)], values, {
      profiles: [toProfileId(profile)],
    });
  const steps = [of("a", "organic", [1, 2]), of("b", "paid", [3, 4])];
  const plan = planOf([daily(answers, reach, [5, 6, 7, 8]), { ...part, steps, cached: [] }], {
    ...question,
    metrics: reach,
    dimensions: ["post_attribution"],
  });
  const { split } = assembled(answers, plan);
  const none = Number.NaN;
  expect(split && valuesOf(split)).toEqual([1, none, 2, none, none, 3, none, 4]);
});

test("without an answer to a step, nothing is assembled", () => {
  const answers = new Answers();
  const { steps, ...part } = daily(answers, fans, [1, 2, 3, 4]);
  const open = steps.map((step) => ({ ...step, key: "another" }));
  const plan = planOf([{ ...part, steps: open }], { ...question, metrics: fans });
  expect(() => assembled(answers, plan)).toThrow(/an answer/);
});
