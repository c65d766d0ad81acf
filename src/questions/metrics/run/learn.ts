/** The end of a request: what its answer or its rejection teaches, and which other requests answer a rejection (spec, Errors). */
import type { AnswerTooLarge } from "../../../suite/api/answer-too-large.ts";
import { ApiError, isTooLarge } from "../../../suite/api/envelope.ts";
import type { MetricsAnswer, MetricsRequest } from "../../../suite/api/metrics-answer.ts";
import type { ProfileId } from "../../../suite/api/records.ts";
import { ourLimits, type RequestLimits } from "../../../catalog/limits.ts";
import { needsInsights } from "../../../catalog/metrics/index.ts";
import { isBreakdown } from "../../../catalog/dimensions.ts";
import { networkTraits } from "../../../catalog/networks.ts";
import type { DatedAnswer } from "../../../suite/connection/answers/cached-answer.ts";
import { rejectedProfiles } from "../../../suite/connection/profiles.ts";
import { internalError, ToolError } from "../../../base/errors/tool-error.ts";
import { addMonths, type Day } from "../../../base/time/days.ts";
import type { RequestStep } from "../plan/steps.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import type { RunServices } from "./types.ts";

/** The end of one request. */
export type Ended = { readonly step: RequestStep } & (
  | { readonly answer: DatedAnswer }
  | { readonly error: unknown }
);

/** Returns true for a request that the API rejected as too large. */
export function learn(ended: Ended, { answers, learned, facts }: RunServices): boolean {
  const { step } = ended;
  if ("answer" in ended) {
    answers.set(step.key, ended.answer);
    learned.learnPassed(step.request, rowsOf(ended.answer));
    learned.learnAnswered(step.request.start);
    return false;
  }
  if (!isSizeRejected(ended)) return false;
  checkLimits(step.request, facts().limits, ended.error);
  learned.learnRefused(step);
  return true;
}

/** The rows of a breakdown; 0 without one. */
function rowsOf({ axes }: Pick<MetricsAnswer, "axes">): number {
  const axis = axes.find(({ type }) => isBreakdown(type));
  return axis === undefined ? 0 : Math.max(1, axis.rows.length);
}

type Failed = Extract<Ended, { readonly error: unknown }>;

/** An answer above the bounds of this server to a request for few numbers is another fault: a proxy's page, say. */
export const isSizeRejected = (
  ended: Failed,
): ended is Failed & { readonly error: ApiError | AnswerTooLarge } =>
  isTooLarge(ended.error) &&
  (ended.error instanceof ApiError || ended.step.size > ourLimits.safeNumbers);

/** @throws ToolError `internal_error` for a request beyond a documented limit: it is not cut but reported (spec, Errors, code 4). */
export function checkLimits(
  request: MetricsRequest,
  limits: RequestLimits,
  cause: ToolError,
): void {
  const isWithin =
    request.profiles.length <= limits.profiles &&
    request.metrics.length <= limits.metrics &&
    request.end < addMonths(request.start, limits.months);
  if (isWithin) return;
  throw internalError(
    `this server sent a request beyond the API's documented limits (${cause.problem})`,
    cause,
  );
}

/** A request that the API rejected for its first day (code 6). */
export class BeforeHistory extends ToolError {
  constructor(
    readonly request: MetricsRequest,
    /** A later first day that was answered. */
    readonly accepted: Day | undefined,
    override readonly cause: ApiError,
  ) {
    super(cause.code, cause.problem, undefined, { cause });
  }
}

export const isBeforeHistory = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "before_history_limit";

/**
 * Answers a rejection for insights (code 7): returns the profiles to ask for no insights metrics, which are those whose
 * insights are off, and those that the failure names. Undefined if that would change nothing, or leave nothing to ask for.
 */
export function insightsApart(
  failure: unknown,
  question: Question,
): ReadonlySet<ProfileId> | undefined {
  const { network, metrics, withoutInsights = new Set<ProfileId>() } = question;
  if (!(failure instanceof ToolError) || failure.code !== "insights_not_enabled") return undefined;
  if (networkTraits[network].refusesWithoutInsights || !metrics.some(needsInsights))
    return undefined;
  const included = includedProfiles(question);
  const off = included.filter(({ insightsEnabled }) => insightsEnabled === false);
  const named = rejectedProfiles(failure, included).profiles;
  const ids = new Set([...withoutInsights, ...[...off, ...named].map(({ id }) => id)]);
  const leavesNothing = metrics.every(needsInsights) && included.every(({ id }) => ids.has(id));
  return ids.size === withoutInsights.size || leavesNothing ? undefined : ids;
}
