/** The fewest requests, shown on the plan: nothing is sent here. */
import { toProfileId } from "../../src/api/records.ts";
import { toDay } from "../../src/time/days.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { type Plan, allSteps } from "../../src/metrics/plan/steps.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Profile } from "../../src/api/records.ts";
import { addMonths } from "../../src/time/days.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { ApiVersion } from "../../src/catalog/networks.ts";
import { factsOf } from "../helpers/facts.ts";

interface Asked {
  readonly version?: ApiVersion;
  readonly profiles: number;
  readonly metrics?: number | readonly string[];
  readonly start?: string;
  readonly end?: string;
  readonly dimensions: readonly Dimension[];
}

const profile = (index: number): Profile => ({
  id: toProfileId(`p${index}`),
  name: `Profile ${index}`,
});

/** Metrics by their number or their names, in the order of the catalogue. */
function questionOf({
  version = 3,
  profiles,
  metrics = 1,
  start = "2025-01-01",
  end = "2025-12-31",
  dimensions,
}: Asked): Question {
  const all = metricsOf("facebook", version);
  const chosen =
    typeof metrics === "number"
      ? all.slice(0, metrics)
      : all.filter(({ name }) => metrics.includes(name));
  return {
    version,
    network: "facebook",
    metrics: chosen,
    start: toDay(start),
    end: toDay(end),
    dimensions,
    profiles: Array.from({ length: profiles }, (_, index) => profile(index)),
    excluded: new Set(),
  };
}

const plan = (asked: Asked): Plan =>
  planQuestion(questionOf(asked), factsOf({ limits: requestLimits[asked.version ?? 3] }));

const daily: readonly Dimension[] = ["profile", "date.day"];

test.each([
  ["150 profiles × 29 metrics × 1 year", 4, { profiles: 150, metrics: 29, dimensions: daily }],
  ["250 × 25 × 2 years", 6, { profiles: 250, metrics: 25, end: "2026-12-31", dimensions: daily }],
  [
    "version 2: 100 × 27 × 1 year",
    32,
    { version: 2 as const, profiles: 100, metrics: 29, dimensions: daily },
  ],
  ["one profile, one metric, one day", 1, { profiles: 1, end: "2025-01-01", dimensions: daily }],
  ["100 profiles in total, without a profile dimension", 1, { profiles: 100, dimensions: [] }],
])("%s takes %i requests", (_, requests, asked) => {
  expect(allSteps(plan(asked))).toHaveLength(requests);
});

test("version 2 has 27 facebook metrics in all", () => {
  expect(metricsOf("facebook", 2)).toHaveLength(27);
});

test("a window of 12 months ends the day before the same day of the next year, leap days clamped", () => {
  const { parts } = plan({
    profiles: 1,
    start: "2024-02-29",
    end: "2026-03-01",
    dimensions: ["date.day"],
  });
  const windows = parts[0]?.steps.map(({ request: { start, end } }) => `${start} ${end}`);
  expect(windows).toEqual([
    "2024-02-29 2025-02-27",
    "2025-02-28 2026-02-27",
    "2026-02-28 2026-03-01",
  ]);
});

test("cuts months only between months", () => {
  const { parts } = plan({
    profiles: 100,
    metrics: ["insights_views"],
    start: "2024-01-15",
    end: "2025-06-20",
    dimensions: ["date.month"],
  });
  expect(parts.map((part) => part.dimensions)).toEqual([["profile", "date.month"]]);
  const windows = parts[0]?.steps.map(({ request: { start, end } }) => `${start} ${end}`);
  expect(windows).toEqual(["2024-01-15 2024-12-31", "2025-01-01 2025-06-20"]);
});

/** The dimensions of each part, and how many requests it has. */
const partsOf = (asked: Asked): unknown[] =>
  plan(asked).parts.map(({ metrics, dimensions, steps }) => [
    metrics.map(({ name }) => name).join(" "),
    dimensions.join(" "),
    steps.length,
  ]);

