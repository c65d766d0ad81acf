/** A plan is a frozen value; refining it is pure. */
import { toProfileId } from "../../src/suite/api/records.ts";
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { nextSteps } from "../../src/questions/metrics/plan/steps.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import { refine } from "../../src/questions/metrics/plan/refine.ts";
import { allSteps, cachedCells } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { cachedAnswer, cachedOf, factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { yearly } from "../helpers/yearly.ts";

const facts = factsOf();

const questionOf = (
  dimensions: readonly Dimension[],
  profiles = 40,
  metric = "fans_change",
): Question => yearly(dimensions, profiles, { metrics: facebookMetrics(metric) });

const isOpen = (): boolean => true;

test("a plan and its refinements are frozen, and refining changes nothing of the plan", () => {
  const plan = planQuestion(questionOf(["profile", "date.day"]), facts);
  const before = JSON.stringify(plan);
  const cached = cachedOf(allSteps(plan).map(({ request }) => cachedAnswer(request)));
  const refined = refine(plan, { kind: "changed" }, { ...facts, cached });
  expect(Object.isFrozen(plan)).toBe(true);
  expect(Object.isFrozen(refined)).toBe(true);
  expect(JSON.stringify(plan)).toBe(before);
  expect(allSteps(refined)).toEqual([]);
  expect(cachedCells(refined)).toHaveLength(1);
});

test("a step that is too large is cut; one that is answered stays", () => {
  const plan = planQuestion(questionOf(["profile", "date.day"]), facts);
  const [step] = allSteps(plan);
  if (step === undefined) throw new Error("no step");
  const learned = { ...facts, ceilings: facts.ceilings.withRefused(step, 0) };
  const cut = refine(plan, { kind: "too_large", isOpen }, learned);
  expect(allSteps(cut)).toHaveLength(2);
  expect(allSteps(cut).flatMap(({ request }) => request.profiles)).toEqual(step.request.profiles);
  const samePlan = refine(plan, { kind: "too_large", isOpen: () => false }, learned);
  expect(allSteps(samePlan)).toEqual([step]);
});

test("the largest request of uncertain size goes alone, then the rest together", () => {
  const daily = planQuestion(questionOf(["profile", "date.day"], 150), facts);
  const steps = allSteps(daily);
  const { alone } = nextSteps(steps, facts.ceilings);
  expect(alone?.request.profiles).toHaveLength(100);
  if (alone === undefined) throw new Error("no step");
  const passed = facts.ceilings.withPassed(alone, 0);
  expect(nextSteps(steps, passed)).toEqual({ together: steps });
});

test("rejected profiles leave the requests, and the cuts stay where they are", () => {
  const plan = planQuestion(questionOf(["profile", "date.day"], 150), facts);
  const excluded = new Set(["p0", "p120"].map(toProfileId));
  const without = refine(plan, { kind: "changed", changes: { excluded } }, facts);
  const sizes = allSteps(without).map(({ request }) => request.profiles.length);
  expect(sizes).toEqual([99, 49]);
});

test("insights metrics are asked apart of the profiles that have insights, and the others of all", () => {
  const metrics = facebookMetrics("fans_change", "insights_views");
  const plan = planQuestion(yearly(["profile", "date.day"], 3, { metrics }), facts);
  const ids = new Set([toProfileId("p1")]);
  const apart = refine(plan, { kind: "changed", changes: { withoutInsights: ids } }, facts);
  expect(apart.question.withoutInsights).toBe(ids);
  expect(allSteps(apart).map(({ request }) => [request.metrics, request.profiles])).toEqual([
    [["insights_views"], ["p0", "p2"]],
    [["fans_change"], ["p0", "p1", "p2"]],
  ]);
});
