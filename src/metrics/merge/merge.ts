/** Merges answers into one grid, by the values of their header rows, never by position. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { Work } from "../../async/work.ts";
import { dateDimensionOf, isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { Accumulator, fold, unfolded } from "../../cells/accumulator.ts";
import type { FoldedAxis, Source } from "../../cells/accumulator.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { groupBy } from "../../cells/group-by.ts";
import { required, upstreamError } from "../../errors/tool-error.ts";
import { daysOf, toDay, type Day } from "../../time/days.ts";
import type { Weekday } from "../../time/grains.ts";
import { firstDays, sumDimensions } from "../question/needs.ts";
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
  if (only !== undefined && second === undefined && isWhole(only.answer, axes, shape.metrics))
    return { axes, metrics: shape.metrics, values: only.answer.values.unpacked() };

  function* sources(): Generator<Source, void, undefined> {
    for (const { request, answer } of answered)
      yield { axes: answer.axes, values: answer.values.unpacked(), names: request.metrics };
  }
  const accumulator = yield* gather(axes, shape.metrics, sources());
  return yield* accumulator.finish(
    upstreamError("the API's rows overlap where they were cut", "Ask by date.day instead."),
  );
}

/**
 * Merges answers whose sums are by a grain of time, or of their whole range, into rows of time.
 * @param days the first days of the rows.
 */
export const mergeSums = (
  question: Question,
  { metrics, dimensions }: Shape,
  answered: readonly Answered[],
  { days, weekStart }: { readonly days: readonly Day[]; readonly weekStart: Weekday | undefined },
): Work<Cells> => {
  const shape = { metrics, dimensions: withDays(dimensions) };
  const renamed = answered.map(({ request, answer }): Answered => {
    const date = dateDimensionOf(dimensions);
    const first = firstDays(request, date, weekStart).map((day) => rowAt(days, day));
    const axes = shape.dimensions.map((type): Axis => {
      if (type === "date.day") return { type, rows: first };
      return required(
        answer.axes.find((axis) => axis.type === type),
        `the axis ${type}`,
      );
    });
    const own = answer.axes.find((axis) => axis.type === date);
    if (own !== undefined && own.rows.length !== first.length)
      throw upstreamError(
        `the API has ${own.rows.length} rows of ${date} where the calendar has ${first.length}`,
        "Ask by date.day instead.",
      );
    return { request, answer: { ...answer, axes } };
  });
  return merge(question, shape, renamed, days);
};

/** The row of time that holds a day. */
const rowAt = (days: readonly Day[], day: Day): Day =>
  required(
    days.findLast((first) => first <= day),
    "a row of time",
  );

/** The same dimensions with rows of time that are named by their first day. */
const withDays = (dimensions: readonly Dimension[]): Dimension[] => [
  ...dimensions.filter((type) => type === "profile"),
  "date.day",
  ...dimensions.filter((type) => isBreakdown(type)),
];

/** Folds a part to the sums that the question needs: each row of time is named by its first day, so that a break can divide it. */
export function foldSums(question: Question, cells: Cells, days: readonly Day[]): Work<Cells> {
  const axes = withDays(sumDimensions(question)).map((type): FoldedAxis => {
    const own = required(unfolded(cells, type), `the axis ${type}`);
    if (type !== "date.day" || own.axis.rows.length === days.length) return own;
    const rows = own.axis.rows.map((row) => [days.indexOf(rowAt(days, toDay(rowKey(row))))]);
    return { ...own, axis: { type, rows: days }, rows };
  });
  return fold(cells, axes);
}

/** Adds grids by the values of their rows and the names of their metrics. */
export function* gather(
  axes: readonly Axis[],
  metrics: readonly Metric[],
  sources: Iterable<Source>,
): Work<Accumulator> {
  const placesOf = ({ rows }: Axis): Map<string, number> =>
    new Map(rows.map((row, place) => [rowKey(row), place]));
  const places = new Map(axes.map((axis) => [axis.type, placesOf(axis)]));
  const placeOf = (type: Dimension, row: RowValue): number =>
    required(places.get(type)?.get(rowKey(row)), `a row of ${type}`);
  const accumulator = new Accumulator(axes, metrics);
  for (const source of sources) {
    const mappings = source.axes.map(({ type, rows }, from) => ({
      from,
      rows: rows.map((row) => [placeOf(type, row)]),
    }));
    yield* accumulator.add(source, mappings);
  }
  return accumulator;
}

/** Each row once, in the order in which it is first seen. */
export const unionOf = (lists: readonly (readonly RowValue[])[]): RowValue[] =>
  groupBy(lists.flat(), rowKey).map(([row]) => row);

/** An answer that already has the rows and metrics needs no copy. */
export const isWhole = (
  answer: MetricsAnswer,
  axes: readonly Axis[],
  metrics: readonly Metric[],
): boolean =>
  metrics.map(({ name }) => name).join() === answer.metrics.join() &&
  axes.every(({ rows }, index) =>
    isDeepStrictEqual(rows.map(rowKey), answer.axes[index]?.rows.map(rowKey)),
  );
