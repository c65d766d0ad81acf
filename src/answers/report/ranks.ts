/** The lines of a table in order. A line is a row without its time; ranks are those of all lines of the question. */
import { median } from "simple-statistics";
import { hasOwnOrder, type Dimension } from "../../catalog/dimensions.ts";
import { comparedNumbers } from "../../catalog/numbers.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { onlyMetrics } from "../../numbers/cells/select.ts";
import { isNumber, isWithheld } from "../../numbers/cells/states.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import { crossedBreaks } from "../../numbers/meaning/segments.ts";
import { comparableNumbers, inOrder, isCovered } from "../../numbers/table/rank.ts";
import { cumulativeOf } from "../../numbers/table/share.ts";
import type { Column, NumberColumn, Table } from "../../numbers/table/table.ts";
import { addDays, toDay } from "../../base/time/days.ts";
import { keysOf, matcherOf, placesByName, type Line } from "./order.ts";
import { methodTitle, sideName } from "./names.ts";
import { isSorted, type Shown } from "./shown.ts";
import { timeDimension, viewOf } from "./view.ts";

export interface Ranks {
  /** The lines without time. */
  readonly totals: Table;
  readonly lines: readonly Line[];
  /** The number of lines that are ranked together: those of all profiles of the question. */
  readonly count: number;
  /** The dimension of time whose rows are the lines; undefined where other dimensions have them. */
  readonly time?: Dimension | undefined;
  /** The numbers by which lines are ranked. Undefined for lines in their own order. */
  readonly by?: RankedBy | undefined;
  /** The fewest profiles that make most of the total, of shares that add up. */
  readonly most?: number | undefined;
  /** The middle of the ranked lines with at least 95 % of their days, where ten or more are ranked. */
  readonly middle?: { count: number; of: number; median: number } | undefined;
}

export interface RankedBy {
  /** `insights_views from 2025-11-15`, `insights_views min of months`, `coverage`. */
  readonly title: string;
  /** The column of the numbers; undefined for coverage. */
  readonly column: Column | undefined;
  /** The side of a break: `from 2025-11-15`; an empty text for the whole range. */
  readonly side: string;
}

/** The fewest ranked lines that have a median. */
export const leastForMedian = 10;

/**
 * Ranks the lines of a table, or its rows of time where a reader sorts a table that has no other lines.
 * @throws ToolError `invalid_input` where a metric has no single number per line.
 */
export function ranksOf(shown: Shown): Ranks {
  const { result, table, lines: totals, sorting, matching, population = result } = shown;
  const types = totals.dimensions.map(({ type }) => type);
  const time = totals.rowCount > 1 ? undefined : timeDimension(table);
  const rows = time === undefined ? totals : table;
  const isByName = sorting.sortBy === "name";
  // Hours and ages keep their order, and so does time.
  const isOrdered = time !== undefined || types.some(hasOwnOrder);
  const isAlone = rows.rowCount < 2 && population.profileCount === result.profileCount;
  if (isAlone || isByName || (isOrdered && !isSorted(sorting))) {
    const isTimeOrder = time !== undefined && (matching !== undefined || isByName);
    return unrankedLines(shown, isTimeOrder ? time : undefined);
  }
  const ranking = rankingOf(shown, time);
  const { by, column, numbers } = ranking;
  const areShares = column?.method === "share" && types.join() === "profile" && time === undefined;
  const cumulative = areShares ? cumulativeOf(numbers) : undefined;
  const placesOf = placesIn(rows, matching);
  const rankedKeys = keysOf(ranking.table);
  const lines = inOrder(numbers, sorting.order).flatMap(({ place, rank }) =>
    placesOf(required(rankedKeys[place], "a line")).map((rowPlace) => ({
      place: rowPlace,
      rank,
      cumulative: cumulative?.shares[place],
    })),
  );
  return {
    totals,
    lines,
    count: rankedKeys.filter((key) => matching?.has(key) ?? true).length,
    time,
    by,
    most: cumulative?.count,
    middle: column && middleOf(numbers, column),
  };
}

/** Lines by name, or in their own order. @param time the dimension whose rows they are. */
function unrankedLines(shown: Shown, time: Dimension | undefined): Ranks {
  const { table, lines: totals, sorting, matching } = shown;
  const rows = time === undefined ? totals : table;
  const isShown = matcherOf(rows, matching);
  const places = sorting.sortBy === "name" ? byName(shown) : [...Array(rows.rowCount).keys()];
  const lines = places.filter(isShown).map((place) => ({ place, rank: undefined }));
  return { totals, lines, count: rows.rowCount, time };
}

interface Ranking extends Pick<Ranks, "by"> {
  /** The lines of the question, with the metric that ranks them. */
  readonly table: Table;
  /** Undefined for coverage. */
  readonly column: NumberColumn | undefined;
  /** By line of the question; NaN for those that do not meet the conditions. */
  readonly numbers: readonly number[];
}

