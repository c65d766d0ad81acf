/** Tool errors: the text that a model reads when a call fails. */
import { toolErrors, type ToolErrorCode } from "../catalog/error-codes.ts";

/** A failure the model can act on. Its message is the text of the tool error: code, what is wrong, what to do next. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
  /** Whether asking again would bring the same. */
  readonly isFinal: boolean;

  constructor(
    readonly code: ToolErrorCode,
    readonly problem: string,
    readonly next: string = toolErrors[code],
    options: ErrorOptions & { readonly isFinal?: boolean } = {},
  ) {
    super(`${code}: ${problem}\n${next}`, options);
    this.isFinal = options.isFinal ?? false;
  }
}

/** An argument that the caller can correct. */
export const invalidInput = (problem: string, next?: string, options?: ErrorOptions): ToolError =>
  new ToolError("invalid_input", problem, next, options);

/** An answer of the API that is malformed or contradicts itself. */
export const upstreamFailed = (problem: string, next?: string): ToolError =>
  new ToolError("upstream_failed", problem, next);

/** A defect of this server: an invariant does not hold. */
export const internalError = (problem: string, cause?: unknown): ToolError =>
  new ToolError("internal_error", problem, undefined, { cause, isFinal: true });

/** The value, where the code guarantees one. @throws ToolError `internal_error` where it is absent. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw internalError(`${what} is missing`);
  return value;
}