test("up to 92 days are requested by profile and day, whatever is asked", () => {
  const short = { metrics: ["insights_views", "fans_lifetime"], end: "2025-04-02", profiles: 180 };
  for (const dimensions of [[], ["profile_label"], ["date.month"], ["date.weekday"]] as const)
    expect(partsOf({ ...short, dimensions })).toEqual([
      ["fans_lifetime insights_views", "profile date.day", 2],
    ]);
});

test("sums of a longer range are requested by profile and month: they add up", () => {
  const sums = { profiles: 300, metrics: ["insights_views"] };
  for (const dimensions of [[], ["profile"], ["date.month"], ["profile_label"]] as const)
    expect(partsOf({ ...sums, end: "2025-04-03", dimensions })).toEqual([
      ["insights_views", "profile date.month", 3],
    ]);
  expect(partsOf({ ...sums, dimensions: ["date.week"] })).toEqual([
    ["insights_views", "date.week", 3],
  ]);
});

test("sums of 250 profiles by day over two years take six requests", () => {
  const metrics = ["fans_change", "insights_follows", "insights_reactions", "insights_views"];
  const asked = { profiles: 250, metrics, end: "2026-12-31", dimensions: ["date.day"] as const };
  expect(partsOf(asked)).toEqual([[metrics.join(" "), "date.day", 6]]);
});

test("quarters and years are folded here, from months, and weekdays from days", () => {
  const asked = { profiles: 300, metrics: ["insights_views"] };
  for (const grain of ["date.quarter", "date.year"] as const)
    expect(partsOf({ ...asked, dimensions: [grain] })).toEqual([
      ["insights_views", "profile date.month", 3],
    ]);
  // The mean of a weekday needs single days, which sums of them do not.
  expect(partsOf({ ...asked, dimensions: ["date.weekday"] })).toEqual([
    ["insights_views", "profile date.day", 3],
  ]);
});

test("sums over more than a year are added over its windows, rows of a breakdown too", () => {
  const { parts } = plan({
    profiles: 3,
    metrics: ["insights_reactions"],
    end: "2027-01-01",
    dimensions: ["reaction_type"],
  });
  expect(parts[0]?.dimensions).toEqual(["reaction_type"]);
  expect(parts[0]?.steps).toHaveLength(3);
});

test("folding into weeks asks first how weeks begin, and what they are called", () => {
  const folded = plan({ profiles: 180, metrics: ["fans_lifetime"], dimensions: ["date.week"] });
  expect(folded.weekProbe?.request).toMatchObject({
    start: "2025-12-28",
    end: "2025-12-29",
    profiles: ["p0"],
  });
  expect(folded.rowNames).toHaveLength(1);
  expect(allSteps(folded)).toHaveLength(4);
});

test("months are the calendar's: folding into them asks nothing more", () => {
  const folded = plan({ profiles: 180, metrics: ["fans_lifetime"], dimensions: ["date.month"] });
  expect(allSteps(folded)).toHaveLength(2);
});

test("no request is beyond a documented limit, whatever is asked", () => {
  const asked = fc.record({
    version: fc.constantFrom<ApiVersion>(2, 3),
    profiles: fc.integer({ min: 1, max: 260 }),
    metrics: fc.integer({ min: 1, max: 27 }),
    months: fc.integer({ min: 0, max: 40 }),
    dimensions: fc.shuffledSubarray<Dimension>(["profile", "profile_label", "date.week"]),
  });
  fc.assert(
    fc.property(asked, ({ months, ...rest }) => {
      const end = addMonths(toDay("2023-01-31"), months);
      const limits = requestLimits[rest.version];
      for (const { request } of allSteps(plan({ ...rest, start: "2023-01-31", end }))) {
        expect(request.profiles.length).toBeLessThanOrEqual(limits.profiles);
        expect(request.metrics.length).toBeLessThanOrEqual(limits.metrics);
        expect(request.end < addMonths(request.start, limits.months)).toBe(true);
      }
    }),
  );
});
