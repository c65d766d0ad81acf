/** Tables of lines that have no time, and the sentences about lines that every table has. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import type { Work } from "../../base/async/work.ts";
import { grains } from "../../catalog/grains.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import { differsMuch } from "../../numbers/meaning/coverage.ts";
import { mostOfTotal } from "../../numbers/table/share.ts";
import { columnLike, coverageAt, noDay, type NumberColumn } from "../../numbers/table/table.ts";
import type { Block } from "../replies/layout.ts";
import { moreText, within, type Chosen } from "../replies/window.ts";
import { formatNumber, formatShare, percent } from "../../base/text/numbers.ts";
import { cell, plural } from "../../base/text/words.ts";
import { addDays } from "../../base/time/days.ts";
import { dayName, methodTitle, nameOf, numberText, segmentName, sideName } from "./names.ts";
import type { Line } from "./order.ts";
import { coverageOf, type RankedBy, type Ranks } from "./ranks.ts";
import { isSorted, type Shown, type Sorting } from "./shown.ts";
import { valueAt, viewOf, type Series, type View } from "./view.ts";

export type ChosenLines = Chosen<Line>;

/** The places of the rows that are shown: of each line in order, those of all its times. */
export function* shownRows(
  { result, table, sorting }: Shown,
  { lines, time }: Ranks,
): Work<number[]> {
  const places = within(lines, sorting).map(({ place }) => place);
  if (time !== undefined) return places;
  const { series } = viewOf(result, table);
  yield;
  const rows: number[] = [];
  for (const place of places) {
    for (const row of required(series[place], "a line").rows) rows.push(row);
    yield;
  }
  return rows;
}

/** The sentences above and below ranked lines: what ranks them, how many more there are, their median. */
export function aboutLines(
  { by, middle, most, count }: Ranks,
  { lines: shown, left }: ChosenLines,
  sorting: Sorting,
): Pick<Block, "title" | "below"> {
  const end = sorting.order === "asc" ? "lowest" : "highest";
  const isTitled = by !== undefined && (shown.length < count || isSorted(sorting));
  return {
    title: isTitled ? `${by.title}, ${end} first, ${shown.length} of ${count}:` : undefined,
    below: [
      [
        moreText(left, "read_result, or top"),
        by !== undefined && middle && medianText(by, middle),
        most !== undefined &&
          `${most} of ${plural(count, "profile")} make ${mostOfTotal} % of ${by?.column?.metric.name}${by?.side ? ` ${by.side}` : ""}.`,
      ]
        .filter(Boolean)
        .join(" "),
    ],
  };
}

const medianText = (
  { title, column }: RankedBy,
  { count, of, median }: NonNullable<Ranks["middle"]>,
): string =>
  `Median ${title === column?.metric.name ? "" : "of "}${title}${count === of ? "" : ` of the ${count} with 95 % of their days`}: ${column === undefined ? formatNumber(median) : numberText(column, median)}.`;

/** The names of the columns, with the method of combining numbers unless an answer above states it. */
export function columnTitles(view: View, hasAnswer: boolean): string[] {
  const { columns } = view.table;
  return columns.map((column) => {
    const { method, totalMethod = method } = column;
    const name = hasAnswer ? nameOf(column) : methodTitle({ ...column, method: totalMethod });
    return [name, segmentName(column, view.result)].filter(Boolean).join(" ");
  });
}

interface LineColumn {
  readonly title: string;
  readonly textOf: (line: Line) => string;
}

/** The lines that are shown, and the columns by place; all columns (default). */
interface ShownPlaces extends Pick<ChosenLines, "lines"> {
  readonly columns?: readonly number[] | undefined;
}

