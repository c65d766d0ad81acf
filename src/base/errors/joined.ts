/** Several wrong arguments as one error, so that one more call can correct them all. */
import type { Advice } from "../../catalog/error-codes.ts";
import type { ToolErrorCode } from "../../catalog/error-codes.ts";
import { ToolError } from "./tool-error.ts";

/** Errors that other arguments correct. */
const correctable: readonly ToolErrorCode[] = [
  "invalid_input",
  "unknown_labels",
  "profiles_not_allowed",
];

/** Runs a check. Returns its result, or an error that other arguments correct; throws any other error. */
export function attempt<Made>(check: () => Made): Made | ToolError {
  try {
    return check();
  } catch (error) {
    if (error instanceof ToolError && correctable.includes(error.code)) return error;
    throw error;
  }
}

/** The results of the checks that passed. */
export const withoutErrors = <Made>(results: readonly (Made | ToolError)[]): Made[] =>
  results.filter((result): result is Made => !(result instanceof ToolError));

/** @throws ToolError with all errors among the results of checks: `invalid_input`, or the code that they share. */
export function throwErrors(...results: readonly unknown[]): void {
  const errors = results.filter((result) => result instanceof ToolError);
  const [first, second] = errors;
  if (first === undefined) return;
  if (second === undefined) throw first;
  const code = errors.every((error) => error.code === first.code) ? first.code : "invalid_input";
  const problems = errors.map(({ problem }) => problem).join("; ");
  throw new ToolError(code, problems, joinAdvice(errors));
}

/** Returns the first of the results of checks. @throws ToolError with all errors among them. */
export function passed<Result>(
  result: Result | ToolError,
  ...otherResults: readonly unknown[]
): Result {
  throwErrors(result, ...otherResults);
  if (result instanceof ToolError) throw result;
  return result;
}

function joinAdvice(errors: readonly ToolError[]): Advice {
  const join = (texts: readonly string[]): string => [...new Set(texts)].join(" ");
  return {
    forModel: join(errors.map(({ advice }) => advice.forModel)),
    forUser: (program) => join(errors.map(({ advice }) => advice.forUser(program))),
  };
}
