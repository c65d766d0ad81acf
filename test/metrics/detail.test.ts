/** How much detail a plan requests: what was asked, or single profiles and days; and how a request is cut. */
import { expect, test } from "vitest";
import type { MetricsRequest } from "../../src/api/metrics-answer.ts";
import { toProfileId } from "../../src/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { requestsFor } from "../../src/metrics/plan/requests.ts";
import { fit } from "../../src/metrics/plan/split.ts";
import { openSteps, stepsOf, type Plan } from "../../src/metrics/plan/steps.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const finest = ["profile", "date.day"];
const [sum, average] = ["fans_change", "fans_lifetime"];

const asked = (
  names: readonly string[],
  dimensions: readonly Dimension[],
  count: number,
  rest: Partial<Question> = {},
): Question => yearly(dimensions, count, { metrics: facebookMetrics(...names), ...rest });

/** The dimensions of each part. */
const dimensionsOf = ({ parts }: Plan): readonly (readonly Dimension[])[] =>
  parts.map(({ dimensions }) => dimensions);

test("days of a single profile are requested by profile, those of several profiles are not", () => {
  for (const grain of ["date.weekday", "date.quarter"] as const)
    expect(dimensionsOf(planQuestion(asked([sum], [grain], 1), facts))).toEqual([finest]);
  const [several] = dimensionsOf(planQuestion(asked([sum], ["date.quarter"], 300), facts));
  expect(several).toEqual(["date.day"]);
  const [labels] = dimensionsOf(planQuestion(asked([sum], ["profile_label"], 300), facts));
  expect(labels).toEqual(["profile"]);
  const [own] = dimensionsOf(planQuestion(asked([sum], ["profile", "date.year"], 300), facts));
  expect(own).toEqual(finest);
});

test("a question that needs days gets them, whatever they cost", () => {
  const [sums] = dimensionsOf(planQuestion(asked([sum], [], 300, { isByDay: true }), facts));
  expect(sums).toEqual(finest);
  const [breakdown] = dimensionsOf(
    planQuestion(asked(["insights_reactions"], ["reaction_type"], 300, { isByDay: true }), facts),
  );
  expect(breakdown).toEqual([...finest, "reaction_type"]);
});

test("averages of more than a year are folded from days, those of a year are not", () => {
  const large = asked([average], [], 100, { metrics: metricsOf("facebook", 3).slice(0, 25) });
  expect(dimensionsOf(planQuestion(large, facts))).toEqual([[]]);
  const longer = { ...large, end: toDay("2026-01-01") };
  expect(dimensionsOf(planQuestion(longer, facts))).toContainEqual(finest);
});

test("sums and averages share their requests where that takes fewer of them", () => {
  const both = planQuestion(asked([sum, average], [], 101), facts);
  expect(dimensionsOf(both)).toEqual([finest]);
  expect(both.isFinerByChoice).toBeUndefined();
  expect(both.parts[0]?.isFolded).toBe(true);
  expect(openSteps(both)).toHaveLength(2);
});

test("metrics are requested apart where one kind of them is alone, too", () => {
  for (const name of [sum, average]) {
    const { parts } = planQuestion(asked([name], [], 300), facts);
    expect(parts.map((part) => part.metrics.map((metric) => metric.name))).toEqual([[name]]);
  }
});

test("detail is free up to 100,000 numbers", () => {
  const metrics = metricsOf("facebook", 3).slice(0, 10);
  const free = (end: string): boolean | undefined =>
    planQuestion(asked([], ["profile"], 100, { metrics, end: toDay(end) }), facts).isFinerByChoice;
  expect(free("2025-04-10"), "100 days").toBe(true);
  expect(free("2025-04-11"), "101 days").toBeUndefined();
});

