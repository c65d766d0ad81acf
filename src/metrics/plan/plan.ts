/** The plan: the fewest requests that answer a query exactly. Pure; a frozen value that can be counted and shown. */
import { addDays, weekday } from "../../time/days.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { Weekday } from "../../time/grains.ts";
import { monday, windowsOf } from "../../time/grains.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { isBreakdown } from "../../catalog/dimensions.ts";
import type { RequestLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Ceilings } from "../../connection/ceilings.ts";
import type { Query } from "../question/question.ts";
import { dateDimensionOf, includedProfiles } from "../question/question.ts";
import { chunks, fit, grainOf, sizeOf } from "./split.ts";

/** Metrics that go with the same dimensions; folded where those are finer than the asked ones. */
export interface Part {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
  readonly folded: boolean;
  readonly requests: readonly MetricsRequest[];
}

export interface Plan {
  readonly parts: readonly Part[];
  /** Shows whether the API's weeks begin on Monday; to be sent first, and the plan then made again. */
  readonly weekStartRequest?: MetricsRequest;
  /** One profile and one metric at the asked grain: the names of the rows that folding makes. */
  readonly nameRequests: readonly MetricsRequest[];
}

/** What the plan rests on beside the query. */
export interface Knowledge {
  readonly limits: RequestLimits;
  readonly ceilings: Ceilings;
  readonly weekStart: Weekday | undefined;
}

/** Dimensions that a cut needs though they were not asked. */
export interface Finer {
  readonly profile: boolean;
  readonly day: boolean;
}

export const requestsOf = (plan: Plan): MetricsRequest[] => [
  ...(plan.weekStartRequest === undefined ? [] : [plan.weekStartRequest]),
  ...plan.nameRequests,
  ...plan.parts.flatMap((part) => part.requests),
];

/** The numbers that will come back, where breakdowns and labels had a single row. */
export const numbersOf = (plan: Plan): number =>
  requestsOf(plan).reduce((numbers, request) => numbers + sizeOf(request, 1), 0);

/** Cuts that the limits need and that are not safe at the asked dimensions (design of splitting: ARCHITECTURE.md). */
function neededFor(query: Query, limits: RequestLimits): Finer {
  const range = { start: query.start, end: query.end };
  const profile = query.profiles.length > limits.profiles && !query.dimensions.includes("profile");
  const day =
    dateDimensionOf(query.dimensions) === undefined &&
    windowsOf(range, limits.months, { unit: "day" }).length > 1;
  return { profile, day };
}

/** @param forced dimensions to ask although the limits do not need them: the way out when the API finds an answer too large. */
export function planQuery(query: Query, knowledge: Knowledge, forced?: Finer): Plan {
  const finer = forced ?? neededFor(query, knowledge.limits);
  const groups = cheapest(query, finer, knowledge);
  const parts = groups.map((group) => ({
    ...group,
    requests: requestsFor(query, group, knowledge),
  }));
  const grain = dateDimensionOf(query.dimensions);
  const foldsDays = parts.some((part) => part.folded && dateDimensionOf(part.dimensions) !== grain);
  const asksGrain = parts.some((part) => dateDimensionOf(part.dimensions) === grain);

  const weekly = grain === "date.week";
  const cutsWeeks =
    weekly && parts.some((part) => part.requests.some(({ end }) => end !== query.end));
  const needsNames =
    foldsDays && !asksGrain && (weekly || (grain === "date.month" && forced !== undefined));
  const needsWeekStart = weekly && knowledge.weekStart === undefined && (foldsDays || cutsWeeks);
  return {
    parts,
    nameRequests: needsNames ? nameRequests(query, knowledge) : [],
    ...(needsWeekStart ? { weekStartRequest: weekStartRequest(query) } : {}),
  };
}

type Group = Omit<Part, "requests">;

