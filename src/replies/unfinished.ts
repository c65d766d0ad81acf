/** Errors that pass with time: they report how far a call came, and that the next call continues from there. */
import type { ToolErrorCode } from "../catalog/error-codes.ts";
import { ToolError } from "../errors/tool-error.ts";

const passing: readonly ToolErrorCode[] = [
  "account_quota_exhausted",
  "user_quota_exhausted",
  "rate_limited",
  "deadline_exceeded",
  "upstream_failed",
  "unknown_upstream_error",
];

export interface Progress {
  /** Requests that are answered, of all that the call needs. */
  readonly done: number;
  readonly total: number;
  /** The call passes over the cache, and so would the same call again. */
  readonly isFresh: boolean;
  /** The cost of the call, and the requests that are left. */
  readonly spent: string;
}

/** The error with the progress of the call; any other error as it is. */
export function unfinishedError(
  error: unknown,
  { done, total, isFresh, spent }: Progress,
): unknown {
  if (!(error instanceof ToolError) || !passing.includes(error.code) || done === 0) return error;
  const { code, problem, next, isFinal } = error;
  return new ToolError(
    code,
    `${problem}; ${done} of ${total} requests are answered and cached`,
    `${next} ${isFresh ? "Without fresh it" : "It"} continues from there. ${spent}`,
    { cause: error, isFinal },
  );
}
