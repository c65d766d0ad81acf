/** Merges answers into one grid, by the values of their header rows, never by position. Pure. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { Work } from "../../async/work.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { Accumulator } from "../../cells/accumulator.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { required, upstreamError } from "../../errors/tool-error.ts";
import { daysOf, type Day } from "../../time/days.ts";
import type { Part } from "../plan/steps.ts";
import { includedProfiles, type Question } from "../question/question.ts";

/** An answer with the request that it answers. */
export interface Answered {
  readonly request: MetricsRequest;
  readonly answer: MetricsAnswer;
}

type Shape = Pick<Part, "metrics" | "dimensions">;

/**
 * @param days the rows of `date.day`: the days of the question (default).
 * @throws ToolError `upstream_failed` where two answers have a mean of the same row.
 */
export function* merge(
  question: Question,
  shape: Shape,
  answered: readonly Answered[],
  days: readonly Day[] = daysOf(question.start, question.end),
): Work<Cells> {
  const axes = shape.dimensions.map((type, index): Axis => {
    const lists = answered.map(({ answer }) => answer.axes[index]?.rows ?? []);
    if (type === "profile") return { type, rows: includedProfiles(question).map(({ id }) => id) };
    return { type, rows: type === "date.day" ? days : unionOf(lists) };
  });
  const [only, second] = answered;
  if (only !== undefined && second === undefined && isMerged(axes, shape, only.answer))
    return { axes, metrics: shape.metrics, values: only.answer.values.unpacked() };

  const accumulator = new Accumulator(axes, shape.metrics);
  const placeOf = placesOn(axes);
  for (const { request, answer } of answered) {
    const columns = request.metrics.map((name) =>
      shape.metrics.findIndex((metric) => metric.name === name),
    );
    const mappings = answer.axes.map(({ type, rows }, from) => ({
      from,
      rows: rows.map((row) => [placeOf(type, row)]),
    }));
    const source = { axes: answer.axes, values: answer.values.unpacked(), columns };
    yield* accumulator.add(source, mappings);
  }
  if (yield* accumulator.hasDoubledAverage())
    throw upstreamError("the API's rows overlap where they were cut", "Ask by date.day instead.");
  return yield* accumulator.finish();
}

/** Returns a function that finds the place of a row on its axis. */
export function placesOn(axes: readonly Axis[]): (type: Dimension, row: RowValue) => number {
  const placesOf = ({ rows }: Axis): Map<string, number> =>
    new Map(rows.map((row, place) => [rowKey(row), place]));
  const places = new Map(axes.map((axis) => [axis.type, placesOf(axis)]));
  return (type, row) => required(places.get(type)?.get(rowKey(row)), `a row of ${type}`);
}

/** Each row once, in the order in which it is first seen. */
export function unionOf(lists: readonly (readonly RowValue[])[]): RowValue[] {
  const rows = new Map<string, RowValue>();
  for (const row of lists.flat()) {
    const key = rowKey(row);
    if (!rows.has(key)) rows.set(key, row);
  }
  return [...rows.values()];
}

/** A single answer that already has the merged rows and metrics needs no copy. */
const isMerged = (axes: readonly Axis[], shape: Shape, answer: MetricsAnswer): boolean =>
  shape.metrics.every(({ name }, index) => name === answer.metrics[index]) &&
  axes.every(({ rows }, index) => {
    const others = answer.axes[index]?.rows ?? [];
    const keys = others.map(rowKey);
    return rows.length === keys.length && rows.every((row, at) => rowKey(row) === keys[at]);
  });
