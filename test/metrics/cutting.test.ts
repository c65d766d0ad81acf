/** What answers reveal changes a plan: requests that are too large are cut, or others take their place. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import { refine } from "../../src/questions/metrics/plan/refine.ts";
import { type Facts } from "../../src/questions/metrics/plan/requests.ts";
import { allSteps } from "../../src/questions/metrics/plan/steps.ts";
import type { Plan, RequestStep } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const isOpen = (): boolean => true;
const daily: readonly Dimension[] = ["profile", "date.day"];

const only = (plan: Plan): RequestStep => {
  const [step, ...rest] = allSteps(plan);
  if (step === undefined || rest.length > 0) throw new Error("not one step");
  return step;
};

const refusing = (known: Facts, ...steps: readonly RequestStep[]): Facts => ({
  ...known,
  ceilings: steps.reduce((ceilings, step) => ceilings.withRefused(step, 0), known.ceilings),
});

const tooLarge = (plan: Plan, known: Facts, key?: string): Plan =>
  refine(plan, { kind: "too_large", isOpen, ...(key === undefined ? {} : { only: key }) }, known);

/** The plan after each of its only requests in turn was rejected. */
function afterRejections(question: Question, count: number): Plan {
  let [plan, known] = [planQuestion(question, facts), facts];
  for (let rejected = 0; rejected < count; rejected += 1) {
    known = refusing(known, only(plan));
    plan = tooLarge(plan, known);
  }
  return plan;
}

test("a question that is too large is cut, until nothing can be cut", () => {
  const metrics = facebookMetrics("insights_reach", "insights_reach_paid");
  const halves = allSteps(afterRejections(yearly([], 100, { metrics }), 1));
  expect(halves.map(({ size }) => size)).toEqual([36_500, 36_500]);
  const day = { end: toDay("2025-01-01") };
  const plan = planQuestion(yearly(["date.day"], 1, day), facts);
  expect(allSteps(tooLarge(plan, refusing(facts, only(plan))))).toEqual(allSteps(plan));
});

test("where one half is answered, the other is cut alone", () => {
  const metrics = facebookMetrics("insights_views", "insights_reach");
  const plan = planQuestion(yearly([], 100, { metrics }), facts);
  const once = refusing(facts, only(plan));
  const halves = tooLarge(plan, once);
  const [half, secondHalf] = allSteps(halves);
  if (half === undefined || secondHalf === undefined) throw new Error("not two steps");
  const answered = (step: RequestStep): boolean => step.key !== secondHalf.key;
  const quarters = refine(
    halves,
    { kind: "too_large", isOpen: answered, only: half.key },
    refusing(once, half),
  );
  expect(allSteps(quarters).map(({ size }) => size)).toEqual([18_250, 18_250, 36_500]);
  expect(allSteps(quarters)).toContainEqual(secondHalf);
});

test("of several requests, only the one that was rejected is cut where others are under way", () => {
  const plan = planQuestion(yearly(daily, 200), facts);
  const [first, second] = allSteps(plan);
  if (first === undefined || second === undefined) throw new Error("not two steps");
  const known = refusing(facts, first);
  const open = (step: RequestStep): boolean => step.key !== second.key;
  for (const key of [{ only: first.key }, {}]) {
    const steps = allSteps(refine(plan, { kind: "too_large", isOpen: open, ...key }, known));
    expect(steps).toHaveLength(3);
    expect(steps).toContainEqual(second);
  }
  expect(allSteps(tooLarge(plan, known))).toHaveLength(4);
  expect(allSteps(tooLarge(plan, known, first.key)), "the other is as large").toHaveLength(4);
});

test("pieces of one request that are all open are cut again as one request", () => {
  const plan = planQuestion(yearly(daily, 100), facts);
  const fullStep = only(plan);
  const halves = refusing(facts, fullStep);
  const cut = tooLarge(plan, halves);
  expect(allSteps(cut).map(({ size }) => size)).toEqual([18_250, 18_250]);
  const [half] = allSteps(cut);
  if (half === undefined) throw new Error("no piece");
  const again = tooLarge(cut, { ...halves, ceilings: halves.ceilings.withRefused(half, 0) });
  // 25 profiles at a time, as if the whole request had been cut by what is known now.
  expect(allSteps(again).map(({ request }) => request.profiles.length)).toEqual([25, 25, 25, 25]);
  const answered = (step: RequestStep): boolean => step.key !== half.key;
  const partly = refine(
    cut,
    { kind: "too_large", isOpen: answered },
    { ...halves, ceilings: halves.ceilings.withRefused(half, 0) },
  );
  expect(allSteps(partly).map(({ size }) => size)).toEqual([18_250, 9125, 9125]);
});

test("a plan stays as it is where nothing open is too large, or another request was rejected", () => {
  const plan = planQuestion(yearly(daily, 40), facts);
  const known = refusing(facts, only(plan));
  expect(tooLarge(plan, known, "another")).toBe(plan);
  expect(refine(plan, { kind: "too_large", isOpen: () => false }, known)).toBe(plan);
  expect(tooLarge(plan, facts)).toBe(plan);
  expect(tooLarge(plan, known, only(plan).key)).not.toBe(plan);
});
