/** Assembles the answers to a plan into the cells of the question: merge, fold, join. Pure. */
import { each, type Work } from "../../async/work.ts";
import type { MetricsAnswer } from "../../api/metrics-answer.ts";
import { areProfileDays, dateDimensionOf } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { dimensionsOf, selectMetrics } from "../../cells/select.ts";
import { required, upstreamError } from "../../errors/tool-error.ts";
import type { Day } from "../../time/days.ts";
import { bucketName, bucketsOf, grainOf, type Grain, type Weekday } from "../../time/grains.ts";
import type { CachedCells, Plan, RequestStep } from "../plan/steps.ts";
import type { Labels } from "../question/labels.ts";
import { needsOf, sumRows } from "../question/needs.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { assign } from "./assign.ts";
import { checkRows, foldPart } from "./fold-part.ts";
import { withoutLeadingZeros } from "./leading-zeros.ts";
import { foldSums, gather, merge, mergeSums, unionOf, type Answered } from "./merge.ts";

/** The cells at the question's dimensions, and the numbers that it needs beneath them. */
export type Outcome = Pick<Result, "cells" | "days" | "sums" | "weekStart">;

/** The answers to the steps of a plan, by key, and the cached ones that hold its other cells. */
export interface AnswersOfPlan {
  get(key: string): MetricsAnswer | undefined;
  holding(cells: CachedCells): MetricsAnswer;
}

/** @throws ToolError `upstream_failed` where the API's rows contradict each other or the calendar. */
export function* assemble(
  { question, parts: planned, rowNames }: Plan,
  answers: AnswersOfPlan,
  labels: Labels | undefined,
  weekStart: Weekday | undefined,
): Work<Outcome> {
  const needs = needsOf(question);
  const days = sumRows(question, weekStart);
  const answered = (steps: readonly RequestStep[]): Answered[] =>
    steps.map(({ key, request }) => ({ request, answer: required(answers.get(key), "an answer") }));
  const merged = yield* each(planned, (part) => {
    const { steps, cached, metrics, dimensions } = part;
    if (cached !== undefined) {
      const fetched = answered(steps).map((one) => ({ ...one, box: one.request }));
      const taken = cached.map((box) => ({ box, answer: answers.holding(box) }));
      return assign(question, part, [...fetched, ...taken]);
    }
    // Rows of days need no other names, and are folded.
    const isSummed = metrics.some((metric) => needs.sums.includes(metric));
    return isSummed && !dimensions.includes("date.day")
      ? mergeSums(question, part, answered(steps), { days, weekStart })
      : merge(question, part, answered(steps));
  });
  const named = answered(rowNames);
  const grain = grainOf(question.dimensions, weekStart);
  const all = [...named, ...planned.flatMap((part) => answered(part.steps))];
  const names = namesOf(question, all, grain);
  const rows = { grain, names, labels };
  yield* checkRows(question, merged, rows, named);
  const parts = merged.map((part) => withoutLeadingZeros(question, part));
  const folded = yield* each(parts, (part) => foldPart(question, part, rows));
  const { length } = includedProfiles(question);
  const finest = parts.filter((cells) => areProfileDays(dimensionsOf({ cells }), length));
  const summed = yield* each(withMetrics(parts, needs.sums), (part) =>
    foldSums(question, part, days),
  );
  const cells = required(yield* join(folded, question.metrics), "numbers");
  const areDays = areProfileDays(question.dimensions, length);
  return {
    cells,
    days: areDays ? cells : yield* join(withMetrics(finest, needs.days), needs.days),
    sums: yield* join(summed, needs.sums),
    weekStart,
  };
}

/** The parts with some of the metrics, without their others. */
const withMetrics = (parts: readonly Cells[], metrics: readonly Metric[]): Cells[] =>
  parts.flatMap((part) => {
    const columns = part.metrics.flatMap((one, at) => (metrics.includes(one) ? [at] : []));
    if (columns.length === part.metrics.length) return [part];
    return columns.length === 0 ? [] : [selectMetrics(part, columns)];
  });

/**
 * The API's names of the rows of the question's grain, where an answer shows one; others have those of the calendar.
 * @throws ToolError `upstream_failed` where two buckets have one name: they do not begin where the API's do.
 */
function namesOf(
  { dimensions, start, end }: Question,
  answered: readonly Answered[],
  grain: Grain,
): readonly RowValue[] | undefined {
  const type = dateDimensionOf(dimensions);
  const names = new Map<Day, RowValue>();
  for (const { request, answer } of answered) {
    const rows = answer.axes.find((axis) => axis.type === type)?.rows ?? [];
    const buckets = bucketsOf(request.start, request.end, grain);
    if (rows.length !== buckets.length) continue;
    for (const [place, row] of rows.entries()) names.set(required(buckets[place], "a bucket"), row);
  }
  if (names.size === 0) return undefined;
  if (new Set([...names.values()].map(rowKey)).size !== names.size)
    throw upstreamError(
      `the API's rows of ${type} hold other days than the calendar's`,
      "Ask by date.day instead.",
    );
  return bucketsOf(start, end, grain).map(
    (bucket) => names.get(bucket) ?? bucketName(bucket, grain),
  );
}

/** Places the metrics of parts with the same dimensions side by side; returns undefined if there are no parts. */
function* join(parts: readonly Cells[], metrics: readonly Metric[]): Work<Cells | undefined> {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first;
  const axes = first.axes.map(({ type }, index): Axis => {
    const lists = parts.map((part) => required(part.axes[index], `the axis ${type}`).rows);
    return { type, rows: unionOf(lists) };
  });
  const named = parts.map((part) => ({ ...part, names: part.metrics.map(({ name }) => name) }));
  const joined = yield* gather(axes, metrics, named);
  return yield* joined.finish();
}
