/** Random questions, and what a test knows of their profiles: for properties of the figures in replies. */
import fc from "fast-check";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { Account } from "../../src/sandbox/account.ts";
import type { AskedFigures } from "./asked-rows.ts";
import type { Connected } from "./connect.ts";
import { daysFrom } from "./day-names.ts";
import { Reference } from "./reference.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";
import { renewed } from "./renewed.ts";
import { drawing } from "./repetitions.ts";

export const runs = drawing(10, 1500, 2);
const account = new Account(40);
/** Profiles whose names need no sanitising. */
const places = [0, 1, 2, 3, 4, 9, 12, 13, 14, 16, 18, 22, 28];

const networks = ["facebook", "instagram", "twitter", "youtube", "linkedin"] as const;
const latest = "2026-11-10";

export interface Case {
  readonly network: MetricNetwork;
  readonly metrics: readonly string[];
  readonly places: readonly number[];
  readonly start: string;
  readonly length: number;
  readonly dimensions: readonly string[];
  readonly budget: number;
  readonly grain: string;
  /** Weeks start on Sunday. */
  readonly isSunday: boolean;
}

const shapes = [
  [],
  ["profile"],
  ["date.day"],
  ["profile", "date.day"],
  ["date.day", "profile"],
  ["date.month"],
  ["profile", "date.month"],
  ["date.quarter"],
  ["date.year", "profile"],
  ["date.weekday"],
  ["profile", "date.weekday"],
  ["profile_label"],
  ["profile_label", "date.month"],
  ["profile", "profile_label"],
  ["profile", "date.month", "profile_label"],
];

export const cases: fc.Arbitrary<Case> = fc.constantFrom(...networks).chain((network) =>
  fc.record({
    network: fc.constant(network),
    metrics: fc.subarray(
      metricsOf(network, 3).map(({ name }) => name),
      { minLength: 1, maxLength: 4 },
    ),
    places: fc.subarray(
      network === "linkedin" ? places.filter((place) => place % 20 !== 2) : places,
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    start: fc.constantFrom(
      "2025-03-28",
      "2025-10-20",
      "2025-11-14",
      "2026-02-20",
      "2026-07-01",
      "2026-10-01",
    ),
    length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 92 })),
    dimensions: fc.constantFrom(...shapes),
    budget: fc.constantFrom(900, 1500, 3000, 6000),
    isSunday: fc.boolean(),
    // Weeks that start on Sunday are the hardest grain: a run of 60 questions lacks them once in 50,000.
    grain: fc.oneof(
      { weight: 1, arbitrary: fc.constant("week") },
      {
        weight: 2,
        arbitrary: fc.constantFrom("day", "month", "quarter", "year", "weekday", "total"),
      },
    ),
  }),
);

const endOf = ({ start, length }: Case): string => {
  const days = daysFrom(start, latest);
  return days[Math.min(length, days.length) - 1] ?? latest;
};

export function askedOf(testCase: Case): AskedFigures {
  const profiles = [...account.profiles(testCase.network).values()].filter(({ index }) =>
    testCase.places.includes(index),
  );
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  const valueOf = (id: string, metric: string, day: string): number | null => {
    const profile = byId.get(id);
    return profile === undefined ? null : rememberedNumbers(profile, metric, day, undefined);
  };
  const labels = new Map<string, string[]>();
  for (const profile of profiles) {
    for (const { name } of profile.labels)
      labels.set(name, [...(labels.get(name) ?? []), profile.id]);
  }
  const unlabelled = profiles.filter(({ labels: profileLabels }) => profileLabels.length === 0);
  if (unlabelled.length > 0)
    labels.set(
      "(no label)",
      unlabelled.map(({ id }) => id),
    );
  return {
    reference: new Reference(testCase.network, valueOf),
    metrics: testCase.metrics,
    profiles: new Map(profiles.map(({ id, name }) => [name, id])),
    labels,
    start: testCase.start,
    end: endOf(testCase),
    dimensions: testCase.dimensions,
    isSunday: testCase.isSunday,
  };
}

/** A client for each budget, and for each first day of weeks. */
export function connections(): (testCase: Pick<Case, "budget" | "isSunday">) => Promise<Connected> {
  const clients = new Map<string, () => Promise<Connected>>();
  return ({ budget, isSunday }) => {
    const name = `${budget} ${isSunday}`;
    const settings = { maxAnswerTokens: budget, weekStartsOn: isSunday ? 0 : 1 } as const;
    const next = clients.get(name) ?? renewed({ profiles: 40, settings });
    clients.set(name, next);
    return next();
  };
}

/** The arguments that ask for the figures. */
export const argumentsOf = (
  { network, metrics, dimensions }: Case,
  question: AskedFigures,
): Record<string, unknown> => ({
  network,
  metrics,
  profiles: [...question.profiles.values()],
  date_start: question.start,
  date_end: question.end,
  dimensions,
});
