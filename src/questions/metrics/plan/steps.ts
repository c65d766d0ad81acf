/** The plan as a frozen value: its requests, which of them are cached, and which are sent next. */
import type { MetricsRequest } from "../../../suite/api/metrics-answer.ts";
import { isBreakdown, type Dimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { keyOf, type CachedAnswer } from "../../../suite/connection/answers/cached-answer.ts";
import type { Box } from "../../../suite/connection/answers/cached-answers.ts";
import {
  shapeOf,
  sizeOf,
  type Ceilings,
  type Sized,
} from "../../../suite/connection/request-size.ts";
import { daysBetween } from "../../../base/time/days.ts";
import type { Question } from "../question/question.ts";

/** A request to send. */
export interface RequestStep extends Sized {
  readonly request: MetricsRequest;
  /** Identical for identical requests. */
  readonly key: string;
}

/** Cells by profile and day that a cached answer holds. */
export interface CachedCells extends Omit<Box, "version" | "network" | "dimensions"> {
  readonly answer: CachedAnswer;
}

/** Metrics that are requested with the same dimensions. */
export interface Part {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
  readonly steps: readonly RequestStep[];
  /** The cells that no step fetches. Together with those of the steps they are the cells of the part, each once. */
  readonly cached: readonly CachedCells[];
}

export interface Plan {
  readonly question: Question;
  readonly parts: readonly Part[];
}

/** The plan of a question, or those of a comparison. */
export type Plans = readonly [Plan, ...Plan[]];

export const stepOf = (
  request: MetricsRequest,
  { ceilings }: { readonly ceilings: Ceilings },
): RequestStep => ({
  request,
  key: keyOf(request),
  shape: shapeOf(request),
  size: ceilings.size(request),
});

/** The same plan with its steps replaced. */
export const mapSteps = (
  plan: Plan,
  replace: (step: RequestStep) => readonly RequestStep[],
): Plan =>
  Object.freeze({
    ...plan,
    parts: plan.parts.map((part): Part => ({ ...part, steps: part.steps.flatMap(replace) })),
  });

/** All requests of plans, each once. */
export function allSteps(...plans: readonly Plan[]): RequestStep[] {
  const steps = plans.flatMap(({ parts }) => parts.flatMap((part) => part.steps));
  return [...new Map(steps.map((step) => [step.key, step])).values()];
}

/** The cells of all parts that cached answers hold. */
export const cachedCells = ({ parts }: Pick<Plan, "parts">): CachedCells[] =>
  parts.flatMap(({ cached }) => cached);

/** The numbers of requests, where breakdowns and labels have a single row. */
export const numbersOf = (steps: readonly RequestStep[]): number =>
  steps.reduce((numbers, { request }) => numbers + sizeOf(request, 1), 0);

export const cachedNumbers = (plan: Pick<Plan, "parts">): number =>
  cachedCells(plan).reduce((sum, cells) => sum + cellsIn(cells), 0);

const cellsIn = ({ profiles, metrics, start, end }: Omit<CachedCells, "answer">): number =>
  profiles.length * metrics.length * daysBetween(start, end);

/** All numbers that the plan brings together. */
export const allNumbers = (plan: Plan): number => numbersOf(allSteps(plan)) + cachedNumbers(plan);

/** The first request of a breakdown whose rows are not known, unless it is the only one: the others are cut by its answer. */
const showsRows = (step: RequestStep, steps: readonly RequestStep[], ceilings: Ceilings): boolean =>
  step.request.dimensions.some(isBreakdown) &&
  !ceilings.areRowsKnown(step.shape) &&
  steps.some(({ key, shape }) => shape === step.shape && key !== step.key);

export interface Next {
  /** To be sent while nothing else is under way: its answer decides what follows. */
  readonly alone?: RequestStep;
  readonly together: readonly RequestStep[];
}

/**
 * A request that shows the rows of a breakdown goes alone, and so does, for each shape whose size the API may reject, the
 * largest request that is not oversized; then the rest go together, those first whose size has not passed, so that a
 * rejection shows early, and the newest days first, because days before the account's history are rejected. Oversized requests wait until no size is uncertain, so that they are cut once.
 * @param steps the steps that are neither answered nor under way.
 */
export function nextSteps(steps: readonly RequestStep[], ceilings: Ceilings): Next {
  const first = steps.find((step) => showsRows(step, steps, ceilings));
  if (first !== undefined) return { alone: first, together: [] };
  const [largest] = steps
    .filter((step) => ceilings.isUncertain(step) && !ceilings.isOversized(step))
    .toSorted((left, right) => right.size - left.size);
  if (largest !== undefined) return { alone: largest, together: [] };
  const isProven = (step: RequestStep): boolean => ceilings.isProven(step);
  const newest = steps.toSorted(
    (left, right) => daysBetween(left.request.start, right.request.start) - 1,
  );
  return { together: [...newest.filter((step) => !isProven(step)), ...newest.filter(isProven)] };
}
