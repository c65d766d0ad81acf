/** Of the ways to bring what is needed, a plan takes the one with the fewest requests, then with the fewest numbers. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { Ceilings } from "../../src/connection/request-size.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { openSteps, requestSteps } from "../../src/metrics/plan/steps.ts";
import { needsOf } from "../../src/metrics/question/needs.ts";
import { toDay } from "../../src/time/days.ts";
import { cachedAnswer, cachedOf, factsOf } from "../helpers/facts.ts";
import { asked, finest, level, net, partsOf, plannedBy, reach, views } from "../helpers/planned.ts";
import { profilesOf } from "../helpers/yearly.ts";

const facts = factsOf();
const planned = plannedBy();
const year2026 = { start: toDay("2026-01-01"), end: toDay("2026-12-31") };

test("sums and means share the finest dimensions where that saves requests", () => {
  const both = `${views} ${reach}`;
  expect(planned([views, reach], [], 100)).toEqual([[both, finest, 1]]);
  expect(planned([views, reach], [], 101)).toEqual([[both, finest, 2]]);
  expect(planned([views, reach], ["profile"], 300)).toEqual([[both, finest, 3]]);
  expect(planned([views, level], ["profile"], 300)).toEqual([[`${views} ${level}`, finest, 3]]);
});

test("sums and means share what both need", () => {
  expect(planned([views, reach], ["profile", "date.month"], 300, year2026)).toEqual([
    [`${views} ${reach}`, "profile date.month", 3],
  ]);
  expect(planned([views, reach], ["date.week"], 100, year2026)).toEqual([
    [`${views} ${reach}`, "date.week", 1],
  ]);
});

test("of as many requests, those with the fewest numbers are taken", () => {
  const all = asked([], [], 100, { metrics: metricsOf("facebook", 3), ...year2026 });
  const { days, sums, means } = needsOf(all);
  expect([days.length, sums.length, means.length]).toEqual([5, 15, 9]);
  // 29 metrics by day take two requests as well, and so do the 20 of days and sums beside the means.
  const { parts } = planQuestion(all, facts);
  expect(parts.map(({ dimensions, steps }) => [dimensions.join(" "), steps.length])).toEqual([
    ["profile date.month", 1],
    [finest, 1],
  ]);
  const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
    one.name < other.name ? -1 : 1;
  expect(parts[0]?.metrics).toEqual(sums);
  expect(parts[1]?.metrics.toSorted(byName)).toEqual([...days, ...means].toSorted(byName));
});

test("the fewest numbers decide which of sums and means are requested by day", () => {
  const three = plannedBy(factsOf({ limits: { ...facts.limits, metrics: 3 } }));
  const paid = "insights_reach_paid";
  expect(three([level, views, reach, paid], [], 3, year2026)).toEqual([
    [`${level} ${views}`, finest, 1],
    [`${reach} ${paid}`, "", 1],
  ]);
  expect(three([level, views, net, reach], [], 3, year2026)).toEqual([
    [`${views} ${net}`, "profile date.month", 1],
    [`${level} ${reach}`, finest, 1],
  ]);
});

test("a sum that is also a part of a ratio is requested once, by day", () => {
  const names = ["insights_engagements", "insights_impressions", "insights_post_clicks"];
  const rate = "insights_impressions_engagement_rate";
  const metrics = metricsOf("linkedin", 3).filter(({ name }) => [...names, rate].includes(name));
  const question = asked([], [], 3, { network: "linkedin", metrics });
  const { days, sums } = needsOf(question);
  expect(sums.filter((metric) => days.includes(metric)).map(({ name }) => name)).toEqual(
    names.slice(0, 2),
  );
  const known = factsOf({ limits: { ...facts.limits, metrics: 3 } });
  expect(partsOf(planQuestion(question, known))).toEqual([
    [`insights_engagements insights_impressions ${rate}`, finest, 1],
    ["insights_post_clicks", "profile date.month", 1],
  ]);
});

/** The API rejects more than 1000 numbers by profile and day. */
const withoutDays = factsOf({
  ceilings: new Ceilings().withRefused({ shape: "3 facebook profile date.day 0", size: 1000 }, 0),
});

/** The first and the last day of each request for sums by profile and month. */
function monthsOf(names: readonly string[], start: string, end: string): string[] {
  const range = { start: toDay(start), end: toDay(end) };
  const plan = planQuestion(asked(names, [], 100, range), withoutDays);
  expect(plan.parts.map(({ dimensions }) => dimensions.join(" "))).toEqual(["profile date.month"]);
  return requestSteps(plan).map(({ request }) => `${request.start} ${request.end}`);
}

