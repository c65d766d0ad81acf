/** The plans of the two ranges of a comparison. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { plansFor } from "../../src/metrics/plan/plan.ts";
import { allSteps } from "../../src/metrics/plan/steps.ts";
import { daysBetween, toDay } from "../../src/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { finest, partsOf } from "../helpers/planned.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const before = { start: toDay("2024-12-01"), end: toDay("2024-12-31") };
const month = yearly(["profile"], 3, { end: toDay("2025-01-31") });

test("both ranges need the same, so that they can be compared", () => {
  const metrics = facebookMetrics("insights_views", "insights_reach", "fans_lifetime");
  const [short = []] = plansFor({ ...month, metrics }, before, facts);
  expect(short.map(partsOf)).toEqual([
    [["insights_views insights_reach fans_lifetime", finest, 1]],
    [["insights_views insights_reach fans_lifetime", finest, 1]],
  ]);
});

test("the day from which a range is cut is that of the later range alone", () => {
  const cutFrom = toDay("2024-06-01");
  const [apart = []] = plansFor({ ...month, cutFrom }, before, facts);
  expect(apart.map(({ question }) => question.cutFrom)).toEqual([cutFrom, undefined]);
});

test("both ranges can be one plan, unless that is too large, or by a breakdown", () => {
  const [apart, together] = plansFor(month, before, facts);
  expect(apart?.map(({ question: { start, end } }) => [start, end])).toEqual([
    [month.start, month.end],
    [before.start, before.end],
  ]);
  expect(together).toHaveLength(1);
  expect(together?.[0].question).toMatchObject({ start: before.start, end: month.end });
  expect(plansFor({ ...month, dimensions: ["date.week"] }, before, facts)).toHaveLength(2);
  const reactions: readonly Dimension[] = ["reaction_type"];
  expect(plansFor({ ...month, dimensions: reactions }, before, facts)).toHaveLength(1);
  const longer = { ...before, start: toDay("2024-09-30") };
  expect(plansFor(month, longer, facts)).toHaveLength(2);
  expect(plansFor({ ...month, profiles: profilesOf(2000) }, before, facts)).toHaveLength(1);
  const days = daysBetween(before.start, month.end);
  const most = { ...month, profiles: profilesOf(Math.floor(100_000 / days)) };
  expect(plansFor(most, before, facts)).toHaveLength(2);
  const more = { ...month, profiles: profilesOf(Math.floor(100_000 / days) + 1) };
  expect(plansFor(more, before, facts)).toHaveLength(1);
});

test("a plan for two ranges far apart needs every day between them", () => {
  const year = { start: toDay("2024-01-01"), end: toDay("2024-01-31") };
  const [apart = [], together = []] = plansFor(month, year, facts);
  expect(allSteps(...apart)).toHaveLength(2);
  expect(together.map(partsOf)).toEqual([[["fans_change", finest, 2]]]);
});
