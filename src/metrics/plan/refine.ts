/** Refines a plan by what answers reveal. Pure: the same plan and the same discovery give the same plan. */
import type { ProfileId } from "../../api/records.ts";
import { weekProbeOf, nextProbe } from "./week-probe.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { Question } from "../question/question.ts";
import { piecesWithin, planQuestion, type Facts } from "./plan.ts";
import { mapSteps, stepOf, type Part, type Plan, type RequestStep, type Step } from "./steps.ts";

export type Discovery =
  /** Answers in the cache, by the keys of their steps. */
  | { readonly kind: "cached"; readonly keys: ReadonlySet<string> }
  /** The API rejected a request as too large: the facts hold the new ceiling. */
  | { readonly kind: "too_large"; readonly isOpen: IsOpen }
  | Probed
  /** The API rejected profiles. */
  | { readonly kind: "excluded"; readonly ids: readonly ProfileId[] }
  /** Two answers each hold a part of one bucket. */
  | { readonly kind: "split_buckets"; readonly byPart: ReadonlyMap<Part, SplitBuckets> };

/** The answer to the plan's week probe. */
interface Probed {
  readonly kind: "week_probe";
  readonly rows: number;
  readonly isOpen: IsOpen;
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
    case "cached":
      return withCached(plan, discovery.keys);
    case "too_large":
      return cutOpenSteps(plan, facts, discovery.isOpen);
    case "week_probe":
      return afterProbe(plan, facts, discovery);
    case "excluded": {
      const excluded = new Set([...plan.question.excluded, ...discovery.ids]);
      return planQuestion({ ...plan.question, excluded }, facts);
    }
    default:
      return withRepairs(plan, discovery.byPart);
  }
}

const withCached = (plan: Plan, keys: ReadonlySet<string>): Plan =>
  mapSteps(
    plan,
    (inner) => withCached(inner, keys),
    (step) => [keys.has(step.key) ? { ...step, isCached: true } : step],
  );

/** Cuts, or answers at finer dimensions, the open steps that are above the ceilings. */
function cutOpenSteps(plan: Plan, facts: Facts, isOpen: IsOpen): Plan {
  const { ceilings } = facts;
  let needsWeekStart = false;
  const replace = (step: RequestStep): Step[] => {
    const { request } = step;
    if (!isOpen(step)) return [step];
    const pieces = piecesWithin(request, facts);
    if (pieces.length > 1 && isWeekly(request) && facts.weekStart === undefined) {
      needsWeekStart = true;
      return [step];
    }
    if (pieces.length > 1) return pieces.map(stepOf);
    if (!ceilings.isTooLarge(step) || !canFold(request)) return [step];
    return [{ kind: "fold", request, plan: finerPlan(plan.question, request, facts) }];
  };
  const cut = mapSteps(plan, (inner) => cutOpenSteps(inner, facts, isOpen), replace);
  if (!needsWeekStart || plan.weekProbe !== undefined) return cut;
  return { ...cut, weekProbe: weekProbeOf(plan.question, false) };
}

const isWeekly = ({ dimensions }: MetricsRequest): boolean => dimensions.includes("date.week");

const hidesProfiles = ({ profiles, dimensions }: MetricsRequest): boolean =>
  profiles.length > 1 && !dimensions.includes("profile");

const hidesDays = ({ start, end, dimensions }: MetricsRequest): boolean =>
  start !== end && !dimensions.includes("date.day");

const canFold = (request: MetricsRequest): boolean => hidesProfiles(request) || hidesDays(request);

/** Answers one request at finer dimensions: by profile, or else by day. */
function finerPlan(question: Question, request: MetricsRequest, facts: Facts): Plan {
  const { start, end, dimensions } = request;
  const metrics = question.metrics.filter(({ name }) => request.metrics.includes(name));
  const profiles = question.profiles.filter(({ id }) => request.profiles.includes(id));
  const excluded = new Set<ProfileId>();
  const part = { ...question, start, end, dimensions, metrics, profiles, excluded };
  const profile = hidesProfiles(request);
  return planQuestion(part, facts, { profile, day: !profile });
}

/**
 * Two rows: the weekday is learned, and a provisional plan is made again. One row: the next weekday is probed.
 * @throws ToolError `upstream_failed` where no weekday begins a week.
 */
function afterProbe(plan: Plan, facts: Facts, discovery: Probed): Plan {
  const { weekProbe, ...rest } = mapSteps(plan, (inner) => afterProbe(inner, facts, discovery));
  if (weekProbe === undefined) return rest;
  if (discovery.rows !== 2) return { ...rest, weekProbe: nextProbe(weekProbe, plan.question) };
  return weekProbe.isProvisional
    ? planQuestion(plan.question, facts, plan.forced)
    : cutOpenSteps(rest, facts, discovery.isOpen);
}

function withRepairs(plan: Plan, byPart: ReadonlyMap<Part, SplitBuckets>): Plan {
  const mapped = mapSteps(plan, (inner) => withRepairs(inner, byPart));
  const parts = mapped.parts.map((part, index): Part => {
    const split = plan.parts[index] && byPart.get(plan.parts[index]);
    if (split === undefined) return part;
    return { ...part, repairs: { rows: split.rows, steps: split.requests.map(stepOf) } };
  });
  return { ...mapped, parts };
}
