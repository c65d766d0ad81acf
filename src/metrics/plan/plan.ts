/** The plan: the fewest requests that answer a question exactly. Pure. */
import { weekProbeOf } from "./week-probe.ts";
import {
  areProfileDays,
  dateDimensionOf,
  isBreakdown,
  isDateDimension,
  isFoldedDate,
} from "../../catalog/dimensions.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { ourLimits, type RequestLimits } from "../../catalog/limits.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { windowsOf } from "../../time/grains.ts";
import { profilesFor, type Question } from "../question/question.ts";
import { partOf, stepsFor } from "./cover.ts";
import { requestsFor, type Facts, type Group } from "./requests.ts";
import { allNumbers, isOpen, openSteps, type Finer, type Plan, type RequestStep } from "./steps.ts";

/**
 * Requests profiles and days where that takes no more requests: gaps are then visible, and every number can be combined.
 * @param forced as {@link Plan}.
 */
export function planQuestion(question: Question, facts: Facts, forced?: Finer): Plan {
  const groups = askedApart(question).flatMap((own) => cheapest(own, forced, facts));
  const plan = planGroups(question, groups, facts, forced);
  if (
    forced !== undefined ||
    groups.every(({ dimensions }) => areProfileDays(dimensions, question.profiles.length))
  )
    return plan;
  const finest = askedApart(question).map(({ metrics }): Group => ({
    metrics,
    dimensions: finestOf(question.dimensions),
    isFolded: true,
  }));
  const finer = planGroups(question, finest, facts, forced);
  return isPreferred(finer, plan) ? Object.freeze({ ...finer, isFinerByChoice: true }) : plan;
}

/** Fewer requests; or as many, if that is free. */
function isPreferred(finer: Plan, plan: Plan): boolean {
  if (allNumbers(finer) > mostNumbers) return false;
  const [open, others] = [openSteps(finer), openSteps(plan).length];
  const isFree = open.reduce((sum, { size }) => sum + size, 0) <= ourLimits.freeNumbers;
  return open.length < others || (open.length === others && isFree);
}

const mostNumbers = ourLimits.storedResultBytes / Float64Array.BYTES_PER_ELEMENT;

function planGroups(
  question: Question,
  groups: readonly Group[],
  facts: Facts,
  forced: Finer | undefined,
): Plan {
  const parts = groups.map((group) => partOf(question, group, facts));
  const grain = dateDimensionOf(question.dimensions);
  const foldsDays = parts.some(
    (part) => part.isFolded && dateDimensionOf(part.dimensions) !== grain,
  );
  const requestsGrain = parts.some(
    (part) => part.steps.length > 0 && dateDimensionOf(part.dimensions) === grain,
  );
  const isWeekly = grain === "date.week";
  const isNamed = isWeekly ? facts.namesWeeks : grain !== "date.month" || forced === undefined;
  const needsNames = foldsDays && !requestsGrain && !isNamed;
  // Without it, weeks cannot be cut, folded, or told from parts of weeks.
  const needsWeekStart = isWeekly && facts.weekStart === undefined;
  return Object.freeze({
    question,
    forced,
    parts,
    rowNames: needsNames ? rowNameSteps(question, facts) : [],
    ...(needsWeekStart ? { weekProbe: weekProbeOf(question, facts.cached) } : {}),
  });
}

/** Metrics that are requested of different profiles go into different requests. */
function askedApart(question: Question): Question[] {
  if (question.withoutInsights === undefined) return [question];
  const [insights, others] = [true, false].map((is) =>
    question.metrics.filter((metric) => needsInsights(metric) === is),
  );
  return [insights, others].flatMap((metrics = []) =>
    metrics.length === 0
      ? []
      : [{ ...question, metrics, profiles: profilesFor(question, metrics) }],
  );
}

