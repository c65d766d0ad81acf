/** Selects metrics or rows of a grid, or of a result. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { numberAt } from "./number-at.ts";
import { required } from "../errors/tool-error.ts";

import { cellCount, strideAt, stridesOf, type Cells } from "./cells.ts";
import { linesOf, listOf, onlyDaysAt, onlyProfilesAt } from "./day-values.ts";
import type { Result } from "./result.ts";
import { dayNumber, daysBetween } from "../time/days.ts";
import type { Range } from "../time/grains.ts";

/** The place of a metric in a grid, by its name; -1 where the grid does not have it. */
export const metricPlace = (
  { metrics }: Pick<Cells, "metrics">,
  { name }: Pick<Metric, "name">,
): number => metrics.findIndex((metric) => metric.name === name);

/** The numbers of one metric of a grid. */
export function columnOf(cells: Cells, metric: Metric): Float64Array {
  const [place, width] = [metricPlace(cells, metric), cells.metrics.length];
  return cells.values.filter((_, at) => at % width === place);
}

/** The daily values of a metric; undefined where its kind is not known, so that its days are not combined. */
export const dailyValues = (
  { days }: Pick<Result, "days">,
  metric: Pick<Metric, "name" | "isOpaque">,
): Float64Array | undefined => (metric.isOpaque === true ? undefined : listOf(days, metric));

/** The daily values of a metric of each profile; none where its kind is not known. */
export function dayLines(
  result: Result,
  metric: Pick<Metric, "name" | "isOpaque">,
): ReturnType<typeof linesOf> {
  const list = dailyValues(result, metric);
  return list === undefined ? [] : linesOf(result.days, list);
}

/** Returns a result with only the metrics of these names, in this order. The days keep all: a ratio is made from its parts. */
export function onlyMetrics(result: Result, names: readonly string[]): Result {
  const metrics = names.map((name) =>
    required(
      result.metrics.find((metric) => metric.name === name),
      `the metric ${name}`,
    ),
  );
  return { ...result, metrics };
}

/** The values of a grid with other axes and metrics, in their order; the grid's own values where they are the same. */
export function arranged(
  cells: Cells,
  types: readonly Dimension[],
  metrics: readonly Metric[],
): Float64Array {
  const columns = Int32Array.from(metrics, (metric) => metricPlace(cells, metric));
  const own = cells.axes.filter(({ type, rows }) => types.includes(type) || rows.length > 1);
  const isSame =
    own.every(({ type }, place) => type === types[place]) &&
    columns.length === cells.metrics.length &&
    columns.every((column, place) => column === place);
  if (isSame) return cells.values;
  const strides = stridesOf(cells.axes, cells.metrics.length);
  const axes = types.map((type) => {
    const at = cells.axes.findIndex((axis) => axis.type === type);
    return { count: required(cells.axes[at], `the axis ${type}`).rows.length, at };
  });
  let offsets = new Int32Array(1);
  for (const { count, at } of axes) {
    const stride = strideAt(strides, at);
    const longer = new Int32Array(offsets.length * count);
    for (let place = 0; place < longer.length; place += 1)
      longer[place] = numberAt(offsets, Math.floor(place / count)) + (place % count) * stride;
    offsets = longer;
  }
  const values = new Float64Array(offsets.length * columns.length);
  let to = 0;
  for (const offset of offsets)
    for (const column of columns) values[to++] = numberAt(cells.values, offset + column);
  return values;
}

/** Returns a grid with the given rows of one dimension, in the given order; the grid itself where it does not have it. */
function selectRows(cells: Cells, type: Dimension, places: readonly number[]): Cells {
  const { metrics } = cells;
  const axis = cells.axes.findIndex((one) => one.type === type);
  if (axis === -1) return cells;
  const whole = required(cells.axes[axis], "an axis");
  const rows = places.map((place) => required(whole.rows[place], "a row"));
  const axes = cells.axes.with(axis, { type, rows });
  const inner = stridesOf(cells.axes, metrics.length)[axis] ?? 1;
  const outer = cells.values.length / (inner * whole.rows.length);
  const values = new Float64Array(cellCount(axes, metrics.length));
  let at = 0;
  for (let block = 0; block < outer; block += 1) {
    for (const place of places) {
      const from = (block * whole.rows.length + place) * inner;
      values.set(cells.values.subarray(from, from + inner), at);
      at += inner;
    }
  }
  return { axes, metrics, values };
}

/** Returns a result with the profiles at the given places. */
export function withProfilesAt(result: Result, places: readonly number[]): Result {
  const { days, split, own } = result;
  return {
    ...result,
    days: onlyProfilesAt(days, places),
    split: split && onlyProfilesAt(split, places),
    own: own && ownRows(own, "profile", places),
    profileCount: places.length,
  };
}

/** Returns a result with the days of a range, which is within its own. */
export function withinDays(result: Result, { start, end }: Range): Result {
  const { days, split, own } = result;
  const from = dayNumber(start) - dayNumber(result.start);
  const to = from + daysBetween(start, end);
  const places = Array.from({ length: to - from }, (_, place) => from + place);
  return {
    ...result,
    start,
    end,
    asked: undefined,
    days: onlyDaysAt(days, from, to),
    split: split && onlyDaysAt(split, from, to),
    own: own && ownRows(own, "date.day", places),
  };
}

/** Own numbers of the API are of all rows. */
const ownRows = (
  own: Cells,
  type: "profile" | "date.day",
  places: readonly number[],
): Cells | undefined =>
  own.axes.some((axis) => axis.type === type) ? selectRows(own, type, places) : undefined;

/** Returns a result with those of its profiles whose ids meet a condition. */
export function onlyProfiles(result: Result, isMet: (id: string) => boolean): Result {
  const { profiles } = result.days;
  const places = profiles.flatMap((id, place) => (isMet(id) ? [place] : []));
  return places.length === profiles.length ? result : withProfilesAt(result, places);
}

/** Returns a result without the profiles that no row counts, where rows are labels. */
export function onlyLabelled(result: Result, dimensions: readonly Dimension[]): Result {
  const { labels } = result;
  if (labels === undefined || !dimensions.includes("profile_label")) return result;
  return onlyProfiles(result, (id) => (labels.placesOf.get(id)?.length ?? 0) > 0);
}
