/** Folds a grid into a coarser one: fewer dimensions, or days into longer buckets. */
import type { Axis } from "./axis.ts";
import type { AxisMapping } from "./accumulator.ts";
import { Accumulator } from "./accumulator.ts";
import type { Cells } from "./cells.ts";

export interface FoldedAxis extends AxisMapping {
  readonly axis: Axis;
}

/** Sum metrics add and average metrics take the mean, over the cells that reach each target cell. */
export function fold(source: Cells, axes: readonly FoldedAxis[]): Cells {
  const accumulator = new Accumulator(
    axes.map(({ axis }) => axis),
    source.metrics,
  );
  const columns = [...source.metrics.keys()];
  accumulator.add({ ...source, columns }, axes);
  return accumulator.finish();
}

/** An axis that stays as it is. */
export function unfolded(axis: Axis, from: number): FoldedAxis {
  return { axis, from, rows: axis.rows.map((_, row) => [row]) };
}
