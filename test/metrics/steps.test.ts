/** The steps of a plan and of the plans within it: which there are, which are open, and which is sent next. */
import { expect, test } from "vitest";
import type { MetricsRequest } from "../../src/api/metrics-answer.ts";
import { toProfileId } from "../../src/api/records.ts";
import { Ceilings } from "../../src/connection/request-size.ts";
import {
  allNumbers,
  allSteps,
  heldCells,
  heldNumbers,
  isOversized,
  mapSteps,
  nextSteps,
  numbersOf,
  openSteps,
  requestSteps,
  stepOf,
  stepsOf,
  weekProbes,
  type HeldCells,
  type Part,
  type Plan,
  type RequestStep,
} from "../../src/metrics/plan/steps.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import { cachedAnswer, cachedOf, nothingCached } from "../helpers/facts.ts";
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

const step = (profiles: number): RequestStep => stepOf(requestFor(profiles), nothingCached);
const planOf = (parts: readonly Part[], rest: Partial<Plan> = {}): Plan => ({
  question,
  parts,
  rowNames: [],
  ...rest,
});
const part: Omit<Part, "steps"> = { metrics, dimensions: ["profile"], isFolded: false };

const cached = stepOf(requestFor(9), cachedOf([cachedAnswer(requestFor(9))]));
const held: HeldCells = {
  answer: cachedAnswer(requestFor(3)),
  profiles: requestFor(3).profiles,
  metrics: ["fans_change"],
  start: question.start,
  end: toDay("2026-01-04"),
};
const probe = { weekday: 1 } as const;
const within = planOf([{ ...part, steps: [step(4), cached], held: [held] }], {
  weekProbe: { ...probe, step: step(1) },
});
const { request, origin } = step(5);
const fold = { kind: "fold", request, origin, plan: within } as const;
const outer = planOf(
  [
    {
      ...part,
      steps: [step(2), fold],
      repairs: { rows: new Set(["x"]), steps: [step(6)] },
      held: [held],
    },
  ],
  { rowNames: [step(7)] },
);
const sizes = (steps: readonly RequestStep[]): number[] =>
  steps.map((one) => one.request.profiles.length);

/** The API has answered all days of the steps. */
const answered = { answeredFrom: toDay("2000-01-01"), isProving: false };

test("the requests are those of names, parts, repairs and the plans within, each once", () => {
  expect(stepsOf(outer).map(({ kind }) => kind)).toEqual(["request", "request", "fold", "request"]);
  expect(sizes(requestSteps(outer))).toEqual([7, 2, 4, 9, 6]);
  const twice = planOf([{ ...part, steps: [step(2), step(2)] }]);
  expect(sizes(requestSteps(twice))).toEqual([2]);
});

test("only the next probe of weeks counts, and cached requests are not open", () => {
  expect(weekProbes(outer)).toHaveLength(1);
  const both = { ...outer, weekProbe: { ...probe, step: step(3) } };
  expect(weekProbes(both).map((one) => one.step.request.profiles.length)).toEqual([3, 1]);
  expect(sizes(allSteps(both))).toEqual([3, 7, 2, 4, 9, 6]);
  expect(sizes(openSteps(outer))).toEqual([1, 7, 2, 4, 6]);
});

test("numbers are counted with those that cached answers hold", () => {
  expect(numbersOf([step(2), step(3)])).toBe(2 * 2 + 3 * 2);
  expect(heldCells(outer)).toEqual([held, held]);
  expect(heldNumbers(outer)).toBe(2 * 3 * 4);
  expect(allNumbers(outer)).toBe(2 * (1 + 7 + 2 + 4 + 9 + 6) + 24);
});

test("replacing steps reaches names, repairs and the plans within", () => {
  const doubled = mapSteps(
    outer,
    (inner) =>
      mapSteps(
        inner,
        (one) => one,
        (one) => [one, step(8)],
      ),
    (one) => (one.request.profiles.length === 7 ? [] : [one]),
  );
  expect(sizes(requestSteps(doubled))).toEqual([2, 4, 8, 9, 6]);
  expect(doubled.parts[0]?.repairs?.rows).toEqual(new Set(["x"]));
  expect(Object.isFrozen(doubled)).toBe(true);
  const without = mapSteps(planOf([{ ...part, steps: [step(2)] }]), (one) => one);
  expect(without.parts[0]).not.toHaveProperty("repairs");
});

test("a probe of weeks is sent alone, before all others", () => {
  expect(nextSteps(outer, openSteps(outer), new Ceilings(), answered)).toMatchObject({
    alone: { request: { profiles: requestFor(1).profiles } },
    together: [],
  });
});

test("sizes that the API may reject are tried alone, the largest first; the rest together, unproven ones first", () => {
  const steps = [step(10), step(40), step(20)];
  const plan = planOf([{ ...part, steps }]);
  const sent = (ceilings: Ceilings): unknown => {
    const { alone, together } = nextSteps(plan, steps, ceilings, answered);
    return [alone && sizes([alone]), sizes(together)];
  };
  const [{ shape } = step(1)] = steps;
  expect(sent(new Ceilings())).toEqual([undefined, [10, 40, 20]]);
  const passed = new Ceilings().withPassed({ shape, size: 40 }, 0);
  expect(sent(passed), "20 profiles have passed, 40 not").toEqual([undefined, [40, 10, 20]]);
  // Above 50 numbers is rejected: 40 profiles are too many, and 20 may be.
  const refused = passed.withRefused({ shape, size: 50 }, 0);
  expect(isOversized(step(40), refused)).toBe(true);
  expect(isOversized(step(20), refused)).toBe(false);
  expect(isOversized(step(21), refused)).toBe(true);
  expect(sent(refused)).toEqual([undefined, [40, 10, 20]]);
  const unsure = new Ceilings().withRefused({ shape, size: 100 }, 0);
  expect(sent(unsure), "up to half of what was refused").toEqual([[20], []]);
});
