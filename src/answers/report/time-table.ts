/** Tables with rows of time, or others in an order of their own, going down and the other dimensions across. */
import { chunks } from "../../numbers/cells/group-by.ts";
import { required } from "../../base/errors/tool-error.ts";
import { isMissing } from "../../numbers/cells/states.ts";
import type { NumberColumn } from "../../numbers/table/table.ts";
import type { Block, Note } from "../replies/layout.ts";
import { cell } from "../../base/text/words.ts";
import { writerOf, type ChosenLines } from "./lines.ts";
import { dayName } from "./names.ts";
import type { Line } from "./order.ts";
import { seriesName, valueAt, type Series, type View } from "./view.ts";

/** More columns than this are hard to follow: the table continues in a further block. */
const maxColumns = 30;

interface ShownColumn {
  readonly series: Series;
  /** Where columns must name both metric and series. */
  readonly code: string | undefined;
  readonly column: number;
}

/**
 * A number per row of time, series and column; columns without any value are omitted.
 * @param rows of time, in the order in which they are shown, with their ranks.
 */
export function timeTable(
  view: View,
  rows: ChosenLines,
  lines: readonly Line[],
  titles: readonly string[],
): Block[] {
  const { down = "", result } = view;
  const rowTitle = (name: string): string =>
    down === "date.day" ? dayName(name, result) : cell(name);
  const series = lines
    .map(({ place }) => required(view.series[place], "a series"))
    .filter((singleSeries) =>
      view.table.columns.some((column) => hasValue(view, singleSeries, column)),
    );
  const codes = codesOf(view, series.length);
  const written = writerOf(view);
  const hasRanks = !rows.isWhole && rows.lines.some(({ rank }) => rank !== undefined);
  const blocks = blocksOf(view, series, codes).map((columns) => [
    [
      ...(hasRanks ? ["#"] : []),
      down.replace("date.", ""),
      ...columns.map((shownColumn, place) => header(view, shownColumn, columns[place - 1], titles)),
    ],
    ...rows.lines.map(({ place, rank }) => [
      ...(hasRanks ? [String(rank ?? "")] : []),
      rowTitle(required(view.rows[place], "a row")),
      ...columns.map((shownColumn) => written(shownColumn.series, place, shownColumn.column)),
    ]),
  ]);
  const legend: Note =
    codes &&
    series
      .map((singleSeries, index) => `${codes[index]} = ${cell(seriesName(singleSeries))}`)
      .join("; ");
  const isOne = view.table.columns.length === 1 && view.series.length > 1;
  const title = (isOne ? titles[0] : legend) || undefined;
  return blocks.map((block, place) => ({ title: place === 0 ? title : undefined, rows: block }));
}

/** The metric is named by the first of its columns, the series by each. */
function header(
  view: View,
  { series, code, column }: ShownColumn,
  before: ShownColumn | undefined,
  titles: readonly string[],
): string {
  const title = required(titles[column], "a title");
  if (view.across.length === 0) return title;
  if (code === undefined) return view.table.columns.length === 1 ? cell(seriesName(series)) : title;
  return before?.column === column ? code : `${titles[column]} ${code}`;
}

const hasValue = ({ rows }: View, series: Series, column: NumberColumn): boolean =>
  rows.some((_, row) => !isMissing(valueAt(series, row, column)));

/** One block where all columns fit; otherwise blocks per column, of a limited number of series. */
function blocksOf(
  view: View,
  seriesList: readonly Series[],
  codes?: readonly string[],
): ShownColumn[][] {
  const byColumn = view.table.columns.map((numberColumn, column) =>
    seriesList
      .map((series, index) => ({ series, code: codes?.[index], column }))
      .filter(({ series }) => hasValue(view, series, numberColumn)),
  );
  const columns = byColumn.flat();
  if (columns.length <= maxColumns) return columns.length === 0 ? [] : [columns];
  return byColumn.flatMap((shownColumns) => chunks(shownColumns, maxColumns));
}

/** Short codes for the series, where columns must name both metric and series. */
function codesOf({ table, across }: View, count: number): string[] | undefined {
  if (across.length === 0 || table.columns.length === 1) return undefined;
  return Array.from({ length: count }, (_, index) =>
    count <= 26 ? String.fromCharCode(65 + index) : `s${index + 1}`,
  );
}
