/** The fewest requests, shown on the plan: nothing is sent here. */
import { toProfileId } from "../../src/suite/api/records.ts";
import { toDay } from "../../src/base/time/days.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { type Plan, allSteps } from "../../src/questions/metrics/plan/steps.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Profile } from "../../src/suite/api/records.ts";
import { addMonths } from "../../src/base/time/days.ts";
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
  const catalogue = metricsOf("facebook", version);
  const chosen =
    typeof metrics === "number"
      ? catalogue.slice(0, metrics)
      : catalogue.filter(({ name }) => metrics.includes(name));
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

const plan = (outline: Asked): Plan =>
  planQuestion(questionOf(outline), factsOf({ limits: requestLimits[outline.version ?? 3] }));

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
])("%s takes %i requests", (_, requests, outline) => {
  expect(allSteps(plan(outline))).toHaveLength(requests);
});

test("version 2 has 27 facebook metrics or more", () => {
  expect(metricsOf("facebook", 2).length).toBeGreaterThanOrEqual(27);
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

/** The dimensions of each part, and how many requests it has. */
const partsOf = (outline: Asked): unknown[] =>
  plan(outline).parts.map(({ metrics, dimensions, steps }) => [
    metrics.map(({ name }) => name).join(" "),
    dimensions.join(" "),
    steps.length,
  ]);

test("every question is requested by profile and day, whatever it asks and however long it is", () => {
  const outline = { metrics: ["insights_views", "fans_lifetime"], profiles: 180 };
  for (const dimensions of [[], ["profile_label"], ["date.quarter"], ["date.weekday"]] as const)
    for (const [end, requests] of [
      ["2025-04-02", 2],
      ["2025-12-31", 2],
      ["2026-12-31", 4],
    ] as const)
      expect(partsOf({ ...outline, end, dimensions })).toEqual([
        ["fans_lifetime insights_views", "profile date.day", requests],
      ]);
});

test("no request is beyond a documented limit, whatever is asked", () => {
  const outlines = fc.record({
    version: fc.constantFrom<ApiVersion>(2, 3),
    profiles: fc.integer({ min: 1, max: 260 }),
    metrics: fc.integer({ min: 1, max: 27 }),
    months: fc.integer({ min: 0, max: 40 }),
    dimensions: fc.shuffledSubarray<Dimension>(["profile", "profile_label", "date.week"]),
  });
  fc.assert(
    fc.property(outlines, ({ months, ...rest }) => {
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
