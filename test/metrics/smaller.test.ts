/** What a plan that costs too much is answered with: exact texts, and questions that would fit. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { ToolError } from "../../src/errors/tool-error.ts";
import { checkCost, grownError } from "../../src/metrics/plan/cost.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { smallerQuestions, withoutAverages } from "../../src/metrics/plan/smaller.ts";
import { requestSteps } from "../../src/metrics/plan/steps.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { daysBetween, toDay } from "../../src/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const byDay: readonly Dimension[] = ["profile", "date.day"];

/** 250 profiles take three requests for each year. */
const question = yearly(byDay, 250, { start: toDay("2024-01-01") });

/** The two lines of the refusal. */
function refusal(
  asked: Question,
  maxRequests: number,
  left: number,
  { isReported = true, isComparison = false } = {},
): readonly [string, string] {
  const quota = { requests: left, isReported };
  try {
    checkCost([planQuestion(asked, facts)], { maxRequests, left: quota, isComparison }, facts);
  } catch (error) {
    if (error instanceof ToolError) return [error.problem, error.next ?? ""];
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

test("of a comparison, no smaller question is named", () => {
  expect(refusal(question, 5, 500, { isComparison: true })[1]).toMatch(
    /^Ask for fewer profiles, metrics or days\. Or call again with max_requests 6/,
  );
});

test("a single request is counted as one, and nothing smaller fits in none", () => {
  const small = { ...question, profiles: profilesOf(1), start: toDay("2025-01-01") };
  expect(refusal(small, 0, 9)).toEqual([
    "1 request is needed, and max_requests is 0",
    "Ask for fewer profiles, metrics or days. Or call again with max_requests 1, if spending that many is intended: 9 are left this hour.",
  ]);
});

test("the averages are left out first where that suffices", () => {
  const mixed: Question = {
    ...question,
    metrics: facebookMetrics("fans_change", "insights_reach"),
    dimensions: [],
  };
  expect(withoutAverages(question, facts)).toBeUndefined();
  expect(
    withoutAverages({ ...mixed, metrics: facebookMetrics("insights_reach") }, facts),
  ).toBeUndefined();
  const sums = withoutAverages(mixed, facts);
  expect(sums?.question.metrics).toEqual(question.metrics);
  expect(sums?.requests).toBe(6);
  const [, fitting] = refusal(mixed, 6, 500);
  const [, tighter] = refusal(mixed, 5, 500);
  expect([
    fitting.includes("without the averages (6 requests)"),
    tighter.includes("averages"),
  ]).toEqual([requestSteps(planQuestion(mixed, facts)).length > 6, false]);
});

test("smaller questions keep the latest days and the first profiles and metrics, the largest share first", () => {
  const found = smallerQuestions(question, facts, 5);
  expect(found.map(({ less, requests }) => [less, requests])).toEqual([
    ["profiles", 4],
    ["days", 3],
  ]);
  const [fewer, shorter] = found.map((one) => one.question);
  expect(fewer?.profiles).toEqual(question.profiles.slice(0, 200));
  expect([shorter?.start, shorter?.end]).toEqual(["2025-01-01", "2025-12-31"]);
  // Not one more would fit.
  for (const [count, expected] of [
    [200, 4],
    [201, 6],
  ] as const) {
    const cut = { ...question, profiles: profilesOf(count) };
    expect(requestSteps(planQuestion(cut, facts))).toHaveLength(expected);
  }
});

test("metrics are cut as well, where they take further requests", () => {
  const names = [
    "fans_change",
    "fans_lifetime",
    "insights_reach",
    "insights_views",
    "insights_fans_online",
  ];
  const all = facebookMetrics(...names);
  const many = Array.from({ length: 30 }, (_, index) => all[index % all.length]).flatMap(
    (one) => one ?? [],
  );
  const asked = {
    ...question,
    metrics: many,
    profiles: profilesOf(10),
    start: toDay("2025-01-01"),
  };
  const found = smallerQuestions(asked, facts, 1);
  expect(found.map(({ less }) => less)).toEqual(["metrics"]);
  expect(found[0]?.question.metrics).toEqual(many.slice(0, 25));
  expect(refusal(asked, 1, 9)[1]).toContain("25 metrics at a time (1 request)");
});

test("where cutting one thing is not enough, the profiles are cut to those of one request", () => {
  const found = smallerQuestions(question, facts, 2);
  const cuts = found.map((one) => [one.less, one.requests, one.question.profiles.length]);
  // All days and metrics of these profiles would fit too.
  expect(cuts).toEqual([
    ["profiles", 2, 100],
    ["days", 2, 100],
    ["metrics", 2, 100],
  ]);
  const [only] = smallerQuestions(question, facts, 1);
  expect(only?.question.profiles).toHaveLength(100);
  expect(only && daysBetween(only.question.start, only.question.end)).toBeLessThan(731);
  expect(smallerQuestions({ ...question, profiles: profilesOf(100) }, facts, 1)).toHaveLength(1);
});

test("a plan that has grown says what was spent, and what the next call needs", () => {
  const plan = planQuestion(question, facts);
  const grown = { plan, sent: 1, tooLarge: 0, needed: 9, maxRequests: 6 };
  const one = grownError(grown, facts);
  expect(one.problem).toBe(
    "at least 9 requests turn out to be needed, and max_requests is 6; 1 request was sent",
  );
  expect(one.next).toBe(
    "Their answers are cached, and the next call plans with the sizes that were learned. Call again: 6 requests will do, as far as sizes are known.",
  );
  const several = grownError({ ...grown, sent: 4, tooLarge: 2, maxRequests: 5 }, facts);
  expect(several.problem).toMatch(/; 4 requests were sent, 2 of them too large for the API$/);
  expect(several.next).toMatch(
    /learned\. These would fit: 200 profiles at a time \(4 requests\); or .* Or call again with a higher max_requests: plan_only shows how many are needed now\.$/,
  );
});
