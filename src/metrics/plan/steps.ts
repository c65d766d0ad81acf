/** The plan as a frozen value: its requests, those of them that are cached, and those that are sent next. */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { keyOf, type CachedAnswer } from "../../connection/cached-answer.ts";
import type { CachedAnswers } from "../../connection/cached-answers.ts";
import { shapeOf, sizeOf, type Ceilings, type Sized } from "../../connection/request-size.ts";
import type { ProfileId } from "../../api/records.ts";
import { daysBetween, type Day } from "../../time/days.ts";
import type { Weekday } from "../../time/grains.ts";
import type { Question } from "../question/question.ts";

/** A request to send, or to take from the cache. */
export interface RequestStep extends Sized {
  readonly kind: "request";
  readonly request: MetricsRequest;
  /** Identical for identical requests. */
  readonly key: string;
  /** The request that this one is a piece of; the same object for all its pieces, itself where it is not cut. */
  readonly origin: MetricsRequest;
  /** The cached answer to it. */
  readonly cached: CachedAnswer | undefined;
}

/** A request that is answered by a plan at finer dimensions, whose answer is folded. */
export interface FoldStep {
  readonly kind: "fold";
  readonly request: MetricsRequest;
  readonly origin: MetricsRequest;
  readonly plan: Plan;
}

export type Step = RequestStep | FoldStep;

/** Cells by profile and day that a cached answer holds. */
export interface HeldCells {
  readonly answer: CachedAnswer;
  readonly profiles: readonly ProfileId[];
  readonly metrics: readonly string[];
  readonly start: Day;
  readonly end: Day;
}

/** Metrics that are requested with the same dimensions; folded where those are finer than the question's. */
export interface Part {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
  readonly isFolded: boolean;
  readonly steps: readonly Step[];
  /**
   * Defined where the part is by profile and day: the cells that no step fetches. Together with those of the steps
   * they are the cells of the part, each once.
   */
  readonly held?: readonly HeldCells[];
  /** Buckets that a cut has split, by the keys of their date rows: requested again, whole. */
  readonly repairs?: { readonly rows: ReadonlySet<string>; readonly steps: readonly Step[] };
}

/**
 * A two-day request that shows whether the API's weeks begin on a weekday. It is sent before all others, which assume
 * Monday: the plan is made again when the weekday is learned.
 */
export interface WeekProbe {
  readonly weekday: Weekday;
  readonly step: RequestStep;
}

/** Dimensions to request although the question does not name them. */
export interface Finer {
  readonly profile: boolean;
  readonly day: boolean;
}

export interface Plan {
  readonly question: Question;
  /** Finer dimensions that the limits do not need: the API rejected a coarser request. */
  readonly forced?: Finer | undefined;
  /** Profiles and days are requested although the question does not name them, because that costs no request. */
  readonly isFinerByChoice?: boolean;
  readonly parts: readonly Part[];
  /** One profile and one metric at the question's grain: they name the rows that folding makes. */
  readonly rowNames: readonly Step[];
  readonly weekProbe?: WeekProbe;
}

export const stepOf = (
  request: MetricsRequest,
  cached: CachedAnswers,
  origin = request,
): RequestStep => ({
  kind: "request",
  request,
  key: keyOf(request),
  origin,
  shape: shapeOf(request),
  size: sizeOf(request),
  cached: cached.get(request),
});

/**
 * The same plan with its steps replaced.
 * @param within replaces the plans of fold steps.
 */
export function mapSteps(
  plan: Plan,
  within: (plan: Plan) => Plan,
  replace: (step: RequestStep) => Step[] = (step) => [step],
): Plan {
  const map = (steps: readonly Step[]): Step[] =>
    steps.flatMap((step) =>
      step.kind === "fold" ? [{ ...step, plan: within(step.plan) }] : replace(step),
    );
  const parts = plan.parts.map(({ repairs, ...part }): Part => ({
    ...part,
    steps: map(part.steps),
    ...(repairs === undefined ? {} : { repairs: { ...repairs, steps: map(repairs.steps) } }),
  }));
  return Object.freeze({ ...plan, rowNames: map(plan.rowNames), parts });
}

/** The steps of the plan itself, without those of plans within it. */
export const stepsOf = ({ rowNames, parts }: Plan): Step[] => [
  ...rowNames,
  ...parts.flatMap(({ steps, repairs }) => [...steps, ...(repairs?.steps ?? [])]),
];

