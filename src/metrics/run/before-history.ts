/** Code 6 (spec, Errors): a request that starts before the account's history. */
import { ApiError } from "../../api/envelope.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { ToolError } from "../../errors/tool-error.ts";
import type { Day } from "../../time/days.ts";

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
