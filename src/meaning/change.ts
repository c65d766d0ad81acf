/** Change within one range: the later half against the earlier, or the last covered day against the first. */
import type { KindTraits } from "../catalog/kinds.ts";
import type { Work } from "../async/work.ts";
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { stridesOf } from "../cells/cells.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { addDays, dayNumber, daysBetween, type Day } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { combine, combineInto } from "./combine.ts";
import { coverageAt, isMissing, isNumber, withheld, type Column, type Figures } from "./figures.ts";
import { areHalvesOfMonths, halvesOf } from "./halves.ts";
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

export interface Changes {
  readonly shape: Shape;
  /** @param at the place of a figure of the shape. */
  readonly changeAt: (at: number) => Change;
}

/** The changes of the rows of some dimensions without time, in the order of time whatever the order of rows. */
export function* changesOf(
  result: Result,
  dimensions: readonly Dimension[],
  ways: (metric: Metric) => Ways,
): Work<Changes> {
  const others = dimensions.filter((type) => !isDateDimension(type));
  const shape = shapeFor(result, others, ways, true);
  const byDay = shapeFor(result, [...others, "date.day"], ways, false);
  // As those of levels, counts of the last days are carried, so that each day is of the same profiles.
  const carried = byDay.columns.map((column): Column =>
    column.method === "mean of last" ? { ...column, method: "last" } : column,
  );
  const daily = yield* combineInto(result, { ...byDay, columns: carried }, ways);
  const means = yield* meansOfHalves(result, shape, ways);
  const byMonth = [...others, "date.month"] as const;
  const sums = sumSeries(
    areHalvesOfMonths(result) ? yield* combine(result, byMonth, { ways, isDivided: false }) : daily,
    shape,
  );
  return {
    shape,
    changeAt: (at) => {
      const column = required(shape.columns[at % shape.columns.length], "a column");
      const series = seriesOf(daily, shape, column, at);
      if (isCompared(column.metric) === "ends") return betweenEnds(result, column, series);
      if (column.isDaily) return betweenMeans(result, column, means, at);
      return betweenSums(result, column, sums, at);
    },
  };
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
function* meansOfHalves(
  result: Result,
  shape: Shape,
  ways: (metric: Metric) => Ways,
): Work<Figures> {
  const columns = shape.columns.map((column): Column =>
    column.method === "sum" ? { ...column, method: "mean" } : column,
  );
  const halves = { type: "date.day" as const, rows: ["before", "after"] };
  const axes = [...shape.axes, halves];
  const strides = stridesOf(axes, columns.length);
  const days = daysBetween(result.start, result.end);
  const inHalves: Shape = {
    ...shape,
    isSingle: false,
    axes,
    columns,
    strides,
    timeStride: columns.length,
    breakdownStride: shape.breakdownStride * 2,
    placesOf: (profile) => shape.placesOf(profile).map((place) => place * 2),
    timeOf: ({ segment }) => {
      const parts = halvesOf(segment, result);
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
  return yield* combineInto(result, inHalves, ways);
}

function betweenMeans(
  result: Result,
  { metric, segment }: Column,
  figures: Figures,
  at: number,
): Change {
  if (halvesOf(segment, result) === undefined) return none;
  const stride = figures.columns.length;
  const target = at % stride;
  const first = (at - target) * 2 + target;
  const second = first + stride;
  return {
    ...changeOf(metric, numberAt(figures.values, first), numberAt(figures.values, second)),
    coverage: [coverageAt(figures, first), coverageAt(figures, second)],
  };
}

/** The values of one row by day; NaN where a profile beneath it has no value yet. */
type DailySeries = (day: number) => number;

function seriesOf(daily: Figures, shape: Shape, column: Column, at: number): DailySeries {
  const width = daily.columns.length;
  const source = daily.columns.findIndex(({ metric }) => metric === column.metric);
  const isMean = column.method === "mean of last";
  const days = required(daily.axes.at(-1), "days").rows.length;
  const row = Math.floor(at / shape.columns.length);
  return (day) => {
    const place = (row * days + day) * width + source;
    if (daily.pending[place] === 1) return Number.NaN;
    const value = numberAt(daily.values, place);
    // Single profile-days have no count of profiles.
    return isMean && daily.profiles.length > 0 ? value / numberAt(daily.profiles, place) : value;
  };
}

const placesOf = (result: Result, { start, end }: Range): readonly [number, number] => {
  const first = dayNumber(start) - dayNumber(result.start);
  return [first, first + daysBetween(start, end) - 1];
};

function betweenEnds(result: Result, { metric, segment }: Column, series: DailySeries): Change {
  const [start, end] = placesOf(result, segment);
  let first = start;
  while (first <= end && isMissing(series(first))) first += 1;
  let last = end;
  while (last > first && isMissing(series(last))) last -= 1;
  if (first >= last) return none;
  const days = [addDays(result.start, first), addDays(result.start, last)] as const;
  return { ...changeOf(metric, series(first), series(last)), days };
}

/** Compares sums whose days are not held, by the mean per profile-day of covered months, or per day where gaps are hidden. */
function betweenSums(
  result: Result,
  { metric, segment }: Column,
  series: SumSeries,
  at: number,
): Change {
  const halves = halvesOf(segment, result);
  if (halves === undefined) return none;
  const half = (range: Range): readonly [mean: number, coverage: number] => {
    let [sum, days, covered, expected] = [0, 0, 0, 0];
    for (const [row, { start, end }] of series.rows.entries()) {
      if (start < range.start || end > range.end) continue;
      const { value, ...seen } = series.at(metric, at, row);
      covered += seen.covered;
      expected += seen.expected;
      if (isMissing(value)) continue;
      sum += value;
      days += daysBetween(start, end);
    }
    return [sum / (expected > 0 ? covered : days), covered / expected];
  };
  const [[before, coverageBefore], [after, coverage]] = [half(halves.before), half(halves.after)];
  return { ...changeOf(metric, before, after), coverage: [coverageBefore, coverage] };
}

type SumSeries = ReturnType<typeof sumSeries>;

/** The figures of each row by day, or by month where gaps are seen so. */
function sumSeries(figures: Figures, { columns }: Shape) {
  const rows = required(figures.axes.at(-1)?.time, "rows of time");
  const width = figures.columns.length;
  const at = (metric: Metric, figure: number, row: number) => {
    const source = figures.columns.findIndex((column) => column.metric === metric);
    const place = (Math.floor(figure / columns.length) * rows.length + row) * width + source;
    const [covered, expected] = [figures.covered[place] ?? 0, figures.expected[place] ?? 0];
    return { value: numberAt(figures.values, place), covered, expected };
  };
  return { rows, at };
}
