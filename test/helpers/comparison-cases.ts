/** Random comparisons of all networks and kinds, across breaks and over long ranges. */
import fc from "fast-check";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";

/** Profiles whose names need no quoting. */
const places = [0, 1, 2, 3, 4, 9, 13, 14, 16, 18, 22, 28];
const networks = ["facebook", "instagram", "twitter", "youtube", "linkedin", "tiktok"] as const;

export interface Case {
  readonly network: MetricNetwork;
  readonly metrics: readonly string[];
  readonly places: readonly number[];
  readonly start: string;
  readonly length: number;
  readonly dimensions: readonly string[];
  readonly compareTo: string;
}

const shapes = [
  [],
  ["profile"],
  ["profile"],
  ["date.day"],
  ["date.month"],
  ["profile", "date.day"],
  ["date.quarter", "profile"],
  ["profile_label"],
  ["profile_label", "date.month"],
];

export const cases: fc.Arbitrary<Case> = fc.constantFrom(...networks).chain((network) =>
  fc.record({
    network: fc.constant(network),
    metrics: fc.subarray(
      metricsOf(network, 3).map(({ name }) => name),
      { minLength: 1, maxLength: 4 },
    ),
    places: fc.subarray(
      ["linkedin", "tiktok"].includes(network)
        ? places.filter((place) => place % 20 !== 2)
        : places,
      { minLength: 1, maxLength: 8 },
    ),
    start: fc.constantFrom(
      "2025-06-30",
      "2025-11-12",
      "2025-11-15",
      "2025-11-20",
      "2026-03-01",
      "2026-10-01",
    ),
    length: fc.oneof(fc.integer({ min: 1, max: 35 }), fc.integer({ min: 36, max: 120 })),
    dimensions: fc.constantFrom(...shapes),
    compareTo: fc.constantFrom(
      "previous_period",
      "previous_year",
      "previous_year_weekdays",
      "2025-01-20",
    ),
  }),
);
