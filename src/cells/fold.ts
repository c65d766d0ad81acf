/** Folds a grid into a coarser one, with fewer dimensions or longer time buckets. */
import type { Axis } from "./axis.ts";
import { type AxisMapping, Accumulator } from "./accumulator.ts";
import type { Cells } from "./cells.ts";

export interface FoldedAxis extends AxisMapping {
  readonly axis: Axis;
}

/** Adds sum metrics, and takes the mean of average metrics, over the source cells of each target cell. */
export function fold(source: Cells, axes: readonly FoldedAxis[]): Cells {
  const accumulator = new Accumulator(
    axes.map(({ axis }) => axis),
    source.metrics,
  );
  const columns = [...source.metrics.keys()];
  accumulator.add({ ...source, columns }, axes);
  return accumulator.finish();
}

/** Returns the mapping of an axis that does not change. */
export function unfolded(axis: Axis, from: number): FoldedAxis {
  return { axis, from, rows: axis.rows.map((_, row) => [row]) };
}
