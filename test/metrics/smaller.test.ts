/** What a plan that costs too much is answered with: exact texts, and questions that would fit. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { Ceilings } from "../../src/suite/connection/request-size.ts";
import { ToolError } from "../../src/base/errors/tool-error.ts";
import { checkCost, grownError } from "../../src/questions/metrics/plan/cost.ts";
import { planQuestion, plansFor } from "../../src/questions/metrics/plan/plan.ts";
import { smallerQuestions } from "../../src/questions/metrics/plan/smaller.ts";
import { allSteps } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const oneYear = { shape: "3 facebook profile date.day", size: 36_600 };
/** The API answers a metric of 100 profiles for a year. */
const facts = factsOf({ ceilings: new Ceilings().withPassed(oneYear, 0) });
/** 250 profiles take three requests for each year, whose sizes are known to pass. */
const question = yearly(["profile", "date.month"], 250, {
  metrics: facebookMetrics("insights_views"),
  start: toDay("2024-01-01"),
});
/** The two lines of the refusal. */
const refusal = (
  query: Question,
  maxRequests: number,
  left: number,
  { isReported = true, known = facts } = {},
): readonly [string, string] => {
  const quota = { requests: left, isReported, freeAt: 0 };
  return refused(() =>
    checkCost([planQuestion(query, known)], { maxRequests, left: quota }, known),
  );
};

function refused(check: () => void): readonly [string, string] {
  try {
    check();
  } catch (error) {
    if (error instanceof ToolError) return [error.problem, error.advice.forModel];
    throw error;
  }
  return ["", ""];
}

test("the refusal names both limits, and two questions that would fit", () => {
  expect(refusal(question, 5, 500)).toEqual([
    "6 requests are needed, and max_requests is 5",
    "These would fit: 200 profiles at a time (4 requests); or 2025-01-01 to 2025-12-31 (3 requests). Or call again with max_requests 6, if spending that many is intended: 500 are left this hour.",
  ]);
  expect(refusal(question, 5, 6)[1]).toContain("Or call again with max_requests 6");
  expect(refusal(question, 5, 5)[1]).not.toContain("Or call again");
  expect(refusal(question, 6, 5)).toEqual([
    "6 requests are needed, and 5 are left this hour",
    "These would fit: 200 profiles at a time (4 requests); or 2025-01-01 to 2025-12-31 (3 requests).",
  ]);
  expect(refusal(question, 6, 5, { isReported: false })[0]).toBe(
    "6 requests are needed, and at most 5 are left this hour",
  );
  expect(refusal(question, 6, 6)).toEqual(["", ""]);
});

test("where nothing is left, the gate decides, and max_requests alone counts here", () => {
  expect(refusal(question, 6, 0)).toEqual(["", ""]);
  expect(refusal(question, 5, 0)[0]).toBe("6 requests are needed, and max_requests is 5");
});

test("of a comparison, fewer profiles or metrics are named, never other days, and both ranges count", () => {
  const query = { ...question, metrics: facebookMetrics("insights_views", "fans_lifetime") };
  const before = { start: toDay("2022-01-01"), end: toDay("2023-12-31") };
  const [plans] = plansFor(query, before, facts);
  if (plans === undefined) throw new Error("no plans");
  const left = { requests: 500, isReported: true, freeAt: 0 };
  const compared = { question: query, before };
  expect(refused(() => checkCost(plans, { maxRequests: 8, left, compared }, facts))).toEqual([
    "12 requests are needed, and max_requests is 8",
    "These would fit: 50 profiles at a time (4 requests); or 100 profiles at a time, 1 metric at a time (4 requests). Or call again with max_requests 12, if spending that many is intended: 500 are left this hour.",
  ]);
});

test("a single request is counted as one, and nothing smaller fits in none", () => {
  const small = { ...question, profiles: profilesOf(1), start: toDay("2025-01-01") };
  expect(refusal(small, 0, 9)).toEqual([
    "1 request is needed, and max_requests is 0",
    "Ask for fewer profiles, metrics or days. Or call again with max_requests 1, if spending that many is intended: 9 are left this hour.",
  ]);
});

