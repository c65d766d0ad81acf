/** The rows of a table by their totals: the highest and the lowest. */
import type { Work } from "../async/work.ts";
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { combine } from "../meaning/combine.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { coverageAt, isNumber, isWithheld, withheld } from "../meaning/figures.ts";
import { rankingOf } from "../meaning/ranking.ts";
import type { Ways } from "../meaning/shape.ts";
import { formatNumber, percent } from "../text/numbers.ts";
import { cell, tableRow } from "../text/words.ts";
import { columnTitle, segmentName } from "./names.ts";
import { placeAt, seriesName, valueAt, viewOf, type View } from "./view.ts";

/** A result, and the dimensions at which it is summarised. */
export interface Summarised {
  readonly result: Result;
  readonly dimensions: readonly Dimension[];
  readonly ways: (metric: Metric) => Ways;
}

/** The highest and the lowest series of a column, with their numbers. */
export function endsOf(view: View, column: number): string[] {
  const numbers = numbersOf(view, column);
  const order = rankingOf(numbers);
  const marks = coverageMarks(view, column);
  const none = numbers.some(isWithheld) ? withheld : Number.NaN;
  return [order[0], order.at(-1)].map((one) => {
    if (one === undefined) return formatNumber(none);
    return `${nameAt(view, one.place)}${marks(one.place)} ${formatNumber(numberAt(numbers, one.place))}`;
  });
}

const nameAt = ({ series }: View, place: number): string =>
  cell(seriesName(required(series[place], "a series")));

const numbersOf = (view: View, column: number): Float64Array =>
  Float64Array.from(view.series, (series) => valueAt(view, series, 0, column));

/** The totals of each series: what the series are ranked by. */
export function* seriesTotals({ result, dimensions, ways }: Summarised): Work<View> {
  const others = dimensions.filter((type) => !isDateDimension(type));
  return viewOf(result, yield* combine(result, others, { ways }), "none");
}

/** More columns than this are not repeated for each of the leading series. */
const maxLeaderColumns = 8;

/** The highest and lowest series by the first column that can rank them, with their totals of all columns. */
export function leaders(view: View, most: number): string {
  const { columns } = view.figures;
  const first = rankingColumn(view);
  const ranked = columns[first];
  if (ranked === undefined)
    return "The rows are not ranked: no metric has a valid total for each of them.";
  const shown = columns.length > maxLeaderColumns ? [first] : [...columns.keys()];
  const numbers = shown.map((column) => numbersOf(view, column));
  const order = rankingOf(numbersOf(view, first));
  const top = order.length <= most ? order : order.slice(0, Math.ceil(most / 2));
  const bottom = order.slice(Math.max(top.length, order.length - Math.floor(most / 2)));
  const marks = coverageMarks(view, first);
  const line = ({ place }: { readonly place: number }): string => {
    const own = numbers.map((list) => formatNumber(numberAt(list, place)));
    return tableRow([`${nameAt(view, place)}${marks(place)}`, ...own]);
  };
  const omitted = order.length - top.length - bottom.length;
  const unranked = view.series.length - order.length;
  const titles = shown.map((column) =>
    columnTitle(required(columns[column], "a column"), view.result),
  );
  return [
    `By ${columnTitle(ranked, view.result)}, highest first:`,
    tableRow([view.across.join(", "), ...titles]),
    ...top.map(line),
    ...(omitted > 0 ? [`… ${omitted} more omitted …`] : []),
    ...bottom.map(line),
    ...(unranked > 0 ? [`${unranked} more have no value of ${ranked.metric.name}.`] : []),
  ].join("\n");
}

/** The last part of the range of the first metric that can rank the series. */
function rankingColumn(view: View): number {
  const { columns } = view.figures;
  const canRank = (column: number): boolean => numbersOf(view, column).some(isNumber);
  const first = [...columns.keys()].find(canRank);
  const metric = first === undefined ? undefined : columns[first]?.metric;
  return columns.findLastIndex((own, column) => own.metric === metric && canRank(column));
}

/** Returns a function that marks series of which much fewer profile-days have a value than of others. */
export function coverageMarks(
  { result, figures, series, rowStride }: View,
  column: number,
): (place: number) => string {
  const { columns } = figures;
  const shares = Float64Array.from(series, (one) =>
    coverageAt(figures, placeAt({ rowStride }, one, 0, column)),
  );
  const most = shares.reduce((best, share) => Math.max(best, share || 0), 0);
  return (place) => {
    const share = numberAt(shares, place);
    const [side = ""] = segmentName(required(columns[column], "a column"), result).split(",");
    const where = side === "" ? "" : ` ${side}`;
    return differsMuch(most, share) ? ` (${percent(share)} covered${where})` : "";
  };
}
