/** How fine the cells are that a plan requests, and how a request is cut. */
import { expect, test } from "vitest";
import type { MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import { fit, requestsFor } from "../../src/questions/metrics/plan/requests.ts";
import { allSteps } from "../../src/questions/metrics/plan/steps.ts";
import { toDay } from "../../src/base/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { questionOf, finest, level, net, plannedBy, views } from "../helpers/planned.ts";
import { profilesOf } from "../helpers/yearly.ts";

const facts = factsOf();
const planned = plannedBy();

test("a need of days is met, whatever it costs", () => {
  expect(planned([level], [], 300)).toEqual([[level, finest, 3]]);
  expect(planned([level], ["date.month"], 100, { start: toDay("2020-01-01") })).toEqual([
    [level, finest, 6],
  ]);
  expect(planned(["insights_fans_lifetime"], ["locale"], 3)).toEqual([
    ["insights_fans_lifetime", finest, 1],
    ["insights_fans_lifetime", `${finest} locale`, expect.any(Number)],
  ]);
});

test("metrics that need insights are requested of the profiles that have them", () => {
  const withoutInsights = new Set([toProfileId("p1")]);
  const plan = planQuestion(questionOf([net, views], ["profile"], 3, { withoutInsights }), facts);
  const requests = allSteps(plan).map(({ request }) => [request.metrics, request.profiles]);
  expect(requests).toEqual([
    [[views], ["p0", "p2"]],
    [[net], ["p0", "p1", "p2"]],
  ]);
  const only = planQuestion(questionOf([net], ["profile"], 3, { withoutInsights }), facts);
  expect(only.parts).toHaveLength(1);
});

test("a hundred profiles that are all excluded cost no request", () => {
  const question = questionOf([net], ["profile"], 150);
  const excluded = new Set(question.profiles.slice(0, 100).map(({ id }) => id));
  const steps = requestsFor({ ...question, excluded }, facts);
  expect(steps.map(({ request }) => request.profiles.length)).toEqual([50]);
});

const request: MetricsRequest = {
  version: 3,
  network: "facebook",
  dimensions: ["profile", "date.day"],
  start: toDay("2025-01-01"),
  end: toDay("2025-01-10"),
  profiles: profilesOf(3).map(({ id }) => id),
  metrics: ["a", "b", "c", "d"],
};

test("a request is cut by profiles, then by days, then by metrics, as few times as that allows", () => {
  const sizes = (candidate: MetricsRequest, most: number): unknown[] =>
    fit(candidate, most, 1).map((piece) => [
      piece.profiles.length,
      piece.start,
      piece.end,
      piece.metrics.length,
    ]);
  const [first, last] = [request.start, request.end];
  expect(sizes(request, 120), "it fits").toEqual([[3, first, last, 4]]);
  expect(sizes(request, 80)).toEqual([
    [2, first, last, 4],
    [1, first, last, 4],
  ]);
  expect(sizes(request, 60)).toEqual([
    [3, first, "2025-01-05", 4],
    [3, "2025-01-06", last, 4],
  ]);
  const single = { ...request, end: first, profiles: request.profiles.slice(0, 1) };
  expect(sizes(single, 3)).toEqual([
    [1, first, first, 3],
    [1, first, first, 1],
  ]);
});
