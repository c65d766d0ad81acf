/** One answer of the API, whose numbers are found by the values of its rows. */
import type { MetricsAnswer, MetricsRequest } from "../../suite/api/metrics-answer.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { rowKey, type RowValue } from "../../numbers/cells/axis.ts";
import { strideAt, stridesOf } from "../../numbers/cells/strides.ts";

/** The row of each axis; an axis that is not named has its first row. */
type CellNames = Partial<Record<Dimension, string>>;

export class Answered {
  readonly #strides: readonly number[];
  /** By axis: the position of each row. */
  readonly #positions: readonly ReadonlyMap<string, number>[];

  constructor(
    readonly request: MetricsRequest,
    readonly answer: MetricsAnswer,
  ) {
    this.#strides = stridesOf(answer.axes, answer.metrics.length);
    this.#positions = answer.axes.map(
      ({ rows }) => new Map(rows.map((row, position) => [rowKey(row), position])),
    );
  }

  rows(type: Dimension): readonly RowValue[] {
    return this.answer.axes.find((axis) => axis.type === type)?.rows ?? [];
  }

  /** NaN for a missing number, and for a metric or a row that the answer does not have. */
  number(metric: string, place: CellNames = {}): number {
    const { axes, metrics, values } = this.answer;
    let at = metrics.indexOf(metric);
    if (at === -1) return Number.NaN;
    for (const [axis, { type }] of axes.entries()) {
      const row = place[type];
      const position = row === undefined ? 0 : this.#positions[axis]?.get(row);
      if (position === undefined) return Number.NaN;
      at += position * strideAt(this.#strides, axis);
    }
    return values.at(at);
  }

  /** The numbers of one profile and metric on some days. */
  series(metric: string, profile: string, days: readonly string[]): number[] {
    return days.map((day) => this.number(metric, { profile, "date.day": day }));
  }
}

export const isPresent = (value: number): boolean => !Number.isNaN(value);

/** The sum of the numbers that are there; NaN where none is. */
export function totalOf(values: readonly number[]): number {
  const present = values.filter(isPresent);
  return present.length === 0 ? Number.NaN : present.reduce((sum, value) => sum + value, 0);
}

/** True for numbers that differ by rounding alone, and for two missing ones. */
export const isSame = (left: number, right: number): boolean =>
  isPresent(left) && isPresent(right)
    ? Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(right))
    : isPresent(left) === isPresent(right);
