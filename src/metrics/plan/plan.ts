/**
 * The plan: the fewest requests that bring what a question needs. A comparison has one plan that covers both ranges,
 * cut apart afterwards, where that takes fewer requests; else one for each range. Pure: what is cached is one of its
 * facts.
 */
import { dateDimensionOf, isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import { required } from "../../errors/tool-error.ts";
import { windowsOf, type Range } from "../../time/grains.ts";
import { cutsOf, isComputedByApi, isOpaqueMean, needsOf } from "../question/needs.ts";
import { sumDimensions } from "../question/needs.ts";
import { profilesFor, sampleOf, type Question } from "../question/question.ts";
import { partOf } from "./cover.ts";
import { requestsFor, type Facts, type Group } from "./requests.ts";
import { allNumbers, cachedNumbers, isOpen, numbersOf } from "./steps.ts";
import type { Part, Plan, Plans, RequestStep } from "./steps.ts";
import { weekProbeOf } from "./week-probe.ts";

/** Fetches what is needed, or finer cells where these take fewer requests; never coarser ones. */
export function planQuestion(question: Question, facts: Facts): Plan {
  const parts = askedApart(question).flatMap((own) =>
    cheapest(own, choicesOf(question, own, facts), facts),
  );
  const isWeekly = question.dimensions.includes("date.week");
  const hasNames = parts.some(
    ({ steps, dimensions }) => steps.length > 0 && dimensions.includes("date.week"),
  );
  const needsNames = isWeekly && !hasNames && !facts.namesWeeks;
  return Object.freeze({
    question,
    parts,
    rowNames: needsNames ? rowNameSteps(question, facts) : [],
    // Without the first day of weeks, they cannot be cut, folded, or distinguished from parts of weeks.
    ...(isWeekly && facts.weekStart === undefined
      ? { weekProbe: weekProbeOf(question, facts) }
      : {}),
  });
}

/**
 * The plans to choose from: that of the question; those of a comparison are one for each range, the later first, or one
 * that covers both where that is not too large.
 */
export function plansFor(question: Question, before: Range | undefined, facts: Facts): Plans[] {
  if (before === undefined) return [[planQuestion(question, facts)]];
  const apart = [
    planQuestion(question, facts),
    planQuestion({ ...question, ...before, cutFrom: undefined }, facts),
  ] as const;
  const { dimensions } = question;
  // Numbers of single profiles and days can be divided between the ranges. The names of weeks belong to one range.
  const canCover =
    !dimensions.includes("date.week") &&
    !dimensions.some(isBreakdown) &&
    !question.metrics.some(isOpaqueMean);
  if (!canCover) return [apart];
  const covering = { ...question, start: before.start, dimensions: finestOf(dimensions) };
  const both = planQuestion(covering, facts);
  return allNumbers(both) > ourLimits.freeNumbers ? [apart] : [apart, [both]];
}

/** Metrics that are requested of different profiles go into different requests. */
function askedApart(question: Question): Question[] {
  if (question.withoutInsights === undefined) return [question];
  return [true, false].flatMap((areInsights) => {
    const metrics = question.metrics.filter((metric) => needsInsights(metric) === areInsights);
    const profiles = profilesFor(question, metrics);
    return metrics.length === 0 ? [] : [{ ...question, metrics, profiles }];
  });
}

/** The dimensions of single profiles and days: any need can be folded from them. */
const finestOf = (dimensions: readonly Dimension[]): Dimension[] => [
  "profile",
  "date.day",
  ...dimensions.filter((dimension) => isBreakdown(dimension)),
];

/** The ways to bring the same need. */
type Choice = readonly Group[];

/** @param own those of its metrics and profiles that are requested together. */
function choicesOf(question: Question, own: Question, { limits }: Facts): Choice[] {
  const { days, sums, means } = needsOf(question);
  const finest = finestOf(question.dimensions);
  const summed = sumDimensions(question);
  const byProfile = summed.includes("profile") ? [] : [["profile" as const, ...summed]];
  const cuts = summed.includes("date.day") ? [] : cutsOf(question);
  const isAlone = isOneRequest(own, limits);
  const asked = (needed: readonly Metric[], held: readonly Metric[] = []): Metric[] =>
    own.metrics.filter((metric) => needed.includes(metric) && !held.includes(metric));
  const waysOf = (metrics: readonly Metric[]): Choice =>
    [
      ...(isAlone && metrics.every((metric) => isComputedByApi(metric, question))
        ? [inOrder(question.dimensions)]
        : []),
      finest,
    ].map((dimensions) => ({ metrics: asked(metrics, days), dimensions }));
  const choices: Choice[] = [
    [{ metrics: asked(days), dimensions: finest }],
    [
      ...[summed, ...byProfile].map((dimensions) => ({ dimensions, cuts })),
      { dimensions: finest },
    ].map((group) => ({ ...group, metrics: asked(sums, days) })),
    waysOf(means.filter(({ isOpaque }) => isOpaque !== true)),
    // Several numbers of an opaque metric would be withheld.
    ...means.filter(({ isOpaque }) => isOpaque).map((metric) => waysOf([metric]).slice(0, 1)),
  ];
  return choices.filter(([group]) => group !== undefined && group.metrics.length > 0);
}

/** The order of all requests, so that metrics with the same dimensions share them. */
const inOrder = (dimensions: readonly Dimension[]): Dimension[] => [
  ...dimensions.filter((type) => type === "profile"),
  ...dimensions.filter((type) => type !== "profile"),
];

/** True where the limits need no cut within a row: a mean of means is wrong as soon as a value is missing. */
function isOneRequest(
  { dimensions, profiles, start, end, cutFrom = start }: Question,
  limits: Facts["limits"],
): boolean {
  const hasTime = dateDimensionOf(dimensions) !== undefined;
  const windows = windowsOf({ start: cutFrom, end }, limits.months, { unit: "day" });
  return (
    (dimensions.includes("profile") || profiles.length <= limits.profiles) &&
    (hasTime || windows.filter((window) => window.end >= start).length === 1)
  );
}

/** The cheapest of all combinations of choices. */
function cheapest(question: Question, choices: readonly Choice[], facts: Facts): Part[] {
  const made = new Map<string, Part>();
  const partFor = (group: Group): Part => {
    const key = [...group.dimensions, ...group.metrics.map(({ name }) => name)].join();
    const part = made.get(key) ?? partOf(question, group, facts);
    made.set(key, part);
    return part;
  };
  const combinations = choices.reduce<readonly (readonly Group[])[]>(
    (all, groups) => all.flatMap((some) => groups.map((group) => together(some, group, question))),
    [[]],
  );
  const alternatives = combinations.map((groups) => groups.map(partFor));
  return best(alternatives, facts);
}

/** Metrics with the same dimensions share requests. */
function together(groups: readonly Group[], added: Group, { metrics }: Question): Group[] {
  const keyOf = ({ dimensions, cuts = [] }: Group): string => [...dimensions, ...cuts].join();
  const same = groups.find((group) => keyOf(group) === keyOf(added));
  const names = new Set([...(same?.metrics ?? []), ...added.metrics]);
  return [
    ...groups.filter((group) => group !== same),
    { ...added, metrics: metrics.filter((metric) => names.has(metric)) },
  ];
}

/** The parts with the fewest requests to send that the API accepts; of equal ones, those with the fewest numbers. */
function best(alternatives: readonly Part[][], { ceilings }: Facts): Part[] {
  const costs = alternatives.map((parts) => {
    const steps = parts.flatMap((part) => part.steps);
    const open = steps.filter(isOpen);
    const isPossible =
      numbersOf(steps) + cachedNumbers({ parts }) <= mostNumbers &&
      !open.some((step) => ceilings.isTooLarge(step));
    return { parts, isPossible, requests: open.length, numbers: numbersOf(open) };
  });
  const [first] = costs.toSorted(
    (one, other) =>
      Number(other.isPossible) - Number(one.isPossible) ||
      one.requests - other.requests ||
      one.numbers - other.numbers,
  );
  return required(first, "a way to fetch what is needed").parts;
}

const mostNumbers = ourLimits.storedResultBytes / Float64Array.BYTES_PER_ELEMENT;

/** The smallest request that shows the names of weeks, over the whole range. */
function rowNameSteps(question: Question, facts: Facts): RequestStep[] {
  const sample = sampleOf(question);
  return requestsFor(sample, { ...sample, dimensions: ["date.week"] }, facts);
}
