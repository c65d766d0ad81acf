/** Sums as a question needs them: each row of time is named by its first day, so that a break can divide a bucket. Pure. */
import type { Work } from "../../async/work.ts";
import { dateDimensionOf, isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import { fold, unfolded, type FoldedAxis } from "../../cells/accumulator.ts";
import { rowKey, type Axis } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { required, upstreamError } from "../../errors/tool-error.ts";
import { toDay, type Day } from "../../time/days.ts";
import type { Weekday } from "../../time/grains.ts";
import type { Part } from "../plan/steps.ts";
import { firstDays, sumDimensions } from "../question/needs.ts";
import type { Question } from "../question/question.ts";
import { merge, type Answered } from "./merge.ts";

/**
 * Merges answers whose sums are by a grain of time, or of their whole range, into rows of time.
 * @param days the first days of the rows.
 */
export const mergeSums = (
  question: Question,
  { metrics, dimensions }: Pick<Part, "metrics" | "dimensions">,
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

/** Folds a part to the sums that the question needs. */
export function foldSums(question: Question, cells: Cells, days: readonly Day[]): Work<Cells> {
  const axes = withDays(sumDimensions(question)).map((type): FoldedAxis => {
    const own = required(unfolded(cells, type), `the axis ${type}`);
    if (type !== "date.day" || own.axis.rows.length === days.length) return own;
    const rows = own.axis.rows.map((row) => [days.indexOf(rowAt(days, toDay(rowKey(row))))]);
    return { ...own, axis: { type, rows: days }, rows };
  });
  return fold(cells, axes);
}
