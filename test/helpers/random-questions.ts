/** Random questions of all networks, kinds, grains, labels, breakdowns and comparisons, to profiles with every kind of gap. */
import fc from "fast-check";
import { breaksOf } from "../../src/catalog/breaks.ts";
import { isBreakdown } from "../../src/catalog/dimensions.ts";
import { allowsDimension, metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../src/catalog/networks.ts";
import { Account } from "../../src/sandbox/account.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { bucketOf } from "./buckets.ts";
import { daysFrom } from "./day-names.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";

export interface RandomQuestion {
  readonly network: MetricNetwork;
  readonly metrics: readonly string[];
  /** Ids. */
  readonly profiles: readonly string[];
  readonly dimensions: readonly string[];
  readonly date_start: string;
  readonly date_end: string;
  readonly compare_to?: string;
}

/** Profiles on each network of the sandbox. */
export const profileCount = 140;

const account = new Account(profileCount);
const last = "2026-11-10";

/** By the place of a profile: some begin, some end, some lack the last days of months. */
const began = "2026-02-24";
const ended = "2026-08-15";
const stages = ["whole", "began", "whole", "ended", "gappy"] as const;
const stageOf = (index: number): (typeof stages)[number] =>
  stages[index % stages.length] ?? "whole";

export const gappyNumbers: Numbers = (profile, metric, day, breakdown) => {
  const stage = stageOf(profile.index);
  if (stage === "began" && day < began) return null;
  if (stage === "ended" && day > ended) return null;
  if (stage === "gappy" && Number(day.slice(8)) >= 28) return null;
  const value = rememberedNumbers(profile, metric, day, breakdown);
  // Zeros to the end are an ended metric, which the references do not know; other tests have them.
  return value === 0 && !metric.endsWith("_change") ? 1 : value;
};

const labelShapes = [
  ["profile_label"],
  ["profile_label", "date.month"],
  ["date.week", "profile_label"],
  ["profile", "profile_label"],
  ["profile_label", "date.day"],
];
const shapes = [
  [],
  ["profile"],
  ["date.day"],
  ["profile", "date.day"],
  ["date.week"],
  ["profile", "date.week"],
  ["date.month"],
  ["profile", "date.month"],
  ["date.quarter"],
  ["date.year", "profile"],
  ["date.weekday"],
];

/** A network counts otherwise soon after the last of them. */
const starts: Partial<Record<MetricNetwork, readonly string[]>> = {
  facebook: ["2025-10-20", "2025-11-01"],
  instagram: ["2025-04-01", "2025-03-28"],
  youtube: ["2021-12-01", "2021-11-20"],
};
const otherStarts = ["2026-01-01", "2026-02-20", "2026-07-01", "2026-08-03"];

const networks: readonly MetricNetwork[] = [
  ...metricNetworks,
  "facebook",
  "facebook",
  "instagram",
  "youtube",
];

const idsOf = (network: MetricNetwork): string[] =>
  [...account.profiles(network).values()]
    .filter(({ index }) => index % 20 !== 2 || network === "facebook")
    .map(({ id }) => id);

export const questions: fc.Arbitrary<RandomQuestion> = fc
  .constantFrom(...networks)
  .chain((network) => {
    const networkMetrics = metricsOf(network, 3);
    const splits = [...new Set(networkMetrics.flatMap(({ breakdowns }) => breakdowns))];
    const ids = idsOf(network);
    const broken = networkMetrics.filter(({ name }) =>
      breaksOf(network).some((row) => row.metrics.includes(name)),
    );
    return fc
      .record({
        shape: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...shapes) },
          { weight: 2, arbitrary: fc.constantFrom(...labelShapes) },
        ),
        split: fc.option(fc.constantFrom(...(splits.length === 0 ? [undefined] : splits)), {
          freq: 6,
          nil: undefined,
        }),
        metrics: fc.oneof(
          fc.shuffledSubarray([...networkMetrics], { minLength: 1, maxLength: 3 }),
          fc.shuffledSubarray(broken.length === 0 ? [...networkMetrics] : broken, {
            minLength: 1,
            maxLength: 2,
          }),
        ),
        count: fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 3, max: 9 }) },
          { weight: 1, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.constant(104) },
        ),
        first: fc.integer({ min: 0, max: 8 }),
        date_start: fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...(starts[network] ?? otherStarts)) },
          { weight: 1, arbitrary: fc.constantFrom(...otherStarts) },
        ),
        length: fc.oneof(
          fc.integer({ min: 1, max: 40 }),
          fc.integer({ min: 41, max: 92 }),
          fc.integer({ min: 93, max: 400 }),
        ),
        compare_to: fc.constantFrom(undefined, undefined, "previous_period", "previous_year"),
      })
      .map(({ shape, split, metrics, count, first, date_start, length, compare_to }) => {
        const candidates =
          split === undefined
            ? metrics
            : networkMetrics.filter((metric) => allowsDimension(metric, split));
        const days = daysFrom(date_start, last);
        return {
          network,
          metrics: candidates.slice(0, 3).map(({ name }) => name),
          profiles: ids.slice(first, first + count),
          dimensions: split === undefined ? shape : [...shape.filter(isNoLabel), split],
          date_start,
          date_end: days[Math.min(length, days.length) - 1] ?? last,
          // The year before would share days with a longer range.
          ...(compare_to && { compare_to: length > 365 ? "previous_period" : compare_to }),
        };
      });
  });

const isNoLabel = (type: string): boolean => type !== "profile_label" && !isBreakdown(type);

/** The hard cases that a question has. */
export interface Drawn {
  readonly ended: boolean;
  readonly began: boolean;
  readonly gapAtEnd: boolean;
  readonly overlaps: boolean;
  readonly isBroken: boolean;
}

export function drawnIn(question: RandomQuestion): Drawn {
  const { network, profiles, dimensions, date_start, date_end, metrics } = question;
  const pages = [...account.profiles(network).values()].filter(({ id }) => profiles.includes(id));
  const has = (stage: string): boolean => pages.some(({ index }) => stageOf(index) === stage);
  const days = daysFrom(date_start, date_end);
  const date = dimensions.find((type) => type.startsWith("date.")) ?? "date.month";
  const ends = days.filter(
    (day, place) => bucketOf(date, day) !== bucketOf(date, days[place + 1] ?? ""),
  );
  return {
    ended: has("ended") && date_start <= ended && ended < date_end,
    began: has("began") && date_start < began && began <= date_end,
    gapAtEnd: has("gappy") && ends.some((day) => Number(day.slice(8)) >= 28),
    overlaps: dimensions.includes("profile_label") && pages.some(({ labels }) => labels.length > 1),
    isBroken: breaksOf(network).some(
      (row) =>
        row.metrics.some((name) => metrics.includes(name)) &&
        date_start < row.date &&
        row.date <= date_end,
    ),
  };
}

/** Another metric of the same network that the question can ask too. */
export function metricMore({
  network,
  metrics,
  profiles,
  dimensions,
}: RandomQuestion): Metric | undefined {
  const split = dimensions.find((type) => isBreakdown(type));
  const candidates = metricsOf(network, 3).filter(
    (metric) =>
      !metrics.includes(metric.name) &&
      (split === undefined || metric.breakdowns.some((breakdown) => breakdown === split)),
  );
  return candidates[(profiles.length * 7) % Math.max(1, candidates.length)];
}

/** Hundred profiles that the question does not ask. */
export const profilesMore = ({ network, profiles }: RandomQuestion): string[] =>
  idsOf(network)
    .filter((id) => !profiles.includes(id))
    .slice(0, 100);
