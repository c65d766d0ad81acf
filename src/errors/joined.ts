/** Several wrong arguments as one error, so that one more call can correct them all. */
import type { Advice } from "../catalog/advice.ts";
import { inputError, ToolError } from "./tool-error.ts";

/** Runs a check. Returns what it made, or its `invalid_input`; throws any other error. */
export function attempt<Made>(check: () => Made): Made | ToolError {
  try {
    return check();
  } catch (error) {
    if (error instanceof ToolError && error.code === "invalid_input") return error;
    throw error;
  }
}

/** What checks have made, without their errors. */
export const withoutErrors = <Made>(made: readonly (Made | ToolError)[]): Made[] =>
  made.flatMap((one) => (one instanceof ToolError ? [] : [one]));

/** @throws ToolError `invalid_input` of all errors among what checks returned. */
export function throwErrors(...made: readonly unknown[]): void {
  const errors = made.filter((one): one is ToolError => one instanceof ToolError);
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
