/** Merges answers into one grid, by the values of their header rows, never by position. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { Work } from "../../async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { isBreakdown } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import { cellCount, strideAt, stridesOf, type Cells } from "../../cells/cells.ts";
import { groupBy } from "../../cells/group-by.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required, ToolError, upstreamError } from "../../errors/tool-error.ts";
import { daysOf } from "../../time/days.ts";
import type { Need } from "../question/needs.ts";
import { includedProfiles, type Question } from "../question/question.ts";

/** An answer with the request that it answers. */
export interface Answered {
  readonly request: MetricsRequest;
  readonly answer: MetricsAnswer;
}

/**
 * The numbers of some answers at the dimensions of their requests; NaN where no answer has one.
 * @throws ToolError `upstream_failed` where two answers have a number of the same rows, and `limit_exceeded` for a grid that
 * no result can hold.
 */
export function* merge(
  question: Question,
  { metrics, dimensions }: Need,
  answered: readonly Answered[],
): Work<Cells> {
  const axes = dimensions.map((type, index): Axis => {
    if (type === "profile") return { type, rows: includedProfiles(question).map(({ id }) => id) };
    if (type === "date.day") return { type, rows: daysOf(question.start, question.end) };
    const rows = unionOf(answered.map(({ answer }) => answer.axes[index]?.rows ?? []));
    return { type, rows: isBreakdown(type) ? rows.toSorted(byName) : rows };
  });
  const [only, second] = answered;
  if (only !== undefined && second === undefined && isWhole(only.answer, axes, metrics))
    return { axes, metrics, values: only.answer.values.unpacked() };
  const merged = emptyCells(axes, metrics);
  for (const { request, answer } of answered) yield* copy(answer, request.metrics, merged);
  return merged;
}

function emptyCells(axes: readonly Axis[], metrics: readonly Metric[]): Cells {
  const count = cellCount(axes, metrics.length);
  checkCount(count);
  return { axes, metrics, values: new Float64Array(count).fill(Number.NaN) };
}

/** @throws ToolError `limit_exceeded` for more numbers than a result can hold. */
export function checkCount(count: number): void {
  if (count <= mostNumbers) return;
  throw new ToolError(
    "limit_exceeded",
    `the answer has ${count} numbers, and a result holds up to ${mostNumbers}`,
    "Ask for fewer profiles, metrics or days.",
  );
}

const mostNumbers = ourLimits.storedResultBytes / Float64Array.BYTES_PER_ELEMENT;

interface Source {
  readonly axes: readonly Axis[];
  readonly values: { readonly at: (place: number) => number };
}

/** @param names the metrics of the source, which are among those of the target. */
function* copy({ axes, values }: Source, names: readonly string[], to: Cells): Work<void> {
  const [from, into] = [stridesOf(axes, names.length), stridesOf(to.axes, to.metrics.length)];
  const columns = names.map((name) => to.metrics.findIndex((metric) => metric.name === name));
  const offsets = axes.map(({ type, rows }, axis) => {
    const places = placesOf(required(to.axes[axis], `the axis ${type}`));
    const stride = strideAt(into, axis);
    return rows.map((row) => stride * required(places.get(rowKey(row)), `a row of ${type}`));
  });
  const visit = (depth: number, start: number, target: number): void => {
    const own = offsets[depth];
    if (own !== undefined) {
      const stride = strideAt(from, depth);
      own.forEach((offset, row) => {
        visit(depth + 1, start + row * stride, target + offset);
      });
      return;
    }
    columns.forEach((column, index) => {
      const value = values.at(start + index);
      if (Number.isNaN(value)) return;
      if (!Number.isNaN(numberAt(to.values, target + column))) throw overlapError();
      to.values[target + column] = value;
    });
  };
  const [first = [0]] = offsets;
  for (const [row, offset] of first.entries()) {
    visit(Math.min(1, offsets.length), row * (from[0] ?? 0), offset);
    yield;
  }
}

const overlapError = (): ToolError =>
  upstreamError("the API's rows overlap where they were cut", "Ask by date.day instead.");

const placesOf = ({ rows }: Axis): Map<string, number> =>
  new Map(rows.map((row, place) => [rowKey(row), place]));

/** Numbers, such as hours, by their size. Neither the API's order nor the cuts of requests decide. */
export const byName = (one: RowValue, other: RowValue): number => {
  const [left, right] = [rowKey(one), rowKey(other)];
  return Number(left) - Number(right) || (left < right ? -1 : Number(left > right));
};

/** Each row once, in the order in which it is first seen. */
const unionOf = (lists: readonly (readonly RowValue[])[]): RowValue[] =>
  groupBy(lists.flat(), rowKey).map(([row]) => row);

/** An answer that already has the rows and metrics needs no copy. */
const isWhole = (
  answer: MetricsAnswer,
  axes: readonly Axis[],
  metrics: readonly Metric[],
): boolean =>
  metrics.map(({ name }) => name).join() === answer.metrics.join() &&
  axes.every(({ rows }, index) =>
    isDeepStrictEqual(rows.map(rowKey), answer.axes[index]?.rows.map(rowKey)),
  );