/** @param time the dimension whose rows are ranked; undefined for lines. */
function rankingOf(shown: Shown, time: Dimension | undefined): Ranking {
  const { result, dimensions, lines, sorting, population = result } = shown;
  // The breaks of other metrics divide no row of time that one metric ranks.
  const by = sorting.sortBy ?? (time && result.metrics[0]?.name);
  const isByCoverage = by === "coverage";
  const source = time === undefined ? population : result;
  const rankingResult =
    by === undefined || isByCoverage ? likeShown(source, result) : onlyMetric(source, by);
  const types = time === undefined ? lines.dimensions.map(({ type }) => type) : dimensions;
  const ranked =
    rankingResult === result && time === undefined ? lines : shown.fold(rankingResult, types);
  if (by !== undefined && !isByCoverage) checkOneNumber(rankingResult, ranked, by);
  const column = rankingColumn(ranked);
  const values = time === undefined ? [...column.values] : comparableNumbers(ranked, column);
  const isAmong = matcherOf(ranked, shown.matching);
  const numbers = values.map((value, row) => {
    if (!isAmong(row)) return Number.NaN;
    return isByCoverage ? coverageOf(ranked, row) : value;
  });
  if (isByCoverage) checkCoverage(numbers);
  const title = isByCoverage ? "coverage" : titleOf(column, shown, rankingResult);
  const ofColumn = isByCoverage ? undefined : column;
  const rankedBy = { title, column: ofColumn, side: sideName(column, rankingResult) };
  return {
    table: ranked,
    column: ofColumn,
    numbers,
    by: numbers.some(isNumber) ? rankedBy : undefined,
  };
}

/** Returns a function that finds the rows of a key that meet the conditions: a break of another metric divides rows of time. */
function placesIn(table: Table, matching: Shown["matching"]): (key: string) => readonly number[] {
  const places = new Map<string, number[]>();
  for (const [place, key] of keysOf(table).entries())
    if (matching?.has(key) ?? true) places.set(key, [...(places.get(key) ?? []), place]);
  return (key) => places.get(key) ?? [];
}

/** The places of lines by their names; of rows of time, by time. */
function byName({ result, table, lines, sorting }: Shown): number[] {
  const { series } = viewOf(result, lines, "none");
  const names =
    series.length > 1 ? series.map((singleSeries) => singleSeries.names.join(" ")) : keysOf(table);
  return placesByName(names, sorting.order);
}

/** The metric, with its method where that is not the one of its kind, and with the part of the range. */
function titleOf(column: NumberColumn, { isStatistic, dimensions }: Shown, range: Result): string {
  const isNamed = isStatistic === true && !dimensions.includes("date.weekday");
  const name = isNamed ? methodTitle(column) : column.metric.name;
  return [name, sideName(column, range)].filter(Boolean).join(" ");
}

/** The column of the first metric that can rank the lines: of its last part of the range; the first where none can. */
function rankingColumn({ columns }: Table): NumberColumn {
  const rankable = columns.filter(({ values }) => values.some(isNumber));
  const first = rankable[0] ?? columns[0];
  return required(
    rankable.findLast(
      ({ metric, method }) => metric === first?.metric && method === first.method,
    ) ?? first,
    "a column",
  );
}

/** All profiles with the metrics that are shown. */
const likeShown = (population: Result, { metrics }: Result): Result =>
  population.metrics.length === metrics.length
    ? population
    : onlyMetrics(
        population,
        metrics.map(({ name }) => name),
      );

/** @throws ToolError `invalid_input` for a metric that the result does not hold. */
export function onlyMetric(result: Result, name: string): Result {
  const { metrics } = result;
  if (metrics.some((metric) => metric.name === name)) return onlyMetrics(result, [name]);
  if (comparedNumbers.some((numberName) => numberName === name))
    throw inputError(
      `only a comparison can be sorted by ${name}`,
      "Ask get_profile_metrics with compare_to, such as previous_period.",
    );
  throw inputError(
    `the result has no metric ${name}`,
    `Take one of ${metrics.map((metric) => metric.name).join(", ")}.`,
  );
}

/**
 * @param result holds the metric `by` only.
 * @throws ToolError `invalid_input` for a metric without one number per line.
 */
export function checkOneNumber(result: Result, { columns }: Table, by: string): void {
  const [metric] = result.metrics;
  const [crossed] = crossedBreaks(result, required(metric, "a metric"));
  if (crossed !== undefined) {
    throw inputError(
      `${by} counts different things before and after ${crossed.date}, so that its rows cannot be ranked or selected together`,
      `Choose date_start and date_end on one side: up to ${addDays(toDay(crossed.date), -1)}, or from ${crossed.date}.`,
    );
  }
  const hasAny = (is: (value: number) => boolean): boolean =>
    columns.some(({ values }) => values.some(is));
  if (hasAny(isWithheld) && !hasAny(isNumber)) {
    throw inputError(
      `${by} cannot be combined into one number per row, so it can neither rank rows nor select them`,
      "Sort by another metric, or ask get_profile_metrics by profile and date.day.",
    );
  }
}

/** The share of the profile-days of a row that have a value, over all metrics. */
export function coverageOf({ columns }: Table, row: number): number {
  const sumOf = (list: "covered" | "expected"): number =>
    columns.reduce((sum, column) => sum + (column[list][row] ?? 0), 0);
  return sumOf("covered") / sumOf("expected");
}

/** @throws ToolError `invalid_input` where no coverage is known. */
export function checkCoverage(shares: readonly number[]): void {
  if (shares.some(isNumber)) return;
  throw inputError(
    "the result does not hold single profiles and days, so its coverage is not known",
    "Ask get_profile_metrics with the dimensions profile and date.day.",
  );
}

function middleOf(numbers: readonly number[], column: NumberColumn): Ranks["middle"] {
  const ranked = numbers.filter((value, row) => isNumber(value) && isCovered([column], row));
  const of = numbers.filter(isNumber).length;
  if (ranked.length < leastForMedian) return undefined;
  return { count: ranked.length, of, median: median(ranked) };
}
