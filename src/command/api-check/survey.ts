/** The first request of a check: a wide look by profile and day, from which profiles and days are chosen. */
import { isTooLarge } from "../../suite/api/envelope.ts";
import type { Profile } from "../../suite/api/records.ts";
import { isStanding } from "../../catalog/kinds.ts";
import { requestLimits } from "../../catalog/limits.ts";
import { metricsOf, needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { isBeforeHistory } from "../../questions/metrics/run/learn.ts";
import { addDays, daysOf, type Day } from "../../base/time/days.ts";
import { piecesOf, type Range } from "../../base/time/grains.ts";
import { isPresent, type Answered } from "./answered.ts";
import type { Asking, Exchange } from "./asking.ts";

/** The network, profiles and days that a check can use. */
export interface Subject {
  readonly network: MetricNetwork;
  readonly profiles: readonly Profile[];
  /** The last day that is over everywhere. */
  readonly lastDay: Day;
  /** Decides between equally good days. */
  readonly seed: number;
  /** The metrics of the catalogue that the API rejects. */
  readonly unaccepted: readonly string[];
}
type OfNetwork = Pick<Subject, "network" | "unaccepted">;

const { profiles: mostProfiles, metrics: mostMetrics } = requestLimits[3];
/** Days and profiles; the next ones where the API rejects them for their size, or the days for its history. */
const attempts = [
  [365, mostProfiles],
  [182, mostProfiles],
  [91, mostProfiles],
  [63, mostProfiles],
  [63, 20],
  [63, 5],
  [49, 5],
] as const;
/** The API may still restate the numbers of younger days. */
const settledAge = 35;
const sampleDays = 14;
const sampleProfiles = 3;

export const hasInsights = ({ insightsEnabled }: Profile): boolean => insightsEnabled !== false;

/** The metrics of the catalogue that are supported, but for those that the API rejects. */
export const supported = ({ network, unaccepted }: OfNetwork): Metric[] =>
  metricsOf(network, 3).filter(
    ({ name, unsupported }) => unsupported !== true && !unaccepted.includes(name),
  );
const averagesOf = (subject: OfNetwork): Metric[] =>
  supported(subject).filter(({ aggregation }) => aggregation === "average");
const sumsOf = (subject: OfNetwork): Metric[] =>
  supported(subject).filter(({ aggregation }) => aggregation === "sum");

/** The metrics whose numbers are compared: first those that the API averages. */
export const comparedMetrics = (subject: OfNetwork): string[] =>
  [...averagesOf(subject), ...sumsOf(subject)].slice(0, mostMetrics).map(({ name }) => name);

/** The first metric of each kind. */
export const metricPerKind = (subject: OfNetwork): string[] =>
  groupBy(supported(subject), ({ kind }) => kind.word).map(([{ name }]) => name);

/** A standing count, another average, and sums, where the network has them. The last is a sum. */
export function surveyedMetrics(subject: OfNetwork): string[] {
  const isEvent = ({ kind }: Metric): boolean => !isStanding(kind);
  const chosen = [
    supported(subject).find(({ kind }) => isStanding(kind)),
    averagesOf(subject).find((metric) => needsInsights(metric) && isEvent(metric)),
    sumsOf(subject).find((metric) => isEvent(metric) && !metric.kind.isDifference),
    sumsOf(subject)[0],
  ];
  return [...new Set(chosen.flatMap((metric) => metric?.name ?? []))];
}

/** @returns the requests that were sent. Only the last one can have an answer. */
export async function wideRequests(subject: Subject, asking: Asking): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const [days, most] of attempts) {
    const exchange = await asking.metrics({
      network: subject.network,
      start: addDays(subject.lastDay, 1 - days),
      end: subject.lastDay,
      profiles: subject.profiles.slice(0, most).map(({ id }) => id),
      metrics: surveyedMetrics(subject),
      dimensions: ["profile", "date.day"],
    });
    exchanges.push(exchange);
    if (!isTooLarge(exchange.outcome) && !isBeforeHistory(exchange.outcome)) break;
  }
  return exchanges;
}

/** The first day with a number other than 0 of each profile, by id. */
function firstValues(survey: Answered): ReadonlyMap<string, Day> {
  const { request } = survey;
  const days = daysOf(request.start, request.end);
  return new Map(
    request.profiles.flatMap((id) => {
      const lists = request.metrics.map((metric) => survey.series(metric, id, days));
      const first = days.find((_, at) => lists.some((values) => Boolean(values[at])));
      return first === undefined ? [] : [[id, first]];
    }),
  );
}

/** The account can lack all values of a metric. */
function metricsWithValues(survey: Answered): string[] {
  const { metrics, profiles, start, end } = survey.request;
  const days = daysOf(start, end);
  return metrics.filter((name) =>
    profiles.some((id) => survey.series(name, id, days).some(isPresent)),
  );
}

/** Three profiles and two weeks. */
export interface Sample extends Range {
  readonly profiles: readonly string[];
}

/** The profiles and days in which the numbers of missing days differ most; of equal ones, the seed decides. */
export function sampleOf(survey: Answered, seed: number): Sample | undefined {
  const { start, end } = survey.request;
  const metrics = metricsWithValues(survey);
  const firsts = firstValues(survey);
  const settled = { start, end: addDays(end, -settledAge) };
  const ranges = piecesOf(settled, sampleDays);
  const candidates = ranges.flatMap((range) => {
    const days = daysOf(range.start, range.end);
    if (days.length < sampleDays) return [];
    const counted = [...firsts].flatMap(([id, first]) => {
      const counts = metrics.map((name) => survey.series(name, id, days).filter(isPresent).length);
      return first <= range.start && !counts.includes(0) ? [{ id, counts }] : [];
    });
    const groups = groupBy(counted, ({ counts }) => counts.join());
    const distinct = groups.slice(-sampleProfiles).map(([profile]) => profile);
    const chosen = [...new Set([...distinct, ...counted])].slice(0, sampleProfiles);
    const profiles = chosen.map(({ id }) => id);
    return profiles.length === 0 ? [] : [{ ...range, profiles, score: distinct.length }];
  });
  const best = Math.max(...candidates.map(({ score }) => score));
  const equal = candidates.filter(({ score }) => score === best);
  return equal[seed % equal.length];
}
