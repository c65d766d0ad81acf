/** Change within one range: the later half against the earlier, or the last covered day against the first. */
import type { KindTraits } from "../catalog/kinds.ts";
import type { Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { addDays, dayNumber, daysBetween, type Day } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { combineInto } from "./combine.ts";
import { coverageAt, isMissing, isNumber, withheld, type Column, type Figures } from "./figures.ts";
import { halvesOf } from "./halves.ts";
import { shapeFor, type Shape, type Ways } from "./shape.ts";

/** A change of one row. Numbers are NaN where a side has no value, and withheld where there can be none. */
export interface Change {
  readonly before: number;
  readonly after: number;
  /** `percent`: a share of the value before, 0.1 for 10 %. `difference`: after minus before. */
  readonly form: KindTraits["change"];
  readonly value: number;
  /** The share of the profile-days of each side that have a value; NaN where it is not known. */
  readonly coverage: readonly [number, number];
  /** The days of a change from the first to the last covered day. */
  readonly days: readonly [Day, Day] | undefined;
}

/** Standing counts, and counts over the days up to one, are compared by their first and last day. */
export const isCompared = ({ kind }: Metric): "halves" | "ends" =>
  kind.overDays === "last" ? "ends" : "halves";

/** The change of each column of all rows together, a column for each side of a break. */
export function* changesOf(result: Result, ways: (metric: Metric) => Ways): Work<Change[]> {
  const shape = shapeFor(result, [], ways, true);
  const byDay = shapeFor(result, ["date.day"], ways, false);
  // As those of levels, counts of the last days are carried, so that each day is of the same profiles.
  const carried = byDay.columns.map((column): Column =>
    column.method === "mean of last" ? { ...column, method: "last" } : column,
  );
  const daily = yield* combineInto(result, { ...byDay, columns: carried });
  const means = yield* meansOfHalves(result, shape);
  return shape.columns.map((column, place) => {
    if (isCompared(column.metric) === "ends")
      return betweenEnds(result, column, seriesOf(daily, column));
    return column.isDaily ? betweenMeans(column, means, place) : betweenSums(column, daily);
  });
}

const none: Change = {
  before: Number.NaN,
  after: Number.NaN,
  form: "difference",
  value: withheld,
  coverage: [Number.NaN, Number.NaN],
  days: undefined,
};

function changeOf({ kind: { change: form } }: Metric, before: number, after: number): Change {
  return { ...none, before, after, form, value: valueOf(form, before, after) };
}

/** A percentage needs a base above 0. */
function valueOf(form: Change["form"], before: number, after: number): number {
  if (isMissing(before) || isMissing(after)) return Number.NaN;
  if (!isNumber(before) || !isNumber(after)) return withheld;
  if (form === "difference") return after - before;
  return before > 0 ? (after - before) / before : withheld;
}

/** The mean per covered profile-day of both halves: two rows of time. */
function* meansOfHalves(result: Result, shape: Shape): Work<Figures> {
  const columns = shape.columns.map((column): Column =>
    column.method === "sum" ? { ...column, method: "mean" } : column,
  );
  const halves = { type: "date.day" as const, rows: ["before", "after"] };
  const days = daysBetween(result.start, result.end);
  const inHalves: Shape = {
    ...shape,
    isSingle: false,
    axes: [halves],
    columns,
    strides: [columns.length],
    timeStride: columns.length,
    timeOf: ({ segment }) => {
      const parts = halvesOf(segment);
      const placeOf = new Int32Array(days).fill(-1);
      [parts?.before, parts?.after].forEach((part, row) => {
        if (part === undefined) return;
        const first = dayNumber(part.start) - dayNumber(result.start);
        placeOf.fill(row, first, first + daysBetween(part.start, part.end));
      });
      const rows = halves.rows.map((row) => ({ ...segment, row, isPartial: false }));
      return { rows, placeOf };
    },
  };
  return yield* combineInto(result, inHalves);
}

function betweenMeans({ metric, segment }: Column, figures: Figures, first: number): Change {
  if (halvesOf(segment) === undefined) return none;
  const second = first + figures.columns.length;
  return {
    ...changeOf(metric, numberAt(figures.values, first), numberAt(figures.values, second)),
    coverage: [coverageAt(figures, first), coverageAt(figures, second)],
  };
}

/** The values by day; NaN where a profile beneath has no value yet. */
function seriesOf(daily: Figures, column: Column): (day: number) => number {
  const source = daily.columns.findIndex(({ metric }) => metric === column.metric);
  const isMean = column.method === "mean of last";
  return (day) => {
    const place = day * daily.columns.length + source;
    if (daily.pending[place] === 1) return Number.NaN;
    const value = numberAt(daily.values, place);
    // Single profile-days have no count of profiles.
    return isMean && daily.profiles.length > 0 ? value / numberAt(daily.profiles, place) : value;
  };
}

function betweenEnds(
  result: Result,
  { metric, segment }: Column,
  series: (day: number) => number,
): Change {
  const start = dayNumber(result.start);
  let [first, last] = [dayNumber(segment.start) - start, dayNumber(segment.end) - start];
  while (first <= last && isMissing(series(first))) first += 1;
  while (last > first && isMissing(series(last))) last -= 1;
  if (first >= last) return none;
  const days = [addDays(result.start, first), addDays(result.start, last)] as const;
  return { ...changeOf(metric, series(first), series(last)), days };
}

/** Compares sums of a breakdown, whose gaps are hidden, by the mean per day with a value. */
function betweenSums({ metric, segment }: Column, figures: Figures): Change {
  const halves = halvesOf(segment);
  if (halves === undefined) return none;
  const source = figures.columns.findIndex((column) => column.metric === metric);
  const rows = required(figures.axes.at(-1)?.time, "rows of time");
  const mean = (range: Range): number => {
    let [sum, days] = [0, 0];
    for (const [row, { start, end }] of rows.entries()) {
      if (start < range.start || end > range.end) continue;
      const value = numberAt(figures.values, row * figures.columns.length + source);
      if (isMissing(value)) continue;
      sum += value;
      days += daysBetween(start, end);
    }
    return sum / days;
  };
  return changeOf(metric, mean(halves.before), mean(halves.after));
}