test("sums by month are cut at breaks, and the day of a net is requested alone", () => {
  const year = ["2025-01-01", "2025-12-31"] as const;
  expect(monthsOf([views], ...year)).toEqual(["2025-01-01 2025-12-31"]);
  expect(monthsOf(["insights_impressions"], ...year)).toEqual([
    "2025-01-01 2025-11-14",
    "2025-11-15 2025-12-31",
  ]);
  expect(monthsOf([net], ...year)).toEqual([
    "2025-01-01 2025-11-14",
    "2025-11-15 2025-11-15",
    "2025-11-16 2025-12-31",
  ]);
  expect(monthsOf([net], "2024-03-10", "2026-12-20"), "windows begin at breaks").toEqual([
    "2024-03-10 2025-02-28",
    "2025-03-01 2025-11-14",
    "2025-11-15 2025-11-15",
    "2025-11-16 2026-10-31",
    "2026-11-01 2026-12-20",
  ]);
});

test("sums of a breakdown are cut at breaks, and means beside them are not", () => {
  const question = asked(["insights_impressions", reach], ["post_attribution"], 3);
  const dimensions = `${finest} post_attribution`;
  expect(partsOf(planQuestion(question, facts))).toEqual([
    [`insights_impressions ${reach}`, dimensions, 1],
  ]);
  const shape = `3 facebook ${dimensions} 0`;
  const ceilings = new Ceilings().withRefused({ shape, size: 1000 }, 0);
  const steps = requestSteps(planQuestion(question, factsOf({ ceilings })));
  expect(steps.map(({ request: { metrics, start, end } }) => [...metrics, start, end])).toEqual([
    ["insights_impressions", "2025-01-01", "2025-11-14"],
    ["insights_impressions", "2025-11-15", "2025-12-31"],
    [reach, "2025-01-01", "2025-12-31"],
  ]);
});

test("a break that costs sums by month further requests leads to days, which are not cut at it", () => {
  const months = "profile date.month";
  const impressions = "insights_impressions";
  expect(planned([impressions], [], 300)).toEqual([[impressions, finest, 3]]);
  // A break between two windows costs nothing.
  const around = { start: toDay("2024-11-15"), end: toDay("2026-03-31") };
  expect(planned([impressions], [], 300, around)).toEqual([[impressions, months, 6]]);
  expect(planned([net], [], 300, around)).toEqual([[net, finest, 6]]);
  expect(planned([net], ["date.day"], 300, around)).toEqual([[net, "date.day", 6]]);
});

test("a request that is too large and cannot be cut leads to finer dimensions", () => {
  const question = asked([reach], [], 100);
  const [total] = requestSteps(planQuestion(question, facts));
  if (total === undefined) throw new Error("no step");
  expect([total.request.dimensions, total.size]).toEqual([[], 1]);
  const ceilings = new Ceilings().withRefused(total, 0);
  expect(partsOf(planQuestion(question, factsOf({ ceilings })))).toEqual([[reach, finest, 1]]);
  const without = ceilings.withRefused({ shape: "3 facebook profile date.day 0", size: 1 }, 0);
  expect(partsOf(planQuestion(question, factsOf({ ceilings: without })))).toEqual([[reach, "", 1]]);
});

test("cells that no result can hold are not requested", () => {
  const [both, many] = [[views, reach], profilesOf(50_000)];
  expect(planned(both, [], 0, { profiles: many })).toEqual([
    [views, "profile date.month", 500],
    [reach, finest, 500],
  ]);
  expect(planned(both, [], 0, { profiles: many.slice(0, 40_000) })).toEqual([
    [both.join(" "), finest, 400],
  ]);
});

test("a finer answer that is cached saves the request for what is needed", () => {
  const weekly = asked([views], ["date.week"], 100);
  const [step] = requestSteps(planQuestion(weekly, factsOf({ weekStart: 1 })));
  if (step === undefined) throw new Error("no step");
  const cachedBy = (dimensions: readonly Dimension[]): unknown[] => {
    const cached = cachedOf([cachedAnswer({ ...step.request, dimensions })]);
    const plan = planQuestion(weekly, factsOf({ weekStart: 1, cached }));
    return [plan.parts[0]?.dimensions.join(" "), openSteps(plan).length];
  };
  expect(cachedBy(["profile", "date.month"])).toEqual(["date.week", 1]);
  expect(cachedBy(["date.week"])).toEqual(["date.week", 0]);
  expect(cachedBy(["profile", "date.week"])).toEqual(["profile date.week", 0]);
});

test("the order of the dimensions changes nothing", () => {
  const plans = [["profile", "date.month"] as const, ["date.month", "profile"] as const].map(
    (dimensions) => planned([views, reach], dimensions, 300, year2026),
  );
  expect(plans[1]).toEqual(plans[0]);
});

test("a mean whose range is cut where the history begins is requested as the cuts of the whole range allow", () => {
  const history = {
    start: toDay("2025-11-19"),
    end: toDay("2026-10-31"),
    cutFrom: toDay("2023-01-01"),
  };
  expect(planned([reach], [], 3, history)).toEqual([[reach, finest, 2]]);
});