test("smaller questions keep the latest days and the first profiles and metrics, the largest share first", () => {
  const suggestions = smallerQuestions(question, facts, 5);
  expect(suggestions.map(({ less, requests }) => [less, requests])).toEqual([
    ["profiles", 4],
    ["days", 3],
  ]);
  const [fewer, shorter] = suggestions.map((suggestion) => suggestion.question);
  expect(fewer?.profiles).toEqual(question.profiles.slice(0, 200));
  expect([shorter?.start, shorter?.end]).toEqual(["2025-01-01", "2025-12-31"]);
  // Not one more would fit.
  for (const [count, expected] of [
    [200, 4],
    [201, 6],
  ] as const) {
    const cut = { ...question, profiles: profilesOf(count) };
    expect(allSteps(planQuestion(cut, facts))).toHaveLength(expected);
  }
});

test("metrics are cut as well, where they take further requests", () => {
  const sums = metricsOf("facebook", 3).filter(({ kind }) => kind.overDays === "sum");
  const metrics = [...sums, ...sums].slice(0, 30);
  const query = { ...question, metrics, profiles: profilesOf(10), start: toDay("2025-12-01") };
  expect(allSteps(planQuestion(query, facts))).toHaveLength(2);
  const suggestions = smallerQuestions(query, facts, 1);
  expect(suggestions.map(({ less }) => less)).toEqual(["metrics"]);
  expect(suggestions[0]?.question.metrics).toEqual(metrics.slice(0, 25));
  expect(refusal(query, 1, 9)[1]).toContain("25 metrics at a time (1 request)");
});

test("where cutting one thing is not enough, the profiles are cut to those of one request", () => {
  const suggestions = smallerQuestions(question, facts, 2);
  const cuts = suggestions.map((suggestion) => [
    suggestion.less,
    suggestion.requests,
    suggestion.question.profiles.length,
  ]);
  // All days of these profiles would fit too.
  expect(cuts).toEqual([
    ["profiles", 2, 100],
    ["days", 2, 100],
  ]);
  const [only] = smallerQuestions(question, facts, 1);
  expect(only?.question.profiles).toHaveLength(100);
  expect([only?.question.start, only?.requests]).toEqual(["2025-01-01", 1]);
  expect(smallerQuestions({ ...question, profiles: profilesOf(100) }, facts, 1)).toHaveLength(1);
});

test("a plan that has grown says what was spent, and what the next call needs", () => {
  const plans = [planQuestion(question, facts)] as const;
  const grown = { plans, sent: 1, tooLarge: 0, needed: 9, maxRequests: 6 };
  const error = grownError(grown, facts);
  expect(error.problem).toBe(
    "at least 9 requests turn out to be needed, and max_requests is 6; 1 request was sent",
  );
  expect(error.advice.forModel).toBe(
    "Their answers are cached, and the next call plans with the sizes that were learned. Call again: 6 requests will do.",
  );
  const several = grownError({ ...grown, sent: 4, tooLarge: 2, maxRequests: 5 }, facts);
  expect(several.problem).toMatch(/; 4 requests were sent, 2 of them too large for the API$/);
  expect(several.advice.forModel).toMatch(
    /learned\. These would fit: 200 profiles at a time \(4 requests\); or .* Or call again with a higher max_requests: plan_only shows how many are needed now\.$/,
  );
});

test("plans of a comparison that have grown are counted together, and no smaller question is named", () => {
  const year = { start: toDay("2022-01-01"), end: toDay("2023-12-31") };
  const plans = [
    planQuestion(question, facts),
    planQuestion({ ...question, ...year }, facts),
  ] as const;
  const grown = { plans, sent: 3, tooLarge: 0, needed: 14, maxRequests: 12 };
  expect(grownError(grown, facts).advice.forModel).toMatch(/ Call again: 12 requests will do\.$/);
  expect(grownError({ ...grown, maxRequests: 11 }, facts).advice.forModel).toBe(
    "Their answers are cached, and the next call plans with the sizes that were learned. Ask for fewer profiles, metrics or days. Or call again with a higher max_requests: plan_only shows how many are needed now.",
  );
});
