/**
 * Adds the progress of a call to temporary errors: the next call continues from there, because finished requests are
 * cached.
 */
import type { ToolErrorCode } from "../../catalog/error-codes.ts";
import { ToolError } from "../../base/errors/tool-error.ts";

/** Calling again later can help. */
const temporary: readonly ToolErrorCode[] = [
  "account_quota_exhausted",
  "user_quota_exhausted",
  "rate_limited",
  "deadline_exceeded",
  "upstream_failed",
  "unknown_upstream_error",
];

export interface Progress {
  /** The number of answered requests, of all that the call needs. */
  readonly done: number;
  readonly total: number;
  /** True if the call ignores the cache. */
  readonly isFresh: boolean;
  /** The cost of the call, and the requests that are left. */
  readonly spent: readonly string[];
}

/** Returns a temporary error with the progress added, any other error unchanged. */
export function unfinishedError(
  error: unknown,
  { done, total, isFresh, spent }: Progress,
): unknown {
  if (!(error instanceof ToolError) || !temporary.includes(error.code) || done === 0) return error;
  const { code, problem, advice, isFinal, retryAt } = error;
  const progress = `${isFresh ? "Without fresh it" : "It"} continues from there. ${spent.join(" ")}`;
  return new ToolError(
    code,
    `${problem}; ${done} of ${total} requests are answered and cached`,
    {
      forModel: `${advice.forModel} ${progress}`,
      forUser: (program) => `${advice.forUser(program)} ${progress}`,
    },
    { cause: error, isFinal, retryAt },
  );
}
