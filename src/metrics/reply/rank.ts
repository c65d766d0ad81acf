/** Ranks the rows of a metrics result by one metric. */
import type { Work } from "../../async/work.ts";
import type { Piece } from "../../replies/reply.ts";
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../cells/result.ts";
import { rowKey, type RowValue } from "../../cells/axis.ts";
import { inputError, required } from "../../errors/tool-error.ts";
import { isMissing, isNumber, isWithheld, type Figures } from "../../meaning/figures.ts";
import { crossedBreaks } from "../../meaning/segments.ts";
import { rankingOf, type Ranked } from "../../meaning/ranking.ts";
import { coverageMarks } from "../../tables/leaders.ts";
import { longestDimension, placeAt, valueAt, viewOf, type View } from "../../tables/view.ts";
import { percent } from "../../text/numbers.ts";
import { cell, some } from "../../text/words.ts";
import { slice } from "./slice.ts";

/** Combines a result at some dimensions: by the kinds, or by a statistic. */
export type Combine = (result: Result, dimensions: readonly Dimension[]) => Work<Figures>;

export interface Ranking {
  /** The dimension whose rows are ranked. */
  readonly type: Dimension;
  /** Places of its rows, in the order in which they are shown. */
  readonly places: readonly number[];
  /** The rows themselves: a table whose other metrics have breaks can show a row of time in parts. */
  readonly rows: readonly RowValue[];
  /** The ranking and the number of rows that it omits. */
  readonly note: string;
}

/**
 * Ranks the rows of the longest dimension but time (of time, where there is no other) by one metric. Returns undefined
 * where no ranking was asked.
 * @param dimensions those that are shown.
 * @param population all profiles of the question: ranks are among them, also where only some are shown.
 * @throws ToolError `invalid_input` where the metric cannot be combined into one number per row.
 */
export function* rank(
  result: Result,
  dimensions: readonly Dimension[],
  piece: Piece,
  combine: Combine,
  population: Result = result,
): Work<Ranking | undefined> {
  const { sortBy, order = "desc", top, offset = 0 } = piece;
  const isRanked = [sortBy, piece.order, top].some((one) => one !== undefined) || offset > 0;
  if (!isRanked || dimensions.length === 0) return undefined;
  const shown = yield* combine(result, dimensions);
  const others = shown.axes.filter(({ type, rows }) => !isDateDimension(type) && rows.length > 1);
  const ranked =
    others.toSorted((one, other) => other.rows.length - one.rows.length)[0]?.type ??
    longestDimension(shown) ??
    "profile";
  const isByCoverage = sortBy === "coverage";
  const by = isByCoverage ? undefined : (sortBy ?? piece.metrics?.[0]);
  // The breaks of other metrics divide no row that this one ranks.
  const all = ranked === "profile" ? population : result;
  const own = by === undefined ? all : slice(all, { metrics: [by] });
  const view = viewOf(own, yield* combine(own, [ranked]), ranked);
  const column = isByCoverage ? 0 : columnOf(result, view, by);
  const inOrder = isByCoverage ? rankingOf(coverageOf(view), order) : placesOf(view, column, order);
  const held = view.figures.axes.find(({ type }) => type === ranked)?.rows ?? [];
  const placeOf = new Map(
    (shown.axes.find(({ type }) => type === ranked)?.rows ?? held).map((row, place) => [
      rowKey(row),
      place,
    ]),
  );
  const places =
    all === result
      ? inOrder
      : inOrder.filter(({ place }) => placeOf.has(rowKey(required(held[place], "a row"))));
  const chosen = places.slice(offset, top === undefined ? undefined : offset + top);
  if (chosen.length === 0)
    throw inputError(
      `offset ${offset} is beyond the ${places.length} rows`,
      "Choose a smaller offset.",
    );
  const rows = chosen.map(({ place }) => required(held[place], "a row"));
  const note = noteOf(view, isByCoverage ? "coverage" : column, order, chosen, inOrder.length, {
    offset,
    isSelected: all !== result,
  });
  const numbers =
    all === result
      ? chosen.map(({ place }) => place)
      : rows.map((row) => required(placeOf.get(rowKey(row)), "a row"));
  return { type: ranked, places: numbers, rows, note };
}

