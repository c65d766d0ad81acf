/** The exact table: time down, everything else across; without time, the longest dimension down. */
import { longestDimension, valueAt } from "../meaning/series.ts";
import { combines } from "../meaning/combine.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import { fold, unfolded } from "../cells/accumulator.ts";
import type { Result } from "../cells/result.ts";
import { formatNumber } from "../text/numbers.ts";
import { cell } from "../text/words.ts";
import { type View, type NamedSeries, nameOf, viewOf } from "./view.ts";

/** More columns than this are hard to follow: the table continues in a further block. */
const maxColumns = 30;

interface Column {
  readonly series: NamedSeries;
  readonly index: number;
  readonly metric: number;
}

/**
 * Every number of `result`, and a last row of totals; columns without any value are left out.
 * @param finest the same at the finest grain held, from which the last row is computed.
 */
export function exactTable(result: Result, finest: Result = result): string {
  const view = viewOf(result, longestDimension(result));
  const totals = totalsOf(view, finest);
  const codes = codesOf(view);
  const legend = view.series.map((series, index) => `${codes?.[index]} = ${cell(nameOf(series))}`);
  const blocks = blocksOf(view).map((columns) => block(view, totals, columns, codes));
  return [
    metricLine(view),
    ...(codes === undefined ? [] : [legend.join("; ")]),
    ...(blocks.length === 0 ? ["There is no value to show."] : blocks),
  ].join("\n");
}

function block(
  view: View,
  totals: Totals,
  columns: readonly Column[],
  codes: readonly string[] | undefined,
): string {
  const header = columns.map((column, place) =>
    columnName(view, column, columns[place - 1], codes),
  );
  const rows = view.rows.map((name, row) => [
    cell(name),
    ...columns.map(({ series, metric }) => formatNumber(valueAt(view, series, row, metric))),
  ]);
  const levels = columns.map(({ index, metric }) => totals(index, metric));
  const aggregations = new Set(columns.map(({ metric }) => view.metrics[metric]?.aggregation));
  const written = levels.map((level) => (level === undefined ? "" : formatNumber(level)));
  const last = [[...aggregations].join("/"), ...written];
  const hasTotals = view.rows.length > 1 && levels.some((level) => level !== undefined);
  const lines = [[downName(view), ...header], ...rows, ...(hasTotals ? [last] : [])];
  return lines
    .map((cells) => (view.down === undefined ? cells.slice(1) : cells).join("|"))
    .join("\n");
}

/** The total of one metric of a series, by its index; undefined where the rows cannot be combined. */
type Totals = (series: number, metric: number) => number | undefined;

/** Folds the dimension that goes down, and time, from the finest grain of the result, never from the table shown. */
function totalsOf(view: View, finest: Result): Totals {
  const gone = finest.cells.axes.filter(({ type }) => type === view.down || isDateDimension(type));
  const kept = finest.cells.axes.flatMap((axis, from) =>
    gone.includes(axis) ? [] : [unfolded(axis, from)],
  );
  const { values } = fold(finest.cells, kept);
  const combined = view.metrics.map((metric) =>
    gone.every(({ type, rows }) => rows.length === 1 || combines(finest, type, metric)),
  );
  return (series, metric) =>
    combined[metric] === true ? values[series * view.metrics.length + metric] : undefined;
}

const downName = (view: View): string => (view.down ?? "").replace("date.", "");

/** One block where all columns fit; otherwise blocks per metric, of a limited number of series. */
function blocksOf(view: View): Column[][] {
  const byMetric = view.metrics.map((_, metric) =>
    view.series
      .map((series, index) => ({ series, index, metric }))
      .filter((column) => hasValue(view, column)),
  );
  const all = byMetric.flat();
  if (all.length === 0) return [];
  if (all.length <= maxColumns) return [all];
  return byMetric.flatMap((columns) =>
    Array.from({ length: Math.ceil(columns.length / maxColumns) }, (_, index) =>
      columns.slice(index * maxColumns, (index + 1) * maxColumns),
    ),
  );
}

const hasValue = (view: View, { series, metric }: Column): boolean =>
  view.rows.some((_, row) => !Number.isNaN(valueAt(view, series, row, metric)));

/** Short codes for the series, where columns must name both metric and series. */
function codesOf(view: View): string[] | undefined {
  const { length } = view.series;
  if (length === 1 || view.metrics.length === 1) return undefined;
  return view.series.map((_, index) =>
    length <= 26 ? String.fromCharCode(65 + index) : `s${index + 1}`,
  );
}

/** The metric is named by the first of its columns, the series by each. */
function columnName(
  view: View,
  { series, index, metric }: Column,
  before: Column | undefined,
  codes: readonly string[] | undefined,
): string {
  const name = view.metrics[metric]?.name ?? "";
  if (view.series.length === 1) return name;
  if (codes === undefined) return cell(nameOf(series));
  return before?.metric === metric ? (codes[index] ?? "") : `${name} ${codes[index]}`;
}

/** Each metric with its aggregation. */
const metricLine = (view: View): string =>
  `Metrics: ${view.metrics.map(({ name, aggregation }) => `${name} (${aggregation})`).join(", ")}`;