/** Lines without time: one per combination of the rows of the other dimensions. */
export function linesTable(
  view: View,
  ranks: Ranks,
  titles: readonly string[],
  { lines, columns = [...titles.keys()] }: ShownPlaces,
): Block["rows"] {
  const hasRanks = lines.length < ranks.count && ranks.by !== undefined;
  const written = writerOf(view);
  const seriesOf = ({ place }: Line): Series => required(view.series[place], "a line");
  const numbers = columns.map((column): LineColumn => ({
    title: required(titles[column], "a title"),
    textOf: (line) => written(seriesOf(line), 0, column),
  }));
  const [only] = lines;
  // A single line has a row per column.
  if (view.across.length === 0 && only !== undefined && !hasRanks) {
    const cells = [...numbers, ...bucketColumns(view, lines)];
    return [["metric", "value"], ...cells.map((column) => [column.title, column.textOf(only)])];
  }
  const lineColumns = [
    hasRanks && { title: "#", textOf: ({ rank }: Line) => String(rank ?? "") },
    ...view.across.map((type, axis) => ({
      title: type.replace("date.", ""),
      textOf: (line: Line) => cell(required(seriesOf(line).names[axis], "a name")),
    })),
    ...numbers,
    cumulativeColumn(numbers.length > 1 ? `${ranks.by?.column?.metric.name} ` : "", lines),
    coverageColumn(view, ranks, lines),
    ...bucketColumns(view, lines),
  ].filter((column) => column !== false && column !== undefined);
  return [
    lineColumns.map(({ title }) => title),
    ...lines.map((line) => lineColumns.map((column) => column.textOf(line))),
  ];
}

/** Of lines whose shares add up. */
function cumulativeColumn(prefix: string, lines: readonly Line[]): LineColumn | undefined {
  if (lines.every(({ cumulative }) => cumulative === undefined)) return undefined;
  const textOf = ({ cumulative = Number.NaN }: Line): string =>
    Number.isNaN(cumulative) ? "" : formatShare(cumulative);
  return { title: `${prefix}cumulative %`, textOf };
}

/** The share of the profile-days of a line that have a value, if it is much lower than that of other lines. */
function coverageColumn(
  { table, series, result }: View,
  { by }: Ranks,
  lines: readonly Line[],
): LineColumn | undefined {
  if (by === undefined) return undefined;
  if (by.column === undefined)
    return { title: "covered", textOf: ({ place }) => percent(coverageOf(table, place)) };
  const column = columnLike(table, by.column);
  if (column === undefined) return undefined;
  const shares = Float64Array.from(series, (_, place) => coverageAt(column, place));
  const most = shares.reduce((best, share) => Math.max(best, share || 0), 0);
  const textOf = ({ place }: Line): string => {
    const share = numberAt(shares, place);
    return share > 0 && differsMuch(most, share) ? percent(share) : "";
  };
  if (!lines.some((line) => textOf(line) !== "")) return undefined;
  return { title: ["covered", sideName(column, result)].filter(Boolean).join(" "), textOf };
}

/** `5 of 6`: the weeks, months or quarters that a statistic is of, for each metric of which a line lacks some. */
function bucketColumns({ table: { columns }, result }: View, lines: readonly Line[]): LineColumn[] {
  const hasOneMetric = new Set(columns.map(({ metric }) => metric.name)).size === 1;
  // Several statistics of a metric are of the same weeks.
  const titles = new Set<string>();
  return columns.flatMap((column) => {
    const { metric, buckets } = column;
    if (buckets === undefined) return [];
    const { grain, total, counted } = buckets;
    const textOf = ({ place }: Line): string => {
      const count = numberAt(counted, place);
      return count < total ? `${count} of ${total}` : "";
    };
    const side = sideName(column, result);
    const title = [!hasOneMetric && metric.name, grains[grain].plural, side]
      .filter(Boolean)
      .join(" ");
    const isShown = !titles.has(title) && lines.some((line) => textOf(line) !== "");
    titles.add(title);
    return isShown ? [{ title, textOf }] : [];
  });
}

/** Returns a function that writes a number, dated where its last covered day is earlier than those of others, as `5 (01-29)`. */
export function writerOf({
  table: { columns },
  series: seriesList,
  result,
  rows,
}: View): (series: Series, row: number, column: number) => string {
  const dayAt = (series: Series, row: number, { days }: NumberColumn): number =>
    itemAt(days, series.rows[row]) ?? noDay;
  // Rows of time are compared with the series of the same row only.
  const latest = columns.map((column) =>
    column.days.some((day) => day !== noDay)
      ? rows.map((_, row) =>
          seriesList.reduce((last, series) => Math.max(last, dayAt(series, row, column)), noDay),
        )
      : [],
  );
  return (series, row, place) => {
    const column = required(columns[place], "a column");
    const value = valueAt(series, row, column);
    const text = numberText(column, value);
    const day = dayAt(series, row, column);
    const isLatest = day === noDay || day >= (latest[place]?.[row] ?? noDay);
    return isLatest ? text : `${text} (${dayName(addDays(result.start, day), result)})`;
  };
}
