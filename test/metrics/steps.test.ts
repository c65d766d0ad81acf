/** The steps of plans: which there are, and which are sent next. */
import { expect, test } from "vitest";
import type { MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { Ceilings } from "../../src/suite/connection/request-size.ts";
import {
  allNumbers,
  allSteps,
  cachedCells,
  cachedNumbers,
  mapSteps,
  nextSteps,
  numbersOf,
  stepOf,
  type CachedCells,
  type Part,
  type Plan,
  type RequestStep,
} from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { cachedAnswer, factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";

const metrics = facebookMetrics("fans_change", "insights_reach");

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions: ["profile"],
  start: toDay("2026-01-01"),
  end: toDay("2026-01-10"),
  profiles: [],
  excluded: new Set(),
};

/** A request for so many profiles; by days where told. */
const requestFor = (
  profiles: number,
  dimensions: MetricsRequest["dimensions"] = ["profile"],
): MetricsRequest => ({
  version: 3,
  network: "facebook",
  dimensions,
  start: question.start,
  end: question.end,
  metrics: metrics.map(({ name }) => name),
  profiles: Array.from({ length: profiles }, (_, place) => toProfileId(`p${place}`)),
});

const step = (profiles: number): RequestStep => stepOf(requestFor(profiles), factsOf());
const planOf = (parts: readonly Part[]): Plan => ({ question, parts });
const part: Omit<Part, "steps"> = { metrics, dimensions: ["profile"], cached: [] };

const cells: CachedCells = {
  answer: cachedAnswer(requestFor(3)),
  profiles: requestFor(3).profiles,
  metrics: ["fans_change"],
  start: question.start,
  end: toDay("2026-01-04"),
};
const plan = planOf([{ ...part, steps: [step(4), step(9)], cached: [cells] }]);
const largerPlan = planOf([
  { ...part, steps: [step(2), step(4)], cached: [cells] },
  { ...part, steps: [step(6)] },
]);
const sizes = (steps: readonly RequestStep[]): number[] =>
  steps.map(({ request }) => request.profiles.length);

test("the requests are those of all parts, each once", () => {
  expect(sizes(allSteps(plan))).toEqual([4, 9]);
  expect(sizes(allSteps(largerPlan))).toEqual([2, 4, 6]);
  const twice = planOf([{ ...part, steps: [step(2), step(2)] }]);
  expect(sizes(allSteps(twice))).toEqual([2]);
});

test("plans of one run share their requests", () => {
  expect(sizes(allSteps(plan, largerPlan))).toEqual([4, 9, 2, 6]);
  expect(sizes(allSteps(largerPlan, plan))).toEqual([2, 4, 6, 9]);
});

test("numbers are counted with those that cached answers hold", () => {
  expect(numbersOf([step(2), step(3)])).toBe(2 * 2 + 3 * 2);
  expect(cachedCells(largerPlan)).toEqual([cells]);
  expect(cachedCells(planOf([...plan.parts, ...largerPlan.parts]))).toEqual([cells, cells]);
  expect(cachedNumbers(largerPlan)).toBe(3 * 4);
  expect(allNumbers(largerPlan)).toBe(2 * (2 + 4 + 6) + 3 * 4);
});

test("a breakdown counts a single row of numbers, though its size is taken to be large", () => {
  const broken = stepOf(requestFor(3, ["profile", "gender_age"]), factsOf());
  expect(broken.size).toBe(3 * 100 * 2);
  expect(numbersOf([broken])).toBe(3 * 2);
});

test("replacing steps reaches all parts", () => {
  const replaced = mapSteps(largerPlan, (oldStep) => {
    const count = oldStep.request.profiles.length;
    return count === 4 ? [oldStep, step(8)] : [oldStep];
  });
  expect(replaced.parts.map(({ steps }) => sizes(steps))).toEqual([[2, 4, 8], [6]]);
  expect(replaced.parts[0]?.cached).toEqual([cells]);
  expect(Object.isFrozen(replaced)).toBe(true);
  expect(sizes(allSteps(largerPlan)), "the plan itself stays").toEqual([2, 4, 6]);
});

test("sizes that the API may reject are tried alone, the largest first; the rest together, unproven ones first", () => {
  const steps = [step(10), step(40), step(20)];
  const sent = (ceilings: Ceilings): unknown => {
    const { alone, together } = nextSteps(steps, ceilings);
    return [alone && sizes([alone]), sizes(together)];
  };
  const [{ shape } = step(1)] = steps;
  expect(sent(new Ceilings())).toEqual([undefined, [10, 40, 20]]);
  const passed = new Ceilings().withPassed({ shape, size: 40 }, 0);
  expect(sent(passed), "20 profiles have passed, 40 not").toEqual([undefined, [40, 10, 20]]);
  // 50 numbers are rejected, and 40 have passed: up to 45 are tried.
  const refused = passed.withRefused({ shape, size: 50 }, 0);
  expect([20, 22, 23, 40].map((count) => refused.isOversized(step(count)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(sent(refused)).toEqual([undefined, [40, 10, 20]]);
  const unsure = new Ceilings().withRefused({ shape, size: 100 }, 0);
  expect(sent(unsure), "up to half of what was refused").toEqual([[20], []]);
});
