/** A grid of numbers: one axis per dimension, with the metrics innermost. */
import type { Axis } from "./axis.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { required } from "../errors/tool-error.ts";

export interface Cells {
  readonly axes: readonly Axis[];
  readonly metrics: readonly Metric[];
  /** axes[0].rows × axes[1].rows × … × metrics; a missing number is NaN, never 0. */
  readonly values: Float64Array;
}

/** Returns the distance in `values` between neighbouring rows of each axis. */
export const stridesOf = (axes: readonly Axis[], metrics: number): number[] =>
  axes.map((_, index) => cellCount(axes.slice(index + 1), metrics));

/** The distance between neighbouring rows of an axis; 0 for one that the grid does not have (-1): its place is always 0. */
export const strideAt = (strides: readonly number[], axis: number): number =>
  axis === -1 ? 0 : required(strides[axis], "the stride of an axis");

export const cellCount = (axes: readonly Axis[], metrics: number): number =>
  axes.reduce((count, axis) => count * axis.rows.length, metrics);