/** The column of the metric. @throws ToolError `invalid_input` for a metric without one number per row. */
function columnOf(result: Result, view: View, name: string | undefined): number {
  const { columns, values } = view.figures;
  const by = name ?? result.cells.metrics[0]?.name;
  const column = columns.findIndex((one) => one.metric.name === by);
  if (column === -1) {
    if (by === "change")
      throw inputError(
        "only a comparison can be sorted by change",
        "Ask get_profile_metrics with compare_to, such as previous_period.",
      );
    throw inputError(
      `the result has no metric ${by}`,
      `Sort by one of ${result.cells.metrics.map((metric) => metric.name).join(", ")}.`,
    );
  }
  const metric = required(columns[column]?.metric, "a metric");
  const [crossed] = crossedBreaks(result, metric);
  if (crossed !== undefined) {
    throw inputError(
      `${by} counts different things before and after ${crossed.date}, so it cannot rank the whole range`,
      "Choose date_start and date_end on one side.",
    );
  }
  const own = values.filter((_, at) => at % columns.length === column);
  if (own.some(isWithheld) && !own.some(isNumber)) {
    throw inputError(
      `${by} cannot be combined into one number per row, so it cannot rank`,
      "Sort by another metric, or ask get_profile_metrics by profile and date.day.",
    );
  }
  return column;
}

/**
 * Ranked rows, then those without a value. Parts of weeks, months, quarters and years, and rows of time in which a
 * profile has no value yet, are not ranked.
 */
function placesOf(view: View, column: number, order: "desc" | "asc"): Ranked[] {
  const time = view.figures.axes.find(({ type }) => type === view.down)?.time;
  const [series] = view.series;
  if (series === undefined) return [];
  const isPart = (row: number): boolean =>
    time?.[row]?.isPartial === true ||
    (time !== undefined && view.figures.pending[placeAt(view, series, row, column)] === 1);
  const numbers = view.rows.map((_, row) =>
    isPart(row) ? Number.NaN : valueAt(view, series, row, column),
  );
  const ranked = rankingOf(numbers, order);
  const empty = numbers.flatMap((number, place) =>
    !isPart(place) && isMissing(number) ? [{ place, rank: Number.NaN }] : [],
  );
  return [...ranked, ...empty];
}

/** The share of the profile-days of each row that have a value, over all metrics. @throws ToolError where it is not known. */
function coverageOf(view: View): number[] {
  const { columns, covered, expected } = view.figures;
  const [series = { names: [], offset: 0 }] = view.series;
  const sumOf = (list: Uint32Array, row: number): number => {
    const [from, to] = [0, columns.length].map((column) => placeAt(view, series, row, column));
    return list.subarray(from, to).reduce((sum, count) => sum + count, 0);
  };
  const shares = view.rows.map((_, row) => sumOf(covered, row) / sumOf(expected, row));
  if (shares.some(isNumber)) return shares;
  throw inputError(
    "the result does not hold single profiles and days, so its coverage is not known",
    "Ask get_profile_metrics with the dimensions profile and date.day.",
  );
}

/** The coverage of every row, as a mark. */
function shareMarks(view: View): (row: number) => string {
  const shares = coverageOf(view);
  return (row) => ` ${percent(required(shares[row], "a share"))}`;
}

function noteOf(
  view: View,
  column: number | "coverage",
  order: "desc" | "asc",
  chosen: readonly Ranked[],
  count: number,
  { offset, isSelected }: { readonly offset: number; readonly isSelected: boolean },
): string {
  const name = column === "coverage" ? column : view.figures.columns[column]?.metric.name;
  const left = count - chosen.length;
  const unranked = view.rows.length - count;
  const [first] = view.figures.columns;
  const hasTotals = !isDateDimension(view.down ?? "") && first?.method !== "share";
  const nameAt = (place: number): string => cell(required(view.rows[place], "a row"));
  const shared = [...new Set(chosen.map((one) => one.rank))].flatMap((own) => {
    const equal = chosen.filter((one) => one.rank === own).map(({ place }) => nameAt(place));
    return equal.length > 1 ? [`${own} (${some(equal, 6)})`] : [];
  });
  const asSeries = viewOf(view.result, view.figures, "none");
  const marks = column === "coverage" ? shareMarks(view) : coverageMarks(asSeries, column);
  const marked = chosen.flatMap(({ place }) => {
    const mark = marks(place);
    return mark === "" ? [] : [`${nameAt(place)}${mark}`];
  });
  const ranks = chosen.map(({ place, rank: own }) =>
    Number.isNaN(own) ? `${nameAt(place)} has none` : `${nameAt(place)} ${own}`,
  );
  return [
    `Ranked by ${name}, ${order === "asc" ? "lowest" : "highest"} first: ${chosen.length} of ${count} rows of ${view.down}${isSelected ? `; ranks: ${some(ranks, 20)}` : left > 0 ? `, from rank ${offset + 1}${hasTotals ? "; totals are of these" : ""}` : ""}.`,
    ...(shared.length > 0 ? [`Equal values share a rank: ${some(shared, 4)}.`] : []),
    ...(unranked > 0
      ? ["Parts of a row of time, and rows in which a profile has no value yet, are not ranked."]
      : []),
    ...(marked.length > 0
      ? [
          column === "coverage"
            ? `Covered: ${some(marked, 10)}.`
            : `Fewer profile-days than the others: ${some(marked, 6)}.`,
        ]
      : []),
  ].join(" ");
}
