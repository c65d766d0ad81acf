/** Tables of lines that have no time, and the sentences about lines that every table has. */
import type { Work } from "../async/work.ts";
import { grains, type GrainName } from "../catalog/grains.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { coverageAt } from "../meaning/figures.ts";
import { mostOfTotal } from "../meaning/shares.ts";
import type { Block } from "../replies/layout.ts";
import { within, type Chosen } from "../replies/window.ts";
import { formatNumber, formatShare, percent } from "../text/numbers.ts";
import { cell, plural } from "../text/words.ts";
import { addDays } from "../time/days.ts";
import { columnTitle, dayName, segmentName } from "./names.ts";
import type { Line } from "./order.ts";
import { coverageOf, ranksOf, type Ranks } from "./ranks.ts";
import { isSorted, lineDimensions, type Shown, type Sorting } from "./shown.ts";
import { placeAt, timeDimension, viewOf, type Series, type View } from "./view.ts";

export type ChosenLines = Chosen<Line>;

/** The places of the rows that are shown: of each line in order, those of all its times. */
export function* shownRows(shown: Shown): Work<number[]> {
  const { result, figures, sorting, combine } = shown;
  const isTimed = timeDimension(figures) !== undefined;
  const totals = isTimed ? yield* combine(result, lineDimensions(shown)) : figures;
  const { lines, time } = yield* ranksOf(shown, totals);
  const places = within(lines, sorting).map(({ place }) => place);
  if (time !== undefined) return places;
  const view = viewOf(result, figures);
  const width = figures.columns.length;
  return places.flatMap((place) =>
    view.rows.map(
      (_, row) => placeAt(view, required(view.series[place], "a line"), row, 0) / width,
    ),
  );
}

/** The sentences above and below ranked lines: what ranks them, how many more there are, their median. */
export function aboutLines(
  { by, side, middle, most, count }: Ranks,
  { lines: shown, left }: ChosenLines,
  sorting: Sorting,
): Pick<Block, "title" | "below"> {
  const end = sorting.order === "asc" ? "lowest" : "highest";
  const what = [by, side].filter(Boolean).join(" ");
  const isTitled = by !== undefined && (shown.length < count || isSorted(sorting));
  return {
    title: isTitled ? `${what}, ${end} first, ${shown.length} of ${count}:` : undefined,
    below: [
      [
        left > 0 && `${left} more: read_result, or top.`,
        by !== undefined && middle && medianText(by, middle),
        most !== undefined &&
          `${most} of ${plural(count, "profile")} make ${mostOfTotal} % of ${by}.`,
      ]
        .filter(Boolean)
        .join(" "),
    ],
  };
}

function medianText(
  by: string,
  { count, of, median, bucket }: NonNullable<Ranks["middle"]>,
): string {
  const enough = bucket === undefined ? "95 % of their days" : `all ${grains[bucket].plural}`;
  return `Median ${by}${count === of ? "" : ` of the ${count} with ${enough}`}: ${formatNumber(median)}.`;
}

/** A number of a table: a share has digits of its own. */
export function textAt(view: View, at: number): string {
  const value = numberAt(view.figures.values, at);
  const column = view.figures.columns[at % view.figures.columns.length];
  return column?.method === "share" ? formatShare(value) : formatNumber(value);
}

/** The names of the columns, with the method of combining numbers unless an answer above states it. */
export function columnTitles(view: View, hasAnswer: boolean): string[] {
  const { columns } = view.figures;
  return columns.map((column) => {
    const own = { ...column, method: column.totalMethod ?? column.method };
    if (!hasAnswer) return columnTitle(own, view.result);
    return [column.metric.name, segmentName(column, view.result)].filter(Boolean).join(" ");
  });
}

