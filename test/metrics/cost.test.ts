/** The cost of a plan against what can be spent. */
import { toProfileId } from "../../src/suite/api/records.ts";
import { toDay } from "../../src/base/time/days.ts";
import { expect, test } from "vitest";
import { checkCost, checkFits } from "../../src/questions/metrics/plan/cost.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import { allSteps } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { cachedAnswer, cachedOf, factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";

const facts = factsOf();

const question: Question = {
  version: 3,
  network: "facebook",
  metrics: facebookMetrics("fans_change"),
  dimensions: ["profile", "date.day"],
  start: toDay("2024-01-01"),
  end: toDay("2025-12-31"),
  profiles: Array.from({ length: 250 }, (_, index) => ({
    id: toProfileId(`p${index}`),
    name: `P ${index}`,
  })),
  excluded: new Set(),
};

const plan = planQuestion(question, facts);
const left = (requests: number): { requests: number; isReported: boolean; freeAt: 0 } => ({
  requests,
  isReported: true,
  freeAt: 0,
});

test("a plan within both limits passes", () => {
  expect(() => checkCost([plan], { maxRequests: 6, left: left(6) }, facts)).not.toThrow();
});

test("a plan above max_requests is rejected, with questions that would fit", () => {
  expect(() => checkCost([plan], { maxRequests: 5, left: left(500) }, facts)).toThrow(
    /^too_many_requests_needed: 6 requests are needed, and max_requests is 5\nThese would fit: .*\(\d requests?\).* Or call again with max_requests 6/,
  );
});

test("a plan above the requests that are left is rejected without the advice to raise max_requests", () => {
  expect(() => checkCost([plan], { maxRequests: 50, left: left(4) }, facts)).toThrow(
    /and 4 are left this hour\nThese would fit: (?!.*Or call again)/,
  );
});

test("cached steps do not count", () => {
  const monthly = {
    ...question,
    metrics: facebookMetrics("insights_views"),
    dimensions: ["profile", "date.month"] as const,
  };
  const steps = allSteps(planQuestion(monthly, facts));
  const answers = steps.slice(0, 2).map(({ request }) => cachedAnswer(request));
  const known = factsOf({ cached: cachedOf(answers) });
  const cached = planQuestion(monthly, known);
  expect(() => checkCost([cached], { maxRequests: 4, left: left(4) }, known)).not.toThrow();
  expect(() => checkCost([cached], { maxRequests: 3, left: left(9) }, known)).toThrow(
    "4 requests are needed, and max_requests is 3",
  );
});

test("the plans of a comparison share one count, and a request of both counts once", () => {
  const later: Question = { ...question, start: toDay("2025-12-01") };
  const earlier: Question = { ...later, start: toDay("2024-11-01"), end: toDay("2024-11-30") };
  const both = [planQuestion(later, facts), planQuestion(earlier, facts)] as const;
  const check = (maxRequests: number, ...plans: typeof both): (() => void) => {
    const compared = { question: later, before: { start: earlier.start, end: earlier.end } };
    const spendable = { maxRequests, left: left(500), compared };
    return () => checkCost(plans, spendable, facts);
  };
  expect(check(6, ...both)).not.toThrow();
  expect(check(5, ...both)).toThrow(
    "6 requests are needed, and max_requests is 5\nThese would fit: 200 profiles at a time (4 requests)",
  );
  expect(check(3, both[0], both[0])).not.toThrow();
});

test("a plan whose numbers do not fit the memory is rejected", () => {
  const numbers = 250 * 731;
  const bytes = (numbers + 1024) * 8;
  expect(() => checkFits([plan], bytes)).not.toThrow();
  expect(() => checkFits([plan, plan], bytes)).toThrow(
    `limit_exceeded: the answer has ${2 * numbers} numbers`,
  );
  expect(() => checkFits([plan], bytes - 8)).toThrow(
    `limit_exceeded: the answer has ${numbers} numbers`,
  );
});