/** Finer dimensions that labels need, or cuts that are not safe at the question's (ARCHITECTURE.md, Splitting and merging). */
function neededFor(question: Question, limits: RequestLimits): Finer {
  if (question.isByDay === true) return { profile: true, day: true };
  // The API has no row for profiles without a label, and rows of labels have no total: labels overlap.
  const profile =
    question.dimensions.includes("profile_label") ||
    (question.profiles.length > limits.profiles && !question.dimensions.includes("profile"));
  const date = dateDimensionOf(question.dimensions);
  const isTotal =
    date === undefined && windowsOf(question, limits.months, { unit: "day" }).length > 1;
  return { profile, day: isTotal || (date !== undefined && isFoldedDate(date)) };
}

/**
 * Sums and averages in separate requests, unless that takes more requests than both at the finest dimensions. Sums of
 * disjoint profiles and days add up, so they need finer dimensions only where these were forced.
 */
function cheapest(question: Question, forced: Finer | undefined, facts: Facts): Group[] {
  const { metrics, dimensions } = question;
  const finer = forced ?? neededFor(question, facts.limits);
  // The mean of a weekday needs its single days.
  const isWeekday = dimensions.includes("date.weekday");
  const isAdded = forced === undefined && question.isByDay !== true && !isWeekday;
  if (!finer.profile && !finer.day) return [{ metrics, dimensions, isFolded: false }];
  const sums = metrics.filter(({ aggregation }) => aggregation === "sum");
  const averages = metrics.filter(({ aggregation }) => aggregation === "average");
  const finest = { dimensions: finestOf(dimensions), isFolded: true };
  const separate = [
    {
      metrics: sums,
      dimensions: withFiner(question, isAdded ? addedFiner(dimensions) : finer),
      isFolded: true,
    },
    { metrics: averages, ...finest },
  ].filter((group) => group.metrics.length > 0);
  const together = [{ metrics, ...finest }];
  const cost = (groups: readonly Group[]): number =>
    groups.reduce(
      (count, group) => count + stepsFor(question, group, facts).filter(isOpen).length,
      0,
    );
  return cost(together) < cost(separate) ? together : separate;
}

/** Quarters and years are folded from days: the API does not have them. */
const addedFiner = (dimensions: readonly Dimension[]): Finer => ({
  profile: false,
  day: dimensions.some((type) => isDateDimension(type) && isFoldedDate(type)),
});

const breakdownOf = (dimensions: readonly Dimension[]): Dimension[] =>
  dimensions.filter((dimension) => isBreakdown(dimension));

/** A mean of means is wrong as soon as a value is missing, so averages are folded from profile-days. */
export const finestOf = (dimensions: readonly Dimension[]): Dimension[] => [
  "profile",
  "date.day",
  ...breakdownOf(dimensions),
];

/**
 * Labels are always folded from profiles: a profile counts under each of its labels. Days of a single profile are
 * requested by profile, as those of metrics that the API averages, so that all are held as profile-days.
 */
function withFiner({ dimensions, profiles }: Question, finer: Finer): Dimension[] {
  const date = finer.day ? "date.day" : dateDimensionOf(dimensions);
  const profile =
    finer.profile ||
    dimensions.includes("profile") ||
    dimensions.includes("profile_label") ||
    (date === "date.day" && profiles.length === 1);
  return [
    ...(profile ? (["profile"] as const) : []),
    ...(date === undefined ? [] : [date]),
    ...breakdownOf(dimensions),
  ];
}

/** The smallest request that shows the rows of the question's grain, over the whole range. */
function rowNameSteps(question: Question, facts: Facts): RequestStep[] {
  const grain = dateDimensionOf(question.dimensions);
  const group = {
    metrics: question.metrics.slice(0, 1),
    dimensions: grain === undefined ? [] : [grain],
    isFolded: false,
  };
  const { excluded } = question;
  const single = profilesFor(question, group.metrics).filter(({ id }) => !excluded.has(id));
  return requestsFor({ ...question, profiles: single.slice(0, 1) }, group, facts);
}
