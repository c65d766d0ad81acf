/** Checks the options of a reply before a request is sent: the order of rows, the conditions on them, and `explain`. */
import { isDateDimension } from "../../catalog/dimensions.ts";
import { inputError } from "../../errors/tool-error.ts";
import { comparedNumbers, readCondition } from "../../tables/conditions.ts";
import type { Sorting } from "../../tables/shown.ts";
import type { Question } from "./question.ts";

/** @throws ToolError `invalid_input` for what the question does not ask for. */
export function checkSorting(
  { metrics, shown = metrics }: Question,
  { sortBy, where = [] }: Sorting,
  isCompared: boolean,
): void {
  const conditions = where.map(readCondition);
  const named = conditions.flatMap(({ metric, number }) => [metric ?? number, number]);
  const own = shown.map(({ name }) => name);
  for (const name of [...(sortBy === undefined ? [] : [sortBy]), ...named]) {
    const isOfComparison = comparedNumbers.some((one) => one === name);
    if (isOfComparison && !isCompared)
      throw inputError(
        `${name} is a number of a comparison, and compare_to is missing`,
        "Add compare_to, such as previous_period.",
      );
    if (isOfComparison || [...own, "value", "coverage"].includes(name)) continue;
    if (name === "name" && name === sortBy) continue;
    throw inputError(
      `the question has no metric ${name.slice(0, 80)}`,
      `Name one of ${own.join(", ")}, or add it to metrics.`,
    );
  }
}

/** @throws ToolError `invalid_input` for a question without a ratio, or without rows, whose changes split into rate and mix. */
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
