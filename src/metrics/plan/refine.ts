/** Refines a plan by what answers reveal. Pure: the same plan and the same discovery give the same plan. */
import type { ProfileId } from "../../api/records.ts";
import { nextProbe } from "./week-probe.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { Question } from "../question/question.ts";
import { planQuestion } from "./plan.ts";
import { piecesWithin, type Facts } from "./requests.ts";
import { isOversized, mapSteps, requestSteps, stepOf, stepsOf } from "./steps.ts";
import type { FoldStep, Part, Plan, RequestStep, Step } from "./steps.ts";

export type Discovery =
  /** The facts are others than when the plan was made, such as the answers in the cache. */
  | { readonly kind: "facts_changed" }
  | TooLarge
  | Probed
  /** The API rejected profiles without insights, though other metrics are asked too: insights go apart. */
  | { readonly kind: "insights_apart"; readonly ids: ReadonlySet<ProfileId> }
  /** The API rejected profiles. */
  | { readonly kind: "excluded"; readonly ids: readonly ProfileId[] }
  /** Two answers each hold a part of one bucket. */
  | { readonly kind: "split_buckets"; readonly byPart: ReadonlyMap<Part, SplitBuckets> };

/** Steps are above the ceilings: one that the API rejected, or all. */
interface TooLarge {
  readonly kind: "too_large";
  readonly isOpen: IsOpen;
  readonly only?: string;
}

/** The answer to the plan's week probe. */
interface Probed {
  readonly kind: "week_probe";
  readonly rows: number;
}

/** Tells the steps that are neither answered nor under way. */
type IsOpen = (step: RequestStep) => boolean;

/** Date rows, by key, that are split between answers, and the requests that hold them whole. */
export interface SplitBuckets {
  readonly rows: ReadonlySet<string>;
  readonly requests: readonly MetricsRequest[];
}

/** @throws ToolError `upstream_failed` where no weekday begins the API's weeks. */
export const refine = (plan: Plan, discovery: Discovery, facts: Facts): Plan =>
  Object.freeze(refined(plan, discovery, facts));

function refined(plan: Plan, discovery: Discovery, facts: Facts): Plan {
  switch (discovery.kind) {
    case "facts_changed":
      return planQuestion(plan.question, facts, plan.forced);
    case "too_large":
      return plan.isFinerByChoice === true && hasOversized(plan, facts, discovery)
        ? planQuestion(plan.question, facts)
        : cutOpenSteps(plan, facts, discovery.isOpen, discovery.only);
    case "week_probe":
      return afterProbe(plan, facts, discovery);
    case "insights_apart":
      return planQuestion({ ...plan.question, withoutInsights: discovery.ids }, facts);
    case "excluded": {
      const excluded = new Set([...plan.question.excluded, ...discovery.ids]);
      return planQuestion({ ...plan.question, excluded }, facts);
    }
    case "split_buckets":
      return withRepairs(plan, facts, discovery.byPart);
  }
}

/** More detail than was asked costs requests after all. */
const hasOversized = (plan: Plan, { ceilings }: Facts, { isOpen, only }: TooLarge): boolean =>
  requestSteps(plan).some(
    (step) => isOpen(step) && isOversized(step, ceilings) && (only ?? step.key) === step.key,
  );

/**
 * Cuts, or answers at finer dimensions, the open steps that are above the ceilings. Pieces of one request, none of
 * which is answered, folded or under way, are replaced together: the same question is then cut in the same way again.
 * @param only the key of the one step to cut; all (default).
 */
function cutOpenSteps(plan: Plan, facts: Facts, isOpen: IsOpen, only?: string): Plan {
  const isCut = (step: RequestStep): boolean =>
    isOpen(step) && isOversized(step, facts.ceilings) && (only === undefined || step.key === only);
  const steps = stepsOf(plan);
  const recut = new Set<MetricsRequest>();
  for (const step of steps) if (step.kind === "request" && isCut(step)) recut.add(step.origin);
  for (const step of steps) if (step.kind === "fold" || !isOpen(step)) recut.delete(step.origin);
  const done = new Set<MetricsRequest>();
  const foldAtFloor = (piece: RequestStep): Step =>
    facts.ceilings.isTooLarge(piece) && canFold(piece.request)
      ? foldStepOf(plan.question, piece, facts)
      : piece;
  const replace = (step: RequestStep): Step[] => {
    if (!recut.has(step.origin) && !isCut(step)) return [step];
    const request = recut.has(step.origin) ? step.origin : step.request;
    if (done.has(request)) return [];
    done.add(request);
    return piecesWithin(request, facts, step.origin).map(foldAtFloor);
  };
  return mapSteps(plan, (inner) => cutOpenSteps(inner, facts, isOpen, only), replace);
}

const hidesProfiles = ({ profiles, dimensions }: MetricsRequest): boolean =>
  profiles.length > 1 && !dimensions.includes("profile");

const hidesDays = ({ start, end, dimensions }: MetricsRequest): boolean =>
  start !== end && !dimensions.includes("date.day");

const canFold = (request: MetricsRequest): boolean => hidesProfiles(request) || hidesDays(request);

/** Answers one request at finer dimensions: by profile, or else by day. */
function foldStepOf(question: Question, { request, origin }: RequestStep, facts: Facts): FoldStep {
  const { start, end, dimensions } = request;
  const metrics = question.metrics.filter(({ name }) => request.metrics.includes(name));
  const profiles = question.profiles.filter(({ id }) => request.profiles.includes(id));
  const excluded = new Set<ProfileId>();
  const part = { ...question, start, end, dimensions, metrics, profiles, excluded };
  const profile = hidesProfiles(request);
  const plan = planQuestion(part, facts, { profile, day: !profile });
  return { kind: "fold", request, origin, plan };
}

/**
 * Two rows: the weekday is learned, and the plan is made again. One row: the next weekday is probed.
 * @throws ToolError `upstream_failed` where no weekday begins a week.
 */
function afterProbe(plan: Plan, facts: Facts, discovery: Probed): Plan {
  const { weekProbe, ...rest } = mapSteps(plan, (inner) => afterProbe(inner, facts, discovery));
  if (weekProbe === undefined) return rest;
  if (discovery.rows !== 2)
    return { ...rest, weekProbe: nextProbe(weekProbe, plan.question, facts.cached) };
  return planQuestion(plan.question, facts, plan.forced);
}

function withRepairs(plan: Plan, facts: Facts, byPart: ReadonlyMap<Part, SplitBuckets>): Plan {
  const mapped = mapSteps(plan, (inner) => withRepairs(inner, facts, byPart));
  const parts = mapped.parts.map((part, index): Part => {
    const split = plan.parts[index] && byPart.get(plan.parts[index]);
    if (split === undefined) return part;
    return {
      ...part,
      repairs: {
        rows: split.rows,
        steps: split.requests.map((request) => stepOf(request, facts.cached)),
      },
    };
  });
  return { ...mapped, parts };
}