/** All requests of the plan but probes, each once. */
export function requestSteps(plan: Plan): RequestStep[] {
  const leaves = (steps: readonly Step[]): RequestStep[] =>
    steps.flatMap((step) => (step.kind === "fold" ? leaves(stepsOf(step.plan)) : [step]));
  return [...new Map(leaves(stepsOf(plan)).map((step) => [step.key, step])).values()];
}

/** The probes that the plan and the plans within it wait for. */
export function weekProbes(plan: Plan): WeekProbe[] {
  const within = stepsOf(plan).flatMap((step) =>
    step.kind === "fold" ? weekProbes(step.plan) : [],
  );
  return plan.weekProbe === undefined ? within : [plan.weekProbe, ...within];
}

/** All requests of the plan with its next probe, each once. */
export const allSteps = (plan: Plan): RequestStep[] => [
  ...weekProbes(plan)
    .slice(0, 1)
    .map(({ step }) => step),
  ...requestSteps(plan),
];

/** True for a request that is to be sent. */
export const isOpen = (step: Step): boolean => step.kind === "fold" || step.cached === undefined;

/** The requests that are to be sent. */
export const openSteps = (plan: Plan): RequestStep[] => allSteps(plan).filter(isOpen);

/** The cells of all parts that cached answers hold. */
export const heldCells = (plan: Plan): HeldCells[] => [
  ...plan.parts.flatMap(({ held = [] }) => held),
  ...stepsOf(plan).flatMap((step) => (step.kind === "fold" ? heldCells(step.plan) : [])),
];

/** The numbers of requests, where breakdowns and labels have a single row. */
export const numbersOf = (steps: readonly RequestStep[]): number =>
  steps.reduce((numbers, { request }) => numbers + sizeOf(request, 1), 0);

export const heldNumbers = (plan: Plan): number =>
  heldCells(plan).reduce(
    (sum, { profiles, metrics, start, end }) =>
      sum + profiles.length * metrics.length * daysBetween(start, end),
    0,
  );

/** All numbers that the plan brings together. */
export const allNumbers = (plan: Plan): number => numbersOf(allSteps(plan)) + heldNumbers(plan);

export interface Next {
  /** To be sent while nothing else is under way: its answer decides what follows. */
  readonly alone?: RequestStep;
  readonly together: readonly RequestStep[];
}

/** A step that is above the ceilings: it is cut, or answered at finer dimensions, before it is sent. */
export const isOversized = (step: RequestStep, ceilings: Ceilings): boolean =>
  ceilings.isTooLarge(step) || step.size > ceilings.maxSize(step.shape);

/** The earliest day that the API has answered. */
export interface Answered {
  readonly answeredFrom: Day | undefined;
  /** A request with an earlier first day is under way. */
  readonly isProving: boolean;
}

export const isBeforeAnswered = (
  { request }: RequestStep,
  { answeredFrom }: Pick<Answered, "answeredFrom">,
): boolean => answeredFrom === undefined || request.start < answeredFrom;

/**
 * The steps that begin on days which the API has answered, and one of the next earlier ones: an API with a shorter
 * history rejects a single request. Two years are asked for at once where nothing is known.
 */
export function withinAnswered(open: readonly RequestStep[], answered: Answered): RequestStep[] {
  const earlier = open.filter((step) => isBeforeAnswered(step, answered));
  const starts = [...new Set(earlier.map(({ request }) => request.start))].toSorted();
  if (answered.answeredFrom === undefined && starts.length <= 2) return [...open];
  const proving = earlier.find(({ request }) => request.start === starts.at(-1));
  return open.filter(
    (step) => !isBeforeAnswered(step, answered) || (!answered.isProving && step === proving),
  );
}

/**
 * A week probe goes first; then, for each shape whose size the API may reject, the largest request that is not
 * oversized; then the rest, those first whose size has not passed, so that a rejection shows early. Oversized requests
 * wait until no size is uncertain, so that they are cut once.
 * @param all the steps that are neither answered nor under way.
 */
export function nextSteps(
  plan: Plan,
  all: readonly RequestStep[],
  ceilings: Ceilings,
  answered: Answered,
): Next {
  const [probe] = weekProbes(plan);
  if (probe !== undefined) return { alone: probe.step, together: [] };
  const [largest] = all
    .filter((step) => ceilings.isUncertain(step) && !isOversized(step, ceilings))
    .toSorted((one, other) => other.size - one.size);
  if (largest !== undefined) return { alone: largest, together: [] };
  const open = withinAnswered(all, answered);
  const isProven = (step: RequestStep): boolean => ceilings.isProven(step);
  return { together: [...open.filter((step) => !isProven(step)), ...open.filter(isProven)] };
}