test("what was forced is not refined by choice, and months are named then", () => {
  const monthly = asked([average], ["date.month"], 3);
  expect(planQuestion(monthly, facts).rowNames).toHaveLength(0);
  const forced = planQuestion(monthly, facts, { profile: true, day: true });
  expect(forced.isFinerByChoice).toBeUndefined();
  expect(dimensionsOf(forced)).toEqual([finest]);
  expect(forced.rowNames).toHaveLength(1);
  const byDay = planQuestion(asked([average], ["date.day"], 3), facts, {
    profile: true,
    day: false,
  });
  expect(byDay.rowNames, "days have the calendar's names").toHaveLength(0);
});

test("names of weeks are requested only where they are unknown, and no other request shows them", () => {
  const known = factsOf({ weekStart: 1 });
  const weekly = (names: readonly string[], rest: Partial<Question> = {}): Plan =>
    planQuestion(asked(names, ["date.week"], 180, rest), known);
  expect(weekly([average]).rowNames).toHaveLength(1);
  expect(weekly([sum]).rowNames, "sums are requested by week").toHaveLength(0);
  expect(
    planQuestion(asked([average], ["date.week"], 180), factsOf({ weekStart: 1, namesWeeks: true }))
      .rowNames,
  ).toHaveLength(0);
  const excluded = new Set([toProfileId("p0")]);
  const [names] = weekly([average], { excluded }).rowNames;
  expect(names?.request).toMatchObject({
    profiles: ["p1"],
    metrics: [average],
    dimensions: ["date.week"],
  });
});

test("metrics that need insights are requested of the profiles that have them", () => {
  const withoutInsights = new Set([toProfileId("p1")]);
  const plan = planQuestion(
    asked([sum, "insights_views"], ["profile"], 3, { withoutInsights }),
    facts,
  );
  const requests = stepsOf(plan).map(({ request }) => [request.metrics, request.profiles]);
  expect(requests).toEqual([
    [["insights_views"], ["p0", "p2"]],
    [[sum], ["p0", "p1", "p2"]],
  ]);
  const only = planQuestion(asked([sum], ["profile"], 3, { withoutInsights }), facts);
  expect(only.parts).toHaveLength(1);
});

test("a hundred profiles that are all excluded cost no request", () => {
  const question = asked([sum], ["profile"], 150);
  const excluded = new Set(question.profiles.slice(0, 100).map(({ id }) => id));
  const steps = requestsFor({ ...question, excluded }, question, facts);
  expect(steps.map(({ request }) => request.profiles.length)).toEqual([50]);
});

const request: MetricsRequest = {
  version: 3,
  network: "facebook",
  dimensions: [],
  start: toDay("2025-01-01"),
  end: toDay("2025-01-10"),
  profiles: profilesOf(3).map(({ id }) => id),
  metrics: ["a", "b", "c", "d"],
};

test("a request is cut by profiles, then by days, then by metrics, as few times as that allows", () => {
  const sizes = (one: MetricsRequest, most: number): unknown[] =>
    fit(one, most, 1).map((piece) => [
      piece.profiles.length,
      piece.start,
      piece.end,
      piece.metrics.length,
    ]);
  const whole = [3, request.start, request.end, 4];
  expect(sizes(request, 4), "it fits").toEqual([whole]);
  expect(sizes(request, 3)).toEqual([
    [3, request.start, request.end, 3],
    [3, request.start, request.end, 1],
  ]);
  expect(sizes(request, 2)).toEqual([
    [3, request.start, request.end, 2],
    [3, request.start, request.end, 2],
  ]);
  const daily: MetricsRequest = { ...request, dimensions: ["date.day"] };
  expect(sizes(daily, 40)).toEqual([whole]);
  expect(sizes(daily, 20)).toEqual([
    [3, "2025-01-01", "2025-01-05", 4],
    [3, "2025-01-06", "2025-01-10", 4],
  ]);
  const byProfile: MetricsRequest = { ...request, dimensions: ["profile"] };
  expect(sizes(byProfile, 8)).toEqual([
    [2, request.start, request.end, 4],
    [1, request.start, request.end, 4],
  ]);
});
