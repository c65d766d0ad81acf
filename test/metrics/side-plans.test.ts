/** The plans of the two ranges of a comparison. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { sidePlans } from "../../src/metrics/plan/comparison.ts";
import { daysBetween, toDay } from "../../src/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const before = { start: toDay("2024-12-01"), end: toDay("2024-12-31") };
const month = yearly(["profile"], 3, { end: toDay("2025-01-31") });

/** True where the plan of the later range is by profile and day because its metrics need days. */
const isByDay = (metric: string, dimensions: readonly Dimension[] = ["profile"]): boolean => {
  const asked = { ...month, metrics: facebookMetrics(metric), dimensions };
  const [[later] = []] = sidePlans(asked, before, facts);
  return later?.question.isByDay === true;
};

test("the ranges of a comparison are requested by day where their numbers cannot be compared otherwise", () => {
  expect(isByDay("fans_change")).toBe(false);
  expect(isByDay("insights_reach"), "people").toBe(false);
  expect(isByDay("fans_lifetime"), "a level").toBe(true);
  expect(isByDay("insights_reach_28_days"), "a window").toBe(true);
  expect(isByDay("fans_change", ["date.month"]), "rows of unequal length").toBe(true);
  expect(isByDay("fans_change", ["date.day"])).toBe(false);
  const asked = { ...month, isByDay: true };
  expect(sidePlans(asked, before, facts)[0]?.[0].question.isByDay).toBe(true);
});

test("both ranges can be one plan, unless that is too large, or by weeks", () => {
  const [apart, together] = sidePlans(month, before, facts);
  expect(apart?.map(({ question: { start, end } }) => [start, end])).toEqual([
    [month.start, month.end],
    [before.start, before.end],
  ]);
  expect(together).toHaveLength(1);
  expect(together?.[0].question).toMatchObject({ start: before.start, end: month.end });
  expect(together?.[0].question.dimensions).toEqual(["profile", "date.day"]);
  expect(sidePlans({ ...month, dimensions: ["date.week"] }, before, facts)).toHaveLength(1);
  expect(sidePlans({ ...month, profiles: profilesOf(2000) }, before, facts)).toHaveLength(1);
  const days = daysBetween(before.start, month.end);
  const most = { ...month, profiles: profilesOf(Math.floor(100_000 / days)) };
  expect(sidePlans(most, before, facts)).toHaveLength(2);
});
