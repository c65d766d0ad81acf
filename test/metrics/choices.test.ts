/** Of the ways to bring what is needed, a plan takes the one with the fewest requests, then with the fewest numbers. */
import { expect, test } from "vitest";
import { Ceilings } from "../../src/connection/request-size.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { requestSteps } from "../../src/metrics/plan/steps.ts";
import { toDay } from "../../src/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { asked, finest, level, partsOf, plannedBy, reach, views } from "../helpers/planned.ts";

const facts = factsOf();
const planned = plannedBy();
const year2026 = { start: toDay("2026-01-01"), end: toDay("2026-12-31") };

test("every metric is requested by profile and day, in the same requests", () => {
  const both = `${views} ${reach}`;
  expect(planned([views, reach], [], 100)).toEqual([[both, finest, 1]]);
  expect(planned([views, reach], [], 101)).toEqual([[both, finest, 2]]);
  expect(planned([views, reach], ["profile"], 300)).toEqual([[both, finest, 3]]);
  expect(planned([views, level], ["profile"], 300)).toEqual([[`${views} ${level}`, finest, 3]]);
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
