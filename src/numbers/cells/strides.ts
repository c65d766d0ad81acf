/** Distances in a grid of numbers: one axis per dimension, with the metrics innermost. */
import type { Axis } from "./axis.ts";
import { required } from "../../base/errors/tool-error.ts";

/** The distance between the numbers of neighbouring rows of each axis. */
export const stridesOf = (axes: readonly Axis[], metrics: number): number[] =>
  axes.map((_, index) =>
    axes.slice(index + 1).reduce((count, axis) => count * axis.rows.length, metrics),
  );

/** The distance between neighbouring rows of an axis; 0 for one that the grid does not have (-1): its place is always 0. */
export const strideAt = (strides: readonly number[], axis: number): number =>
  axis === -1 ? 0 : required(strides[axis], "the stride of an axis");
