/** Rejections that are answered by other requests (spec, Errors): days before the history (6), and profiles without insights (7). */
import { ApiError } from "../../api/envelope.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { ProfileId } from "../../api/records.ts";
import { networkTraits } from "../../catalog/networks.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { rejectedProfiles } from "../../connection/profiles.ts";
import { ToolError } from "../../errors/tool-error.ts";
import type { Day } from "../../time/days.ts";
import { includedProfiles, type Question } from "../question/question.ts";

/** A request that the API rejected for its first day. */
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
 * Returns the profiles to ask for no insights metrics: those whose insights are off, and those that the failure names.
 * Undefined if that would change nothing, or leave nothing to ask for.
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
