/** The order of the rows of a question, and the conditions that they meet. */
import { comparedNumbers } from "../../../catalog/numbers.ts";
import { metricsNamed } from "../../../catalog/metric-words.ts";
import { attempt, throwErrors, withoutErrors } from "../../../base/errors/joined.ts";
import { inputError, type ToolError } from "../../../base/errors/tool-error.ts";
import { readCondition, readNumber } from "../../../numbers/meaning/conditions.ts";
import type { Sorting } from "../../../answers/report/shown.ts";
import { nearestText } from "../../../base/text/nearest.ts";
import type { Question, Subject } from "./question.ts";

/** The order of the rows without a metric that the API does not accept. @throws ToolError for a condition on it. */
export function acceptedSorting(
  { unaccepted = [], withoutRatios = [] }: Question,
  sorting: Sorting,
): Sorting {
  const isLeftOut = (name: string | undefined): boolean =>
    [...unaccepted, ...withoutRatios].some((left) => left === name);
  const conditions = (sorting.where ?? []).map(readCondition);
  const wrong = conditions.find(({ metric, number }) => isLeftOut(metric ?? number));
  if (wrong !== undefined)
    throw inputError(
      `the API does not accept ${wrong.metric ?? wrong.number}, so no row can meet a condition on it`,
      "Leave the condition out.",
    );
  const { metric: by } = readNumber(sorting.sortBy ?? "");
  return isLeftOut(by) ? { ...sorting, sortBy: undefined } : sorting;
}

/** @throws ToolError `invalid_input` for what the question does not ask for. */
export function checkSorting(
  { metrics, shown = metrics }: Subject,
  { sortBy, where = [] }: Sorting,
  isCompared: boolean,
): void {
  // Those that cannot be read have an error of their own.
  const conditions = withoutErrors(where.map((text) => attempt(() => readCondition(text))));
  const order = sortBy === undefined ? [] : [readNumber(sortBy)];
  const named = [...order, ...conditions].flatMap(({ metric, number }) => [
    metric ?? number,
    number,
  ]);
  const names = shown.map(({ name }) => name);
  const nameError = (name: string): ToolError | undefined => {
    const needsComparison = comparedNumbers.some((number) => number === name);
    if (needsComparison && !isCompared)
      return inputError(
        `${name} is a number of a comparison, and compare_to is missing`,
        "Add compare_to, such as previous_period.",
      );
    if (needsComparison || [...names, "now", "coverage"].includes(name)) return undefined;
    if (name === "name" && name === sortBy) return undefined;
    return unknownError(name, shown);
  };
  throwErrors(...[...new Set(named)].map(nameError));
}

/** The error of a name that is no metric of the question: of a sign or an order beside one, or with the nearest names. */
function unknownError(name: string, shown: Subject["metrics"]): ToolError {
  const names = shown.map((metric) => metric.name);
  const bare = name.replace(/^[-+]/, "");
  if (names.includes(bare))
    return inputError(
      `sort_by ${JSON.stringify(name.slice(0, 80))} has a sign`,
      `Write sort_by ${bare}; order is desc (default) or asc.`,
    );
  const [, , direction] = /^(\S+)\s+(asc|desc)$/i.exec(name) ?? [];
  if (direction !== undefined)
    return inputError(
      `sort_by ${JSON.stringify(name.slice(0, 80))} has an order`,
      `Write the metric in sort_by, and order: ${direction.toLowerCase()}.`,
    );
  const near = nearestText(name, names);
  const alike = metricsNamed(bare.replaceAll("_", " "), shown).map((metric) => metric.name);
  const meansChange = near === "" && /^(growth|increase|rise|trend)$/i.test(name);
  const meant = near === "" && alike.length > 0 ? ` (such as ${alike[0]})` : near;
  return inputError(
    `the question has no metric ${name.slice(0, 80)}${meansChange ? " (write change, with compare_to)" : meant}`,
    `Name one of ${names.join(", ")}; others must be among metrics.`,
  );
}
