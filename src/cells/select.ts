/** Selects metrics or rows of a grid, or of a result. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { numberAt } from "./number-at.ts";
import { required } from "../errors/tool-error.ts";
import { rowKey, type RowValue } from "./axis.ts";
import { cellCount, stridesOf, type Cells } from "./cells.ts";
import type { Result } from "./result.ts";

/** Returns a grid with the given metric columns, in the given order; the grid itself where it has no others. */
export function selectMetrics(cells: Cells, columns: readonly number[]): Cells {
  const { axes, metrics, values } = cells;
  const width = metrics.length;
  if (columns.length === width && columns.every((column, place) => column === place)) return cells;
  const selected = new Float64Array((values.length / width) * columns.length);
  for (let at = 0, from = 0; from < values.length; from += width) {
    for (const column of columns) selected[at++] = numberAt(values, from + column);
  }
  const selectedMetrics = columns.map((column) => required(metrics[column], "a metric"));
  return { axes, metrics: selectedMetrics, values: selected };
}

/** The place of a metric in a grid, by its name; -1 where the grid does not have it. */
export const metricPlace = (
  { metrics }: Pick<Cells, "metrics">,
  { name }: Pick<Metric, "name">,
): number => metrics.findIndex((metric) => metric.name === name);

/** True for a metric that is made of the sums of the result. */
export const isOfSums = ({ sums }: Pick<Result, "sums">, { name }: Metric): boolean =>
  sums?.metrics.some((one) => one.name === name) === true;

/** The place of a metric among the days of a result; undefined where its numbers are not made of them. */
export function dayColumn(result: Result, metric: Metric): number | undefined {
  const { days, heldAsParts = [] } = result;
  if (isOfSums(result, metric) || heldAsParts.includes(metric.name)) return undefined;
  const place = days === undefined ? -1 : metricPlace(days, metric);
  return place === -1 ? undefined : place;
}

/** The days of a result with the metrics of its cells; undefined where they do not hold all of them. */
export function daysOfCells(result: Result): Cells | undefined {
  const { cells, days } = result;
  if (days === undefined || days === cells) return days;
  const columns = cells.metrics.flatMap((metric) => dayColumn(result, metric) ?? []);
  return columns.length < cells.metrics.length ? undefined : selectMetrics(days, columns);
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

/** Returns a result with the given rows of one dimension, in its cells and in its days, wherever they have it. */
export function withRows(result: Result, type: Dimension, places: readonly number[]): Result {
  const select = (cells: Cells): Cells => selectRows(cells, type, places);
  const cells = select(result.cells);
  const { days, sums } = result;
  return {
    ...result,
    cells,
    days: days === result.cells ? cells : days && select(days),
    sums: sums && select(sums),
    profileCount: type === "profile" ? places.length : result.profileCount,
    labels: type === "profile_label" ? withLabels(result, places) : result.labels,
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

/** The profiles of a result; undefined where it is not split by profile. */
export const profileRows = ({ days, sums, cells }: Result): readonly RowValue[] | undefined =>
  [days, sums, cells].flatMap((grid) => grid?.axes ?? []).find(({ type }) => type === "profile")
    ?.rows;

/** Returns a result with those of its profiles whose ids meet a condition. */
export function onlyProfiles(result: Result, isMet: (id: string) => boolean): Result {
  const rows = profileRows(result);
  if (rows === undefined) return result;
  const places = rows.flatMap((row, place) => (isMet(rowKey(row)) ? [place] : []));
  return withRows(result, "profile", places);
}

/** Returns a result without the profiles that no row counts, where rows are labels. */
export function onlyLabelled(result: Result, dimensions: readonly Dimension[]): Result {
  const { labels } = result;
  if (labels === undefined || !dimensions.includes("profile_label")) return result;
  return onlyProfiles(result, (id) => (labels.placesOf.get(id)?.length ?? 0) > 0);
}

/** The dimensions of a result, in order. */
export const dimensionsOf = ({ cells }: { readonly cells: Pick<Cells, "axes"> }): Dimension[] =>
  cells.axes.map(({ type }) => type);