/** Lines without time: one per combination of the rows of the other dimensions. */
export function linesTable(
  view: View,
  ranks: Ranks,
  chosen: ChosenLines,
  titles: readonly string[],
  columns: readonly number[] = [...titles.keys()],
): Block["rows"] {
  const hasRanks = chosen.lines.length < ranks.count && ranks.by !== undefined;
  const dayOf = lastDays(view);
  const covered = coverageColumn(view, ranks, chosen);
  const areAdded = chosen.lines.some(({ cumulative }) => cumulative !== undefined);
  const written = ({ place, rank, cumulative = Number.NaN }: Line): string[] => {
    const series = required(view.series[place], "a line");
    return [
      ...(hasRanks ? [String(rank ?? "")] : []),
      ...series.names.map(cell),
      ...columns.map(
        (column) => textAt(view, placeAt(view, series, 0, column)) + dayOf(series, 0, column),
      ),
      ...(areAdded ? [Number.isNaN(cumulative) ? "" : formatShare(cumulative)] : []),
      ...(covered === undefined ? [] : [covered.textAt(place)]),
    ];
  };
  const [only] = chosen.lines;
  if (view.across.length === 0 && only !== undefined && !hasRanks) {
    // A single line has a row per column.
    const cells = written(only);
    return [
      ["metric", "value"],
      ...columns.map((column, at) => [titles[column] ?? "", cells[at] ?? ""]),
    ];
  }
  const head = [
    ...(hasRanks ? ["#"] : []),
    ...view.across.map((type) => type.replace("date.", "")),
    ...columns.map((column) => titles[column] ?? ""),
    ...(areAdded ? [columns.length > 1 ? `${ranks.by} cumulative %` : "cumulative %"] : []),
    ...(covered === undefined ? [] : [covered.title]),
  ];
  return [head, ...chosen.lines.map(written)];
}

/** The share of the profile-days of a line that have a value, if it is much lower than that of other lines. */
function coverageColumn(
  view: View,
  { by, side }: Ranks,
  chosen: ChosenLines,
): CoverageColumn | undefined {
  const { figures, series, rowStride } = view;
  const { lines } = chosen;
  if (by === "coverage")
    return { title: "covered", textAt: (place) => percent(coverageOf(figures, place)) };
  const column = figures.columns.findLastIndex(({ metric }) => metric.name === by);
  if (column === -1) return undefined;
  const { bucket } = figures.columns[column] ?? {};
  if (bucket !== undefined) return bucketsColumn(view, column, bucket, chosen);
  const shares = Float64Array.from(series, (one) =>
    coverageAt(figures, placeAt({ rowStride }, one, 0, column)),
  );
  const most = shares.reduce((best, share) => Math.max(best, share || 0), 0);
  const isLow = (place: number): boolean =>
    numberAt(shares, place) > 0 && differsMuch(most, numberAt(shares, place));
  if (!lines.some(({ place }) => isLow(place))) return undefined;
  return {
    title: ["covered", side].filter(Boolean).join(" "),
    textAt: (place) => (isLow(place) ? percent(numberAt(shares, place)) : ""),
  };
}

interface CoverageColumn {
  readonly title: string;
  readonly textAt: (place: number) => string;
}

/** `5 of 6`: the buckets that count, of lines that lack some. */
function bucketsColumn(
  { figures: { covered, expected }, series, rowStride }: View,
  column: number,
  bucket: GrainName,
  { lines }: ChosenLines,
): CoverageColumn | undefined {
  const countAt = (place: number): string => {
    const at = placeAt({ rowStride }, required(series[place], "a line"), 0, column);
    const [count, all] = [numberAt(covered, at), numberAt(expected, at)];
    return count < all ? `${count} of ${all}` : "";
  };
  const isAny = lines.some(({ place }) => countAt(place) !== "");
  return isAny ? { title: grains[bucket].plural, textAt: countAt } : undefined;
}

/** Returns a function that dates a number whose last covered day is earlier than those of others, as ` (01-29)`. */
export function lastDays(view: View): (series: Series, row: number, column: number) => string {
  const { figures, result } = view;
  const isTimeDown = view.down !== undefined && isDateDimension(view.down);
  const dayAt = (series: Series, row: number, column: number): number =>
    figures.days[placeAt(view, series, row, column)] ?? -1;
  const latest = new Map<string, number>();
  // Rows of time are compared with the series of the same row only.
  const keyOf = (row: number, column: number): string => `${isTimeDown ? row : ""} ${column}`;
  if (!figures.days.some((day) => day !== -1)) return () => "";
  for (const series of view.series) {
    view.rows.forEach((_, row) => {
      figures.columns.forEach((__, column) => {
        const key = keyOf(row, column);
        latest.set(key, Math.max(latest.get(key) ?? -1, dayAt(series, row, column)));
      });
    });
  }
  return (series, row, column) => {
    const day = dayAt(series, row, column);
    return day === -1 || day >= (latest.get(keyOf(row, column)) ?? -1)
      ? ""
      : ` (${dayName(addDays(result.start, day), result)})`;
  };
}
