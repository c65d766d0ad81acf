/** Merges answers into one grid, by the values of their header rows, never by position. Pure. */
import { mostDaysOf } from "../../catalog/grains.ts";
import { grainOf } from "../../time/grains.ts";
import type { Work } from "../../async/work.ts";
import type { Axis, RowValue } from "../../cells/axis.ts";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import { addDays, daysOf, earlier, later } from "../../time/days.ts";
import { type Dimension, dateDimensionOf } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { Accumulator } from "../../cells/accumulator.ts";
import type { Cells } from "../../cells/cells.ts";
import { required } from "../../errors/tool-error.ts";
import type { Part } from "../plan/steps.ts";
import { includedProfiles, type Question } from "../question/question.ts";

/** An answer with the request that it answers. */
export interface Answered {
  readonly request: MetricsRequest;
  readonly answer: MetricsAnswer;
}

/** The same key for the same row, whatever its form. */
export type KeyOf = (type: Dimension, row: RowValue) => string;

/** Whole buckets, requested again because two answers each held a part of them. */
export interface Repairs {
  readonly rows: ReadonlySet<string>;
  readonly answered: readonly Answered[];
}

const noRepairs: Repairs = { rows: new Set(), answered: [] };

type Shape = Pick<Part, "metrics" | "dimensions">;

export interface Merged {
  readonly cells: Cells;
  /** Keys of date rows whose averages are wrong, because two answers each hold a part of the bucket. */
  readonly doubled: ReadonlySet<string>;
}

export function* merge(
  question: Question,
  shape: Shape,
  answered: readonly Answered[],
  keyOf: KeyOf,
  repairs: Repairs = noRepairs,
): Work<Merged> {
  const axes = shape.dimensions.map((type, index) =>
    mergedAxis(question, type, index, answered, keyOf),
  );
  const [only, second] = answered;
  if (only !== undefined && second === undefined && isMerged(axes, shape, only.answer, keyOf)) {
    const cells = { axes, metrics: shape.metrics, values: only.answer.values.unpacked() };
    return { cells, doubled: new Set() };
  }

  const accumulator = new Accumulator(axes, shape.metrics);
  const dateAxis = axes.findIndex(({ type }) => type === dateDimensionOf(shape.dimensions));
  const placeOf = placesOn(axes, keyOf);

  function* add(
    { request, answer }: Answered,
    takesMetric: (metric: Metric) => boolean,
    takesDate: (key: string) => boolean,
  ): Work<void> {
    const columns = request.metrics.map((name) => {
      const column = shape.metrics.findIndex((metric) => metric.name === name);
      return takesMetric(required(shape.metrics[column], name)) ? column : undefined;
    });
    if (columns.every((column) => column === undefined)) return;
    const mappings = answer.axes.map(({ type, rows }, from) => ({
      from,
      rows: rows.map((row) => {
        const place = placeOf(type, row);
        return from === dateAxis && !takesDate(keyOf(type, row)) ? [] : [place];
      }),
    }));
    const source = { axes: answer.axes, values: answer.values.unpacked(), columns };
    yield* accumulator.add(source, mappings);
  }

  for (const one of answered) {
    yield* add(one, isSum, () => true);
    yield* add(one, isAverage, (key) => !repairs.rows.has(key));
  }
  for (const one of repairs.answered) yield* add(one, isAverage, (key) => repairs.rows.has(key));

  const { type, rows } = axes[dateAxis] ?? { type: "date.day", rows: [] };
  const places = yield* accumulator.doubledAverages(dateAxis);
  const doubled = rows.filter((_, place) => places.has(place)).map((row) => keyOf(type, row));
  return { cells: yield* accumulator.finish(), doubled: new Set(doubled) };
}

/** Returns a function that finds the place of a row on its axis. */
export function placesOn(
  axes: readonly Axis[],
  keyOf: KeyOf,
): (type: Dimension, row: RowValue) => number {
  const placesOf = ({ type, rows }: Axis): Map<string, number> =>
    new Map(rows.map((row, place) => [keyOf(type, row), place]));
  const places = new Map(axes.map((axis) => [axis.type, placesOf(axis)]));
  return (type, row) => required(places.get(type)?.get(keyOf(type, row)), `a row of ${type}`);
}

const isSum = (metric: Metric): boolean => metric.aggregation === "sum";
const isAverage = (metric: Metric): boolean => !isSum(metric);

/** The profiles and days of the question; for other dimensions the rows of the answers, in their order. */
function mergedAxis(
  question: Question,
  type: Dimension,
  index: number,
  answered: readonly Answered[],
  keyOf: KeyOf,
): Axis {
  if (type === "profile") return { type, rows: includedProfiles(question).map(({ id }) => id) };
  if (type === "date.day") return { type, rows: daysOf(question.start, question.end) };
  const lists = answered.map(({ answer }) => answer.axes[index]?.rows ?? []);
  return { type, rows: unionOf(type, lists, keyOf) };
}

/** Each row once, in the order in which it is first seen. */
export function unionOf(
  type: Dimension,
  lists: readonly (readonly RowValue[])[],
  keyOf: KeyOf,
): RowValue[] {
  const rows = new Map<string, RowValue>();
  for (const row of lists.flat()) {
    const key = keyOf(type, row);
    if (!rows.has(key)) rows.set(key, row);
  }
  return [...rows.values()];
}

/** A single answer that already has the merged rows and metrics needs no copy. */
const isMerged = (
  axes: readonly Axis[],
  shape: Shape,
  answer: MetricsAnswer,
  keyOf: KeyOf,
): boolean =>
  shape.metrics.every(({ name }, index) => name === answer.metrics[index]) &&
  axes.every(({ type, rows }, index) => {
    const others = answer.axes[index]?.rows ?? [];
    const keys = others.map((row) => keyOf(type, row));
    return rows.length === keys.length && rows.every((row, at) => keyOf(type, row) === keys[at]);
  });

/** One request per cut, which holds the whole of each doubled bucket, for the averages. */
export function repairRequests(
  question: Question,
  shape: Shape,
  answered: readonly Answered[],
  doubled: ReadonlySet<string>,
  keyOf: KeyOf,
): MetricsRequest[] {
  const type = dateDimensionOf(shape.dimensions);
  if (type === undefined) return [];
  const dateAxis = shape.dimensions.indexOf(type);
  const averages = new Set(shape.metrics.filter(isAverage).map(({ name }) => name));
  // The days that a bucket can reach to either side of a cut inside it.
  const days = mostDaysOf(grainOf([type]).unit) - 1;
  return answered.flatMap(({ request, answer }) => {
    const first = answer.axes[dateAxis]?.rows[0];
    const metrics = request.metrics.filter((name) => averages.has(name));
    const isCut = request.start !== question.start && first !== undefined;
    if (!isCut || metrics.length === 0 || !doubled.has(keyOf(type, first))) return [];
    const start = later(question.start, addDays(request.start, -days));
    const end = earlier(question.end, addDays(request.start, days - 1));
    return [{ ...request, metrics, start, end }];
  });
}
