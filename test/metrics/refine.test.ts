/** A plan is a frozen value; refining it is pure. */
import { toDay } from "../../src/time/days.ts";
import { toProfileId } from "../../src/api/records.ts";
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { nextSteps } from "../../src/metrics/plan/steps.ts";
import type { Facts } from "../../src/metrics/plan/requests.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { refine } from "../../src/metrics/plan/refine.ts";
import { allSteps, cachedCells, requestSteps } from "../../src/metrics/plan/steps.ts";
import type { Question } from "../../src/metrics/question/question.ts";
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

/** The API has answered all days of the steps. */
const answered = { answeredFrom: toDay("2000-01-01"), isProving: false };

test("a plan and its refinements are frozen, and refining changes nothing of the plan", () => {
  const plan = planQuestion(questionOf(["profile", "date.day"]), facts);
  const before = JSON.stringify(plan);
  const cached = cachedOf(requestSteps(plan).map(({ request }) => cachedAnswer(request)));
  const refined = refine(plan, { kind: "changed" }, { ...facts, cached });
  expect(Object.isFrozen(plan)).toBe(true);
  expect(Object.isFrozen(refined)).toBe(true);
  expect(JSON.stringify(plan)).toBe(before);
  expect(requestSteps(refined)).toEqual([]);
  expect(cachedCells(refined)).toHaveLength(1);
});

test("a step that is too large is cut; one that is answered stays", () => {
  const plan = planQuestion(questionOf(["profile", "date.day"]), facts);
  const [step] = requestSteps(plan);
  if (step === undefined) throw new Error("no step");
  const learned = { ...facts, ceilings: facts.ceilings.withRefused(step, 0) };
  const cut = refine(plan, { kind: "too_large", isOpen }, learned);
  expect(requestSteps(cut)).toHaveLength(2);
  expect(requestSteps(cut).flatMap(({ request }) => request.profiles)).toEqual(
    step.request.profiles,
  );
  const kept = refine(plan, { kind: "too_large", isOpen: () => false }, learned);
  expect(requestSteps(kept)).toEqual([step]);
});

test("weekdays are probed until one begins a week, and then the plan is made again", () => {
  const weeks = questionOf(["date.week"], 150, "fans_lifetime");
  const plan = planQuestion(weeks, facts);
  expect(plan.weekProbe?.weekday).toBe(1);
  const noMondays = { ...facts, noWeekStarts: new Set([1] as const) };
  const next = refine(plan, { kind: "changed" }, noMondays);
  expect(refine(next, { kind: "changed" }, noMondays)).toEqual(next);
  expect(next.weekProbe?.weekday).toBe(0);
  expect(next).toEqual({ ...plan, weekProbe: next.weekProbe });
  const learned: Facts = { ...facts, weekStart: 0 };
  const made = refine(next, { kind: "changed" }, learned);
  expect(made).not.toHaveProperty("weekProbe");
  expect(made).toEqual(planQuestion(weeks, learned));
});

test("a probe goes with the others, unless one has an uncertain size: that goes alone", () => {
  const weekly = planQuestion(questionOf(["date.week"], 20, "fans_lifetime"), facts);
  const probe = weekly.weekProbe;
  if (probe === undefined) throw new Error("no probe");
  const ready = allSteps(weekly);
  expect(ready).toHaveLength(3);
  expect(nextSteps([weekly], ready, facts.ceilings, answered)).toEqual({ together: ready });
  const large = planQuestion(questionOf(["date.week"], 150, "fans_lifetime"), facts);
  const first = nextSteps([large], allSteps(large), facts.ceilings, answered);
  expect(first.alone?.request.profiles).toHaveLength(100);
  expect(first.together).toEqual([]);
});

test("the largest request of uncertain size goes alone, then the rest together", () => {
  const daily = planQuestion(questionOf(["profile", "date.day"], 150), facts);
  const steps = requestSteps(daily);
  const { alone } = nextSteps([daily], steps, facts.ceilings, answered);
  expect(alone?.request.profiles).toHaveLength(100);
  if (alone === undefined) throw new Error("no step");
  const passed = facts.ceilings.withPassed(alone, 0);
  expect(nextSteps([daily], steps, passed, answered)).toEqual({ together: steps });
});

test("rejected profiles leave the requests, and the cuts stay where they are", () => {
  const plan = planQuestion(questionOf(["profile", "date.day"], 150), facts);
  const excluded = new Set(["p0", "p120"].map(toProfileId));
  const without = refine(plan, { kind: "changed", changes: { excluded } }, facts);
  const sizes = requestSteps(without).map(({ request }) => request.profiles.length);
  expect(sizes).toEqual([99, 49]);
});

test("insights metrics are asked apart of the profiles that have insights, and the others of all", () => {
  const metrics = facebookMetrics("fans_change", "insights_views");
  const plan = planQuestion(yearly(["profile", "date.day"], 3, { metrics }), facts);
  const ids = new Set([toProfileId("p1")]);
  const apart = refine(plan, { kind: "changed", changes: { withoutInsights: ids } }, facts);
  expect(apart.question.withoutInsights).toBe(ids);
  expect(requestSteps(apart).map(({ request }) => [request.metrics, request.profiles])).toEqual([
    [["insights_views"], ["p0", "p2"]],
    [["fans_change"], ["p0", "p1", "p2"]],
  ]);
});