/** Sums and averages apart, unless that takes more requests than together at the finest dimensions. */
function cheapest(query: Query, finer: Finer, knowledge: Knowledge): Group[] {
  if (!finer.profile && !finer.day) {
    return [{ metrics: query.metrics, dimensions: query.dimensions, folded: false }];
  }
  const sums = query.metrics.filter((metric) => metric.aggregation === "sum");
  const averages = query.metrics.filter((metric) => metric.aggregation === "average");
  const finest = { dimensions: finestOf(query.dimensions), folded: true };
  const apart = [
    { metrics: sums, dimensions: withFiner(query.dimensions, finer), folded: true },
    { metrics: averages, ...finest },
  ].filter(({ metrics }) => metrics.length > 0);
  const together = [{ metrics: query.metrics, ...finest }];
  const cost = (groups: readonly Group[]): number =>
    groups.reduce((count, group) => count + requestsFor(query, group, knowledge).length, 0);
  return cost(together) < cost(apart) ? together : apart;
}

const breakdownOf = (dimensions: readonly Dimension[]): Dimension[] =>
  dimensions.filter((dimension) => isBreakdown(dimension));

/** A mean of means is wrong as soon as a value is missing, so averages are folded from profile-days. */
const finestOf = (dimensions: readonly Dimension[]): Dimension[] => [
  "profile",
  "date.day",
  ...breakdownOf(dimensions),
];

/** Labels are always folded from profiles: a profile counts under each of its labels. */
function withFiner(dimensions: readonly Dimension[], finer: Finer): Dimension[] {
  const profile =
    finer.profile || dimensions.includes("profile") || dimensions.includes("profile_label");
  const date = finer.day ? "date.day" : dateDimensionOf(dimensions);
  return [
    ...(profile ? (["profile"] as const) : []),
    ...(date === undefined ? [] : [date]),
    ...breakdownOf(dimensions),
  ];
}

function requestsFor(query: Query, group: Group, knowledge: Knowledge): MetricsRequest[] {
  const { limits, ceilings } = knowledge;
  const weekStart = knowledge.weekStart ?? monday;
  const grain = grainOf(group.dimensions, weekStart);
  const windows = windowsOf({ start: query.start, end: query.end }, limits.months, grain);
  const ids = query.profiles.map((profile) => profile.id);
  const names = group.metrics.map((metric) => metric.name);

  return chunks(ids, limits.profiles).flatMap((chunk) => {
    const profiles = chunk.filter((id) => !query.excluded.has(id));
    if (profiles.length === 0) return [];
    return windows.flatMap((window) =>
      chunks(names, limits.metrics).flatMap((metrics) => {
        const { version, network } = query;
        const { dimensions } = group;
        const request = { version, network, ...window, profiles, metrics, dimensions };
        return fit(request, ceilings.most(request), weekStart);
      }),
    );
  });
}

/** The smallest request that shows the rows of the asked grain, over the whole range. */
function nameRequests(query: Query, knowledge: Knowledge): MetricsRequest[] {
  const grain = dateDimensionOf(query.dimensions);
  const group = {
    metrics: query.metrics.slice(0, 1),
    dimensions: grain === undefined ? [] : [grain],
    folded: false,
  };
  const single = { ...query, profiles: includedProfiles(query).slice(0, 1) };
  return requestsFor(single, group, knowledge);
}

/**
 * Two neighbouring days, the second on the weekday given: two rows, and weeks begin on it; one row, and they do not.
 * In the range if it has such days.
 */
export function weekStartRequest(query: Query, weekStart: Weekday = monday): MetricsRequest {
  const before = (weekStart + 6) % 7;
  const inside = addDays(query.start, (before - weekday(query.start) + 7) % 7);
  const start = addDays(inside, 1) <= query.end ? inside : addDays(inside, -7);
  const { version, network } = query;
  return {
    version,
    network,
    start,
    end: addDays(start, 1),
    profiles: includedProfiles(query)
      .slice(0, 1)
      .map(({ id }) => id),
    metrics: query.metrics.slice(0, 1).map(({ name }) => name),
    dimensions: ["date.week"],
  };
}
