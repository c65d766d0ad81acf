/** Tool errors: what went wrong, and what to do, for the model that made a call or for the person at a terminal. */
import type { Advice } from "../../catalog/error-codes.ts";
import { toolErrors, type ToolErrorCode } from "../../catalog/error-codes.ts";

export {
  callAgain,
  tellUser,
  type Advice,
  type ProgramCommand,
} from "../../catalog/error-codes.ts";

/** A failure with advice; a text is advice for every reader. The message is `code: problem`, then the advice for a model. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
  readonly advice: Advice;
  /** True if a retry would fail in the same way. */
  readonly isFinal: boolean;
  /** Milliseconds since 1970, where the time is known from which a retry may succeed. */
  readonly retryAt: number | undefined;

  constructor(
    readonly code: ToolErrorCode,
    readonly problem: string,
    next: string | Advice = toolErrors[code],
    options: ErrorOptions & {
      readonly isFinal?: boolean;
      readonly retryAt?: number | undefined;
    } = {},
  ) {
    const advice = typeof next === "string" ? { forModel: next, forUser: () => next } : next;
    super(`${code}: ${problem}\n${advice.forModel}`, options);
    this.advice = advice;
    this.isFinal = options.isFinal ?? false;
    this.retryAt = options.retryAt;
  }
}

/** Reports an argument that the caller can correct. */
export const inputError = (
  problem: string,
  next?: string | Advice,
  options?: ErrorOptions,
): ToolError => new ToolError("invalid_input", problem, next, options);

/** Reports an answer of the API that is malformed or contradicts itself. */
export const upstreamError = (
  problem: string,
  next?: string | Advice,
  options?: { readonly isFinal?: boolean },
): ToolError => new ToolError("upstream_failed", problem, next, options);

/** Reports a defect of this server: an invariant does not hold. */
export const internalError = (problem: string, cause?: unknown): ToolError =>
  new ToolError("internal_error", problem, undefined, { cause, isFinal: true });

/** The code of an error of the system or of a library, such as `ENOENT`. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

/** Rethrows anything but a tool error. */
export function toolErrorOf(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  throw error;
}

/** Returns a value that the code guarantees to exist. @throws ToolError `internal_error` if it is undefined. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw internalError(`${what} is missing`);
  return value;
}
