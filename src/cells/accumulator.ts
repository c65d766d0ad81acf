/** Adds grids of numbers into one: merges grids, or folds one to fewer dimensions or longer time buckets. */
import type { Work } from "../async/work.ts";
import { numberAt } from "./number-at.ts";
import type { Axis } from "./axis.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { ourLimits } from "../catalog/limits.ts";
import { required, ToolError } from "../errors/tool-error.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { cellCount, strideAt, stridesOf, withheld, type Cells } from "./cells.ts";

/** Lists, for one target axis, the target rows of each source row. A source row may have none or several. */
export interface AxisMapping {
  /** Index of the source axis. */
  readonly from: number;
  readonly rows: readonly (readonly number[])[];
}

export interface Source extends Pick<Cells, "axes" | "values"> {
  /** The names of its metrics, which are among those of the target. */
  readonly names: readonly string[];
}

const mostCells = ourLimits.storedResultBytes / Float64Array.BYTES_PER_ELEMENT;

/** Sums and counts numbers per target cell. Missing numbers are skipped; a cell without a number stays missing. */
export class Accumulator {
  readonly #strides: readonly number[];
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;

  /** @throws ToolError `limit_exceeded` for a grid that no result can hold. */
  constructor(
    private readonly axes: readonly Axis[],
    private readonly metrics: readonly Metric[],
  ) {
    const count = cellCount(axes, metrics.length);
    if (count > mostCells) {
      throw new ToolError(
        "limit_exceeded",
        `the answer has ${count} numbers, at most ${mostCells} fit`,
      );
    }
    this.#strides = stridesOf(axes, metrics.length);
    this.#sums = new Float64Array(count);
    this.#counts = new Uint32Array(count);
  }

  /** Adds a grid. `mappings` has one entry per target axis; a source axis without a mapping is folded away. */
  *add(source: Source, mappings: readonly AxisMapping[]): Work<void> {
    const offsets = source.axes.map((axis, from) => this.#offsetsOf(axis, from, mappings));
    const columns = source.names.map((name) =>
      this.metrics.findIndex((metric) => metric.name === name),
    );
    const leaf = (start: number, target: number): void => {
      for (let index = 0; index < columns.length; index += 1) {
        const value = numberAt(source.values, start + index);
        if (Number.isNaN(value)) continue;
        const place = target + required(columns[index], "a column");
        this.#sums[place]! += value;
        this.#counts[place]! += 1;
      }
    };
    const strides = stridesOf(source.axes, columns.length);
    const visit = (depth: number, start: number, target: number): void => {
      if (depth >= offsets.length) return leaf(start, target);
      const stride = strideAt(strides, depth);
      const rows = offsets[depth] ?? [];
      for (let row = 0; row < rows.length; row += 1) {
        for (const offset of rows[row] ?? [])
          visit(depth + 1, start + row * stride, target + offset);
      }
    };
    const [first = [[0]], stride = 0] = [offsets[0], strides[0]];
    for (const [row, targets] of first.entries()) {
      for (const target of targets) visit(1, row * stride, target);
      yield;
    }
  }

  /**
   * Returns the sums of sum metrics and the means of average metrics; withholds several numbers of opaque ones.
   * @throws `doubled`, if it is given, where a mean would be of more than one number.
   */
  *finish(doubled?: ToolError): Work<Cells> {
    const width = this.metrics.length;
    for (const [column, metric] of this.metrics.entries()) {
      for (let at = column; at < this.#sums.length; at += width) {
        const count = numberAt(this.#counts, at);
        if (count === 0) this.#sums[at] = Number.NaN;
        else if (metric.aggregation === "average" && count > 1) {
          if (doubled !== undefined) throw doubled;
          this.#sums[at]! /= count;
        }
        if (metric.isOpaque === true && count > 1) this.#sums[at] = withheld;
      }
      yield;
    }
    return { axes: this.axes, metrics: this.metrics, values: this.#sums };
  }

  /** Returns, for each row of a source axis, its offsets in the target values, one per target row. */
  #offsetsOf(axis: Axis, from: number, mappings: readonly AxisMapping[]): number[][] {
    return axis.rows.map((_, row) => {
      let offsets = [0];
      mappings.forEach((mapping, target) => {
        if (mapping.from !== from) return;
        const stride = strideAt(this.#strides, target);
        const rows = mapping.rows[row] ?? [];
        offsets = offsets.flatMap((offset) => rows.map((place) => offset + place * stride));
      });
      return offsets;
    });
  }
}

export interface FoldedAxis extends AxisMapping {
  readonly axis: Axis;
}

/**
 * Adds sum metrics, and takes the mean of average metrics, over the source cells of each target cell; returns the source
 * where its axes do not change.
 */
export function* fold(source: Cells, axes: readonly FoldedAxis[]): Work<Cells> {
  const isSame = axes.every(({ axis }, index) => axis === source.axes[index]);
  if (isSame && axes.length === source.axes.length) return source;
  const accumulator = new Accumulator(
    axes.map(({ axis }) => axis),
    source.metrics,
  );
  const names = source.metrics.map(({ name }) => name);
  yield* accumulator.add({ ...source, names }, axes);
  return yield* accumulator.finish();
}

/** Returns the mapping of an axis that does not change; undefined if the grid does not have the axis. */
export function unfolded({ axes }: Cells, type: Dimension): FoldedAxis | undefined {
  const from = axes.findIndex((axis) => axis.type === type);
  const axis = axes[from];
  return axis && { axis, from, rows: axis.rows.map((_, row) => [row]) };
}
