/** Parts that charts of results and of comparisons share. */
import type { Result } from "../../cells/result.ts";
import { selectMetrics } from "../../cells/select.ts";
import { inputError } from "../../errors/tool-error.ts";
import type { Chart, ChartSeries } from "../../replies/chart.ts";
import { some } from "../../text/words.ts";

/** The most rows side by side, unless the caller asks for more. */
export const mostRows = 20;

export const hasNumber = ({ values }: ChartSeries): boolean =>
  values.some((value) => !Number.isNaN(value));

/** @throws ToolError `invalid_input` for a chart without a number. */
export function checkDrawn({ panels }: Chart): void {
  if (panels.some(({ series }) => series.some(hasNumber))) return;
  throw inputError(
    "nothing can be drawn: every number is missing, or withheld because it cannot be combined in this way",
    "Draw other metrics, or ask the question by profile and day.",
  );
}

/** The first metrics of a result, and a note on the others. */
export function withMetrics(
  result: Result,
  most: number,
): { readonly result: Result; readonly notes: readonly string[] } {
  const { metrics } = result.cells;
  const skipped = metrics.slice(most).map(({ name }) => name);
  if (skipped.length === 0) return { result, notes: [] };
  const places = [...metrics.keys()].slice(0, most);
  return {
    // The days keep all metrics: a ratio is made from its parts.
    result: { ...result, cells: selectMetrics(result.cells, places) },
    notes: [`Not drawn: ${some(skipped, 8)}. Name what to draw in metrics.`],
  };
}
