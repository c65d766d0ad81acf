/** Selects metrics or rows of a grid, or of a result. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { numberAt } from "./number-at.ts";
import { required } from "../errors/tool-error.ts";
import { rowKey, type Axis, type RowValue } from "./axis.ts";
import { cellCount, strideAt, stridesOf, type Cells } from "./cells.ts";
import type { Result } from "./result.ts";

/** The place of a metric in a grid, by its name; -1 where the grid does not have it. */
export const metricPlace = (
  { metrics }: Pick<Cells, "metrics">,
  { name }: Pick<Metric, "name">,
): number => metrics.findIndex((metric) => metric.name === name);

/** The place of a metric among the days of a result; undefined where its kind is not known, so that its days are not combined. */
export function dayColumn({ days }: Pick<Result, "days">, metric: Metric): number | undefined {
  const place = metricPlace(days, metric);
  return place === -1 || metric.isOpaque === true ? undefined : place;
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

/** Returns a result with the given rows of profiles, days or labels. Own numbers of the API are of all rows. */
export function withRows(
  result: Result,
  type: "profile" | "date.day" | "profile_label",
  places: readonly number[],
): Result {
  if (type === "profile_label") return { ...result, labels: withLabels(result, places) };
  const { days, split, own } = result;
  return {
    ...result,
    days: selectRows(days, type, places),
    split: split && selectRows(split, type, places),
    own: own?.axes.some((axis) => axis.type === type) ? selectRows(own, type, places) : undefined,
    profileCount: type === "profile" ? places.length : result.profileCount,
  };
}

function withLabels({ labels }: Result, places: readonly number[]): Result["labels"] {
  if (labels === undefined) return undefined;
  const placesOf = [...labels.placesOf].map(([id, own]) => {
    const kept = places.flatMap((place, index) => (own.includes(place) ? [index] : []));
    return [id, kept] as const;
  });
  const rows = places.map((place) => required(labels.rows[place], "a label"));
  return { rows, placesOf: new Map(placesOf) };
}

/** The rows of an axis; none where the grid does not have it. */
export const rowsAlong = (cells: Pick<Cells, "axes"> | undefined, type: Dimension): Axis["rows"] =>
  cells?.axes.find((axis) => axis.type === type)?.rows ?? [];

export const profileRows = ({ days }: Pick<Result, "days">): readonly RowValue[] =>
  rowsAlong(days, "profile");

/** Returns a result with those of its profiles whose ids meet a condition. */
export function onlyProfiles(result: Result, isMet: (id: string) => boolean): Result {
  const rows = profileRows(result);
  const places = rows.flatMap((row, place) => (isMet(rowKey(row)) ? [place] : []));
  return places.length === rows.length ? result : withRows(result, "profile", places);
}

/** Returns a result without the profiles that no row counts, where rows are labels. */
export function onlyLabelled(result: Result, dimensions: readonly Dimension[]): Result {
  const { labels } = result;
  if (labels === undefined || !dimensions.includes("profile_label")) return result;
  return onlyProfiles(result, (id) => (labels.placesOf.get(id)?.length ?? 0) > 0);
}
