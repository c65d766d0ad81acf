/** The plans of the two ranges of a comparison. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { plansFor } from "../../src/questions/metrics/plan/plan.ts";
import { allSteps, type Plan } from "../../src/questions/metrics/plan/steps.ts";
import { daysBetween, toDay } from "../../src/base/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { finest, partsOf } from "../helpers/planned.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const before = { start: toDay("2024-12-01"), end: toDay("2024-12-31") };
const month = yearly(["profile"], 3, { end: toDay("2025-01-31") });
const metrics = facebookMetrics("insights_views", "insights_reach", "fans_lifetime");

/** The days that the plans of a comparison fetch: those of each plan. */
const fetched = (plans: readonly Plan[] = []): string[] =>
  plans.map((plan) =>
    allSteps(plan)
      .map(({ request: { start, end } }) => `${start} to ${end}`)
      .join(),
  );

test("ranges that follow one another are one plan: each has evidence of the other", () => {
  const plans = plansFor({ ...month, metrics }, before, facts);
  expect(plans.map(fetched)).toEqual([["2024-11-03 to 2025-02-08"]]);
  const large = plansFor({ ...month, profiles: profilesOf(2000) }, before, facts);
  expect(large).toHaveLength(1);
  expect(large[0]).toHaveLength(1);
});

test("with a breakdown, each range is a plan; the rows of sums have no days of evidence", () => {
  const reactions: readonly Dimension[] = ["reaction_type"];
  const [apart, ...rest] = plansFor({ ...month, dimensions: reactions }, before, facts);
  expect(rest).toEqual([]);
  expect(fetched(apart)).toEqual([
    "2024-12-04 to 2025-02-08,2025-01-01 to 2025-01-31",
    "2024-11-03 to 2025-01-08,2024-12-01 to 2024-12-31",
  ]);
});

/** The same month of a year before. */
const year = { start: toDay("2024-01-01"), end: toDay("2024-01-31") };

test("both need the same, so that they can be compared", () => {
  const [apart = []] = plansFor({ ...month, metrics }, year, facts);
  const names = "insights_views insights_reach fans_lifetime";
  expect(apart.map(partsOf)).toEqual([[[names, finest, 1]], [[names, finest, 1]]]);
});

test("the day from which a range is cut is that of the later range alone", () => {
  const cutFrom = toDay("2024-06-01");
  const [apart = []] = plansFor({ ...month, cutFrom }, year, facts);
  expect(apart.map(({ question }) => question.cutFrom)).toEqual([cutFrom, undefined]);
});

test("ranges that are apart can be one plan, unless that is too large", () => {
  const some = { start: toDay("2024-09-01"), end: toDay("2024-09-30") };
  const [apart, together] = plansFor(month, some, facts);
  expect(fetched(apart)).toEqual(["2024-12-04 to 2025-02-08", "2024-08-04 to 2024-10-08"]);
  expect(fetched(together)).toEqual(["2024-08-04 to 2025-02-08"]);
  const days = daysBetween(some.start, month.end);
  const most = { ...month, profiles: profilesOf(Math.floor(100_000 / days)) };
  expect(plansFor(most, some, facts)).toHaveLength(2);
  const more = { ...month, profiles: profilesOf(Math.floor(100_000 / days) + 1) };
  expect(plansFor(more, some, facts)).toHaveLength(1);
});

test("a plan for two ranges far apart needs every day between them", () => {
  const [apart = [], together = []] = plansFor(month, year, facts);
  expect(allSteps(...apart)).toHaveLength(2);
  expect(together.map(partsOf)).toEqual([[["fans_change", finest, 2]]]);
});
