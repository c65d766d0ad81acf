/**
 * Adds columns of derived ratios to a result that holds the days of their parts. A ratio that a question defines is a
 * metric with `isDerived`, whose parts are requested in its place; with its column, it is combined as the API's own
 * ratios are.
 */
import type { Work } from "../async/work.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Cells } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { dimensionsOf, metricPlace, selectMetrics } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { inputError, ToolError } from "../errors/tool-error.ts";
import { ownFigures } from "./daily.ts";
import { isNumber, replaced } from "./figures.ts";
import { withEmptyColumns, withRatios } from "./ratios.ts";

/**
 * The result with a column for each ratio, after its own.
 * @throws ToolError `invalid_input` if the days of the parts are not stored.
 */
export function* addRatios(result: Result, ratios: readonly Metric[]): Work<Result> {
  if (ratios.length === 0) return result;
  if (result.days === undefined) {
    throw inputError(
      "the result does not hold single profiles and days, which a ratio is made from",
      "Ask get_profile_metrics with the ratio among its metrics.",
    );
  }
  const { values, metrics: held } = result.days;
  checkColumns(values.length / Math.max(1, held.length), held.length + ratios.length);
  const days = yield* withRatios(result.days, ratios);
  const metrics = [...result.cells.metrics, ...ratios];
  if (dimensionsOf({ cells: days }).join() === dimensionsOf(result).join()) {
    const columns = metrics.map((metric) => metricPlace(days, metric));
    return { ...result, cells: selectMetrics(days, columns), days };
  }
  const cells = yield* withEmptyColumns(result.cells, ratios);
  return { ...result, days, cells: yield* withNumbers({ ...result, days, cells }) };
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

/** The cells with the ratios of their rows; NaN where a row crosses a break, or its ratio is withheld. */
function* withNumbers(result: Result): Work<Cells> {
  const { cells } = result;
  const { figures, isCrossed } = yield* ownFigures(result);
  const { metrics } = cells;
  const values = yield* replaced(cells.values, metrics.length, (value, column, at) => {
    if (metrics[column]?.isDerived !== true) return value;
    const figure = numberAt(figures.values, at);
    return isNumber(figure) && !isCrossed(at) ? figure : Number.NaN;
  });
  return { ...cells, values };
}
