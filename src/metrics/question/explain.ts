/** Checks that changes of ratios can be split into rate and mix (`explain`). */
import { isDateDimension } from "../../catalog/dimensions.ts";
import { inputError } from "../../errors/tool-error.ts";
import type { Question } from "./question.ts";

/** @throws ToolError `invalid_input` for a question that has no rows or no ratio to explain. */
export function checkExplain({ shown, dimensions }: Question, compareTo: string | undefined): void {
  if (compareTo === undefined)
    throw inputError(
      "explain splits a change, and compare_to is missing",
      "Add compare_to, such as previous_period.",
    );
  if (shown?.some(({ isDerived }) => isDerived) !== true)
    throw inputError(
      "explain splits the change of a ratio that the question defines, and no metric is one",
      'Add a ratio to metrics, as "a / b".',
    );
  if (dimensions.some((type) => isDateDimension(type)) || dimensions.length === 0)
    throw inputError(
      "explain splits a change over rows of profiles, labels or a breakdown",
      "Choose such a dimension, and none of time.",
    );
}
