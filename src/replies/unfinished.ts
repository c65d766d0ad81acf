/** What a call says that could not be finished: how far it came, and that the next one goes on from there. */
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
  /** Requests, of so many. */
  readonly done: number;
  readonly total: number;
  /** Whether what is kept was passed over, and would be again. */
  readonly isFresh: boolean;
  /** What the call has cost, and what is left. */
  readonly spent: string;
}

/** Other errors are given back as they are. */
export function unfinished(error: unknown, { done, total, isFresh, spent }: Progress): unknown {
  if (!(error instanceof ToolError) || !passing.includes(error.code) || done === 0) return error;
  const { code, problem, next, isFinal } = error;
  return new ToolError(
    code,
    `${problem}; ${done} of ${total} requests are answered and kept`,
    `${next} ${isFresh ? "Without fresh it" : "It"} goes on from there. ${spent}`,
    { cause: error, isFinal },
  );
}
