/**
 * Adds derived ratios to a result that holds the days of their parts. A ratio that a question defines is a metric with
 * `isDerived`, whose parts are requested in its place; with its column, it is combined as the API's own ratios are.
 */
import type { Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { ToolError, required } from "../../base/errors/tool-error.ts";
import { withFormulas } from "./ratios.ts";

/** The result with each ratio after its own metrics. @throws ToolError `limit_exceeded` for more than a process can hold. */
export function* addRatios(result: Result, ratios: readonly Metric[]): Work<Result> {
  if (ratios.length === 0) return result;
  const { days, split, metrics } = result;
  for (const { lists } of [days, ...(split === undefined ? [] : [split])])
    checkColumns(
      required(lists[0], "a list").length,
      lists.length + ratios.flatMap(({ sums = [] }) => [1, ...sums]).length,
    );
  return {
    ...result,
    metrics: [...metrics, ...ratios],
    days: yield* withFormulas(days, ratios),
    split: split && (yield* withFormulas(split, ratios)),
  };
}

/**
 * The numbers of a result are known before they are made.
 * @param rows profiles times days, and rows of a breakdown. @param columns metrics and ratios.
 * @throws ToolError `limit_exceeded` for more than a process can hold.
 */
function checkColumns(rows: number, columns: number): void {
  if (rows * columns <= ourLimits.resultNumbers) return;
  throw new ToolError(
    "limit_exceeded",
    `${columns} metrics and ratios of ${rows} profile-days are ${rows * columns} numbers, and a result holds up to ${ourLimits.resultNumbers}`,
    "Ask for fewer ratios or metrics at a time, fewer profiles, or fewer days.",
  );
}
