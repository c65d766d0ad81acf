/** Shorter forms of a table that does not fit: overviews, summaries per series, leaders. */
import { required } from "../errors/tool-error.ts";
import { formatChange, formatNumber } from "../text/numbers.ts";
import { cell } from "../text/words.ts";
import type { Extreme, Leader, Statistics, Sweep } from "../meaning/statistics.ts";
import { metricOverview, ranking, seriesStatistics } from "../meaning/statistics.ts";
import { type View, nameOf } from "./view.ts";

const row = (cells: readonly string[]): string => cells.join("|");
const at = ({ rows }: View, { value, row: index }: Extreme): string => {
  const name = rows[index];
  return name === undefined ? formatNumber(value) : `${formatNumber(value)} on ${cell(name)}`;
};
const who = ({ series }: View, leader: Leader | undefined): string =>
  leader === undefined
    ? formatNumber(Number.NaN)
    : `${cell(nameOf(required(series[leader.series], "a series")))} ${formatNumber(leader.level)}`;

/** A single row has no change and no extremes. */
const statisticNames = (view: View): string[] =>
  view.rows.length === 1
    ? ["total or average"]
    : ["total or average", "change, 1st to 2nd half", "lowest", "highest"];

function statisticCells(view: View, { level, change, low, high }: Statistics): string[] {
  const cells = [formatNumber(level)];
  return view.rows.length === 1
    ? cells
    : [...cells, formatChange(change), at(view, low), at(view, high)];
}

/** A line per metric: level, change, extremes, first and last series; missing where rows cannot be combined. */
export function overview(view: View, swept: Sweep): string {
  const hasSeries = view.series.length > 1;
  const lines = view.metrics.map(({ name, aggregation }, column) => {
    const { first, last, ...statistics } = metricOverview(view, column, swept);
    const ends = hasSeries ? [who(view, first), who(view, last)] : [];
    return row([`${name} (${aggregation})`, ...statisticCells(view, statistics), ...ends]);
  });
  const ends = hasSeries ? ["highest series", "lowest series"] : [];
  return [row(["metric", ...statisticNames(view), ...ends]), ...lines].join("\n");
}

/** A block per metric, a line per series. */
export function seriesSummary(view: View): string {
  const blocks = view.metrics.map(({ name, aggregation }, column) => {
    const lines = view.series.map((series) =>
      row([cell(nameOf(series)), ...statisticCells(view, seriesStatistics(view, series, column))]),
    );
    return [row([`${name} (${aggregation})`, ...statisticNames(view)]), ...lines].join("\n");
  });
  return blocks.join("\n");
}

/** The highest and lowest series by the first metric that can rank them, with their levels of all that have any. */
export function leaders(view: View, swept: Sweep, most: number): string {
  const columns = [...view.metrics.keys()].filter((column) =>
    swept.levels[column]?.some((level) => !Number.isNaN(level)),
  );
  const [first = -1] = columns;
  const name = view.metrics[first]?.name ?? "";
  const order = ranking(swept.levels[first] ?? []);
  if (order.length === 0)
    return "The series are not ranked: no metric has days that can be combined.";
  const top = order.length <= most ? order : order.slice(0, Math.ceil(most / 2));
  const bottom = order.slice(Math.max(top.length, order.length - Math.floor(most / 2)));
  const line = (index: number): string => {
    const series = view.series[index];
    const numbers = columns.map((column) =>
      formatNumber(swept.levels[column]?.[index] ?? Number.NaN),
    );
    return row([series === undefined ? "" : cell(nameOf(series)), ...numbers]);
  };
  const left = order.length - top.length - bottom.length;
  const unranked = view.series.length - order.length;
  return [
    `Totals or averages by ${name}, the highest first:`,
    row([view.across.join(", "), ...columns.map((column) => view.metrics[column]?.name ?? "")]),
    ...top.map(line),
    ...(left > 0 ? [`… ${left} more, left out …`] : []),
    ...bottom.map(line),
    ...(unranked > 0 ? [`${unranked} more have no value of ${name}.`] : []),
  ].join("\n");
}
