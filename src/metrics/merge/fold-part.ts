/**
 * Folds a merged part to the question's dimensions. Labels are folded here and never requested: the API has no row for
 * profiles without a label, and rows of labels overlap, while totals must count each profile once. Pure.
 */
import type { Work } from "../../async/work.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { fold, unfolded, type FoldedAxis } from "../../cells/accumulator.ts";
import { dateDimensionOf, type Dimension } from "../../catalog/dimensions.ts";
import { required, upstreamError } from "../../errors/tool-error.ts";
import { bucketName, bucketsOf, bucketStart, isoWeekday, type Grain } from "../../time/grains.ts";
import { toDay, type Day } from "../../time/days.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import type { Answered } from "./merge.ts";

/** The rows that folding makes. */
export interface FoldedRows {
  readonly grain: Grain;
  /** The API's own names of the rows of the question's grain, in order; undefined where no answer has shown them. */
  readonly names: readonly RowValue[] | undefined;
  readonly labels: Labels | undefined;
}

export function foldPart(question: Question, cells: Cells, rows: FoldedRows): Work<Cells> {
  const axes = question.dimensions.map((type): FoldedAxis => {
    const held = unfolded(cells, type);
    if (held !== undefined) return held;
    return type === "profile_label"
      ? labelAxis(question, cells, required(rows.labels, "the list of labels"))
      : bucketAxis(question, cells, type, rows);
  });
  return fold(cells, axes);
}

const heldAxis = (cells: Cells, type: Dimension): FoldedAxis =>
  required(unfolded(cells, type), `the axis ${type}`);

function labelAxis(question: Question, cells: Cells, labels: Labels): FoldedAxis {
  const { from, axis } = heldAxis(cells, "profile");
  const { rows, placesOf } = labels.rowsOf(includedProfiles(question));
  return {
    axis: { type: "profile_label", rows },
    from,
    rows: axis.rows.map((id) => required(placesOf.get(rowKey(id)), `the profile ${rowKey(id)}`)),
  };
}

/** @throws ToolError `upstream_failed` where the API's rows are not the calendar's buckets. */
function bucketAxis(
  question: Question,
  cells: Cells,
  type: Dimension,
  rows: FoldedRows,
): FoldedAxis {
  const { from, axis } = heldAxis(cells, "date.day");
  if (type === "date.weekday") return weekdayAxis(axis, from);
  const buckets = bucketsOf(question.start, question.end, rows.grain);
  const names = rows.names ?? buckets.map((bucket) => bucketName(bucket, rows.grain));
  if (names.length !== buckets.length)
    throw upstreamError(
      `the API has ${names.length} rows of ${type} where the calendar has ${buckets.length}, so days cannot be folded into them`,
      askOtherwise,
    );
  const places = new Map(buckets.map((bucket, place) => [bucket, place]));
  const placeOf = (day: Day): number =>
    required(places.get(bucketStart(day, rows.grain)), `the bucket of ${day}`);
  return {
    axis: { type, rows: names },
    from,
    rows: axis.rows.map((row) => [placeOf(toDay(rowKey(row)))]),
  };
}

/** The ISO weekdays of the days, from 1, Monday. */
function weekdayAxis({ rows }: Axis, from: number): FoldedAxis {
  const weekdays = rows.map((row) => isoWeekday(toDay(rowKey(row))));
  const distinct = [...new Set(weekdays)].toSorted((one, other) => one - other);
  return {
    axis: { type: "date.weekday", rows: distinct },
    from,
    rows: weekdays.map((one) => [distinct.indexOf(one)]),
  };
}

/**
 * Folds the days of one profile and one metric, and compares them with the API's own rows.
 * @param named the answers that name the rows of the question's grain.
 * @throws ToolError `upstream_failed` where they differ: the API's rows then hold other days than assumed.
 */
export function* checkRows(
  question: Question,
  parts: readonly Cells[],
  rows: FoldedRows,
  named: readonly Answered[],
): Work<void> {
  const [sample] = named;
  const name = sample?.request.metrics[0];
  const profile = sample?.request.profiles[0];
  const part = parts.find(({ metrics }) => metrics.some((metric) => metric.name === name));
  const type = dateDimensionOf(question.dimensions);
  if (part === undefined || type === undefined) return;
  if (part.axes.some((axis) => axis.type !== "profile" && axis.type !== "date.day")) return;
  const axes = part.axes.map((axis, from): FoldedAxis =>
    axis.type === "profile"
      ? {
          axis: { ...axis, rows: [""] },
          from,
          rows: axis.rows.map((id) => (id === profile ? [0] : [])),
        }
      : bucketAxis(question, part, type, rows),
  );
  const { values, metrics } = yield* fold(part, axes);
  const column = metrics.findIndex((metric) => metric.name === name);
  const folded = Array.from(values).filter((_, at) => at % metrics.length === column);
  const answered = named.flatMap(({ answer }) => Array.from(answer.values.unpacked()));
  if (folded.every((value, row) => isClose(value, answered[row] ?? Number.NaN))) return;
  throw upstreamError(
    `the API's rows of ${type} hold other days than the calendar's, so days cannot be folded into them`,
    askOtherwise,
  );
}

const isClose = (left: number, right: number): boolean =>
  Number.isNaN(left)
    ? Number.isNaN(right)
    : Math.abs(left - right) <= 1e-6 * Math.max(1, Math.abs(left));

const askOtherwise = "Ask by date.day instead, or for at most one request's worth of profiles.";
