/** Selects metrics or rows of a grid. */
import { required } from "../errors/tool-error.ts";
import type { Cells } from "./cells.ts";
import { fold, unfolded, type FoldedAxis } from "./accumulator.ts";
import type { Result } from "./result.ts";

/** Returns a grid with the given metric columns, in the given order. */
export function selectMetrics({ axes, metrics, values }: Cells, columns: readonly number[]): Cells {
  const width = metrics.length;
  const selected = new Float64Array((values.length / width) * columns.length);
  for (let at = 0, from = 0; from < values.length; from += width) {
    for (const column of columns) selected[at++] = values[from + column] ?? Number.NaN;
  }
  const selectedMetrics = columns.map((column) => required(metrics[column], "a metric"));
  return { axes, metrics: selectedMetrics, values: selected };
}

/** Returns a result with the given rows of one axis, in the given order. */
export function withRows(result: Result, axis: number, places: readonly number[]): Result {
  const { cells } = result;
  const order = new Map(places.map((place, index) => [place, index]));
  const axes = cells.axes.map((whole, index): FoldedAxis => {
    if (index !== axis) return unfolded(whole, index);
    const rows = places.map((place) => required(whole.rows[place], "a row"));
    const mapping = whole.rows.map((_, place) => {
      const target = order.get(place);
      return target === undefined ? [] : [target];
    });
    return { axis: { type: whole.type, rows }, from: index, rows: mapping };
  });
  const isProfiles = cells.axes[axis]?.type === "profile";
  return {
    ...result,
    cells: fold(cells, axes),
    profileCount: isProfiles ? places.length : result.profileCount,
  };
}
