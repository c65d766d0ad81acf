/** The first request of a check: a wide look by profile and day, from which profiles and days are chosen. */
import { isTooLarge } from "../api/envelope.ts";
import type { Profile } from "../api/records.ts";
import { isStanding } from "../catalog/kinds.ts";
import { requestLimits } from "../catalog/limits.ts";
import { metricsOf, needsInsights, type Metric } from "../catalog/metrics/index.ts";
import type { MetricNetwork } from "../catalog/networks.ts";
import { isBeforeHistory } from "../metrics/run/learn.ts";
import { addDays, daysOf, type Day } from "../time/days.ts";
import { isPresent, type Answered } from "./answered.ts";
import type { Asking, Exchange } from "./asking.ts";

/** What a network offers to a check. */
export interface Subject {
  readonly network: MetricNetwork;
  readonly profiles: readonly Profile[];
  /** The last day that is over everywhere. */
  readonly lastDay: Day;
  /** Decides between equally good profiles and days. */
  readonly seed: number;
}

const version = 3;
const mostProfiles = requestLimits[version].profiles;
/** Days and profiles; the next ones where the API rejects them for their size, or the days for its history. */
const attempts = [
  [365, mostProfiles],
  [182, mostProfiles],
  [91, mostProfiles],
  [63, mostProfiles],
  [63, 20],
  [63, 5],
] as const;
/** The numbers of younger days may still be restated. */
const settledAge = 35;
const sampleDays = 14;
const sampleProfiles = 3;

const supported = (network: MetricNetwork): Metric[] =>
  metricsOf(network, version).filter(({ unsupported }) => unsupported !== true);
export const averagesOf = (network: MetricNetwork): Metric[] =>
  supported(network).filter(({ aggregation }) => aggregation === "average");
export const sumsOf = (network: MetricNetwork): Metric[] =>
  supported(network).filter(({ aggregation }) => aggregation === "sum");

/** The metrics whose numbers are compared: first those that the API averages. */
export const comparedMetrics = (network: MetricNetwork): string[] =>
  [...averagesOf(network), ...sumsOf(network)]
    .slice(0, requestLimits[version].metrics)
    .map(({ name }) => name);

/** A count that stands at a time, another average, and a sum of events, as far as the network has them. */
export function surveyedMetrics(network: MetricNetwork): string[] {
  const chosen = [
    supported(network).find(({ kind }) => isStanding(kind)),
    averagesOf(network).find((metric) => needsInsights(metric) && !isStanding(metric.kind)),
    sumsOf(network).find(({ kind }) => !kind.isDifference && !isStanding(kind)),
    sumsOf(network)[0],
  ];
  return [...new Set(chosen.flatMap((metric) => metric?.name ?? []))];
}

/** @returns what was asked; the last is accepted, or there is no answer. */
export async function wideRequests(subject: Subject, asking: Asking): Promise<Exchange[]> {
  const { network, profiles, lastDay } = subject;
  const exchanges: Exchange[] = [];
  for (const [days, most] of attempts) {
    const exchange = await asking.metrics({
      version,
      network,
      start: addDays(lastDay, 1 - days),
      end: lastDay,
      profiles: profiles.slice(0, most).map(({ id }) => id),
      metrics: surveyedMetrics(network),
      dimensions: ["profile", "date.day"],
    });
    exchanges.push(exchange);
    if (!isTooLarge(exchange.outcome) && !isBeforeHistory(exchange.outcome)) break;
  }
  return exchanges;
}

/** The first day with a number other than 0 of each profile, by id. */
export function firstValues(survey: Answered): ReadonlyMap<string, Day> {
  const { profiles, metrics, start, end } = survey.request;
  const days = daysOf(start, end);
  return new Map(
    profiles.flatMap((id) => {
      const all = metrics.map((metric) => survey.series(metric, id, days));
      const first = days.find((_, at) => all.some((values) => Boolean(values[at])));
      return first === undefined ? [] : [[id, first]];
    }),
  );
}

/** Three profiles and two weeks. */
export interface Sample {
  readonly profiles: readonly string[];
  readonly start: Day;
  readonly end: Day;
}

/** The profiles and days in which the numbers of missing days differ most; of equal ones, the seed decides. */
export function sampleOf(survey: Answered, seed: number): Sample | undefined {
  const { metrics, start, end } = survey.request;
  const firsts = firstValues(survey);
  const candidates: (Sample & { readonly score: number })[] = [];
  for (let from = start; ; from = addDays(from, 7)) {
    const to = addDays(from, sampleDays - 1);
    if (to > addDays(end, -settledAge)) break;
    const days = daysOf(from, to);
    const begun = [...firsts].filter(([, first]) => first <= from).map(([id]) => id);
    const counted = begun.map((id) => ({
      id,
      counts: metrics.map((metric) => survey.series(metric, id, days).filter(isPresent).length),
    }));
    const chosen = mostDistinct(counted.filter(({ counts }) => counts.every((count) => count > 0)));
    if (chosen.length === 0) continue;
    const score = sum(metrics.map((_, at) => new Set(chosen.map(({ counts }) => counts[at])).size));
    candidates.push({ profiles: chosen.map(({ id }) => id), start: from, end: to, score });
  }
  const best = Math.max(...candidates.map(({ score }) => score));
  const equal = candidates.filter(({ score }) => score === best);
  return equal[seed % equal.length];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

interface Counted {
  readonly id: string;
  /** Days with a value, by metric. */
  readonly counts: readonly number[];
}

/** As many profiles as a sample has, those first whose counts no other has. */
function mostDistinct(all: readonly Counted[]): Counted[] {
  const seen = new Set<string>();
  const [others, distinct]: [Counted[], Counted[]] = [[], []];
  for (const one of all) {
    const counts = one.counts.join();
    (seen.has(counts) ? others : distinct).push(one);
    seen.add(counts);
  }
  return [...distinct.slice(-sampleProfiles), ...others].slice(0, sampleProfiles);
}
