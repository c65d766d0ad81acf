/** Checks the order of rows and the conditions on them, before a request is sent. */
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
