/** Several wrong arguments as one error, so that one more call can correct them all. */
import type { Advice } from "../catalog/advice.ts";
import { inputError, ToolError } from "./tool-error.ts";

/** Runs a check. Returns its result, or its error `invalid_input`; throws any other error. */
export function attempt<Made>(check: () => Made): Made | ToolError {
  try {
    return check();
  } catch (error) {
    if (error instanceof ToolError && error.code === "invalid_input") return error;
    throw error;
  }
}

/** The results of the checks that passed. */
export const withoutErrors = <Made>(results: readonly (Made | ToolError)[]): Made[] =>
  results.filter((result): result is Made => !(result instanceof ToolError));

/** @throws ToolError `invalid_input` with all errors among the results of checks. */
export function throwErrors(...results: readonly unknown[]): void {
  const errors = results.filter((result) => result instanceof ToolError);
  const [first, second] = errors;
  if (first === undefined) return;
  if (second === undefined) throw first;
  throw inputError(errors.map(({ problem }) => problem).join("; "), joinAdvice(errors));
}

function joinAdvice(errors: readonly ToolError[]): Advice {
  const join = (texts: readonly string[]): string => [...new Set(texts)].join(" ");
  return {
    forModel: join(errors.map(({ advice }) => advice.forModel)),
    forUser: (program) => join(errors.map(({ advice }) => advice.forUser(program))),
  };
}
