/** The lines of a table in order. A line is a row without its time; ranks are those of all lines of the question. */
import { median } from "simple-statistics";
import type { Work } from "../async/work.ts";
import { hasOwnOrder, type Dimension } from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import { onlyMetrics } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { inputError, required } from "../errors/tool-error.ts";
import { coverageAt, isMissing, isNumber, isWithheld } from "../meaning/figures.ts";
import type { Figures } from "../meaning/figures.ts";
import { inOrder } from "../meaning/ranking.ts";
import { cumulativeOf } from "../meaning/shares.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import { addDays, toDay } from "../time/days.ts";
import { comparedNumbers } from "../catalog/column-names.ts";
import { keysOf, placesByName, type Line } from "./order.ts";
import { segmentName } from "./names.ts";
import { isSorted, lineDimensions, type Shown } from "./shown.ts";
import { timeDimension, viewOf } from "./view.ts";

export interface Ranks {
  /** The figures of the lines, without time. */
  readonly totals: Figures;
  readonly lines: readonly Line[];
  /** The number of lines that are ranked together: those of all profiles of the question. */
  readonly count: number;
  /** The dimension of time whose rows are the lines; undefined where other dimensions have them. */
  readonly time?: Dimension | undefined;
  /** What ranks the lines: a metric, or `coverage`. Undefined for lines in their own order. */
  readonly by?: string | undefined;
  /** The part of the range that ranks them, where a break divides it. */
  readonly side?: string | undefined;
  /** The fewest profiles that make most of the total, of shares that add up. */
  readonly most?: number | undefined;
  /** The middle of the ranked lines with at least 95 % of their days, where ten or more are ranked. */
  readonly middle?: { count: number; of: number; median: number } | undefined;
}

/** The fewest ranked lines that have a median. */
export const leastForMedian = 10;
const enoughCoverage = 0.95;

/**
 * Ranks the lines of a table, or its rows of time where a reader sorts a table that has no other lines.
 * @throws ToolError `invalid_input` where a metric has no single number per line.
 */
export function* ranksOf(shown: Shown): Work<Ranks> {
  const { result, dimensions, figures, sorting, matching, population = result } = shown;
  const isTimed = timeDimension(figures) !== undefined;
  const totals = isTimed ? yield* shown.combine(result, lineDimensions(shown)) : figures;
  const types = totals.axes.map(({ type }) => type);
  const keys = keysOf(totals);
  const time = keys.length > 1 ? undefined : timeDimension(figures);
  const rows = time === undefined ? keys : keysOf(figures);
  const { sortBy } = sorting;
  // Hours and ages keep their order, and so does time.
  const isOrdered = time !== undefined || types.some(hasOwnOrder);
  const isAlone = rows.length < 2 && population.profileCount === result.profileCount;
  const isShown = ({ place }: Line): boolean =>
    matching?.has(required(rows[place], "a line")) ?? true;
  if (isAlone || sortBy === "name" || (isOrdered && !isSorted(sorting))) {
    const isOfTime = time !== undefined && (matching !== undefined || sortBy === "name");
    const own = isOfTime ? rows : keys;
    const order = sortBy === "name" ? byName(shown, totals, sorting.order) : [...own.keys()];
    const lines = order.map((place) => ({ place, rank: undefined })).filter(isShown);
    return { totals, lines, count: own.length, time: isOfTime ? time : undefined };
  }
  // The breaks of other metrics divide no row of time that one metric ranks.
  const by = sortBy ?? (time && result.metrics[0]?.name);
  const whole = time === undefined ? population : result;
  const isByCoverage = by === "coverage";
  const own = by === undefined || isByCoverage ? likeShown(whole, result) : onlyMetric(whole, by);
  const ranked =
    own === result && time === undefined
      ? totals
      : yield* shown.combine(own, time === undefined ? types : dimensions);
  if (by !== undefined && !isByCoverage) checkOneNumber(own, ranked, by);
  const column = by === undefined ? rankingColumn(ranked) : 0;
  const periods = ranked.axes.find(({ type }) => type === time)?.time;
  const isPart = (place: number): boolean =>
    periods !== undefined &&
    (periods[place]?.isPartial === true ||
      ranked.pending[place * ranked.columns.length + column] === 1);
  const all = keysOf(ranked);
  const numbers = all.map((_, place) => {
    if (isByCoverage) return coverageOf(ranked, place);
    return isPart(place) ? Number.NaN : figureAt(ranked, place, column);
  });
  if (isByCoverage) checkCoverage(numbers);
  const areShares = ranked.columns[column]?.method === "share" && types.join() === "profile";
  const cumulative = areShares && !isByCoverage ? cumulativeOf(numbers) : undefined;
  // A row of time that a break of another metric divides has several places.
  const places = new Map<string, number[]>();
  for (const [place, key] of rows.entries()) places.set(key, [...(places.get(key) ?? []), place]);
  const isOfBoth = types.includes("profile") && types.includes("profile_label");
  const lines = inOrder(numbers, sorting.order)
    .flatMap(({ place, rank }) =>
      (places.get(required(all[place], "a line")) ?? []).map((held) => ({
        place: held,
        rank,
        cumulative: cumulative?.shares[place],
      })),
    )
    .filter(isShown)
    // A profile has no number under the labels of others, which is not missing.
    .filter(({ place }) => !isOfBoth || hasFigure(totals, place));
  return {
    totals,
    lines,
    count: isOfBoth ? lines.length : all.length,
    time,
    by: numbers.some(isNumber) ? (by ?? ranked.columns[column]?.metric.name) : undefined,
    most: cumulative?.count,
    ...(!isByCoverage && {
      side: sideOf(ranked, column, own),
      middle: middleOf(ranked, numbers, column),
    }),
  };
}

/** The places of lines by their names; of rows of time, by time. */
function byName(
  { result, figures }: Shown,
  totals: Figures,
  order: Shown["sorting"]["order"],
): number[] {
  const { series } = viewOf(result, totals, "none");
  const names = series.length > 1 ? series.map((one) => one.names.join(" ")) : keysOf(figures);
  return placesByName(names, order);
}

/** `from 2025-11-15`; undefined for the whole range. */
function sideOf({ columns }: Figures, column: number, range: Result): string | undefined {
  const own = columns[column];
  return (own && segmentName(own, range).split(",")[0]) || undefined;
}

const hasFigure = (figures: Figures, place: number): boolean =>
  figures.columns.some((_, column) => !isMissing(figureAt(figures, place, column)));

const figureAt = ({ values, columns }: Figures, place: number, column: number): number =>
  numberAt(values, place * columns.length + column);

/** The last part of the range of the first metric that can rank the lines; 0 where none can. */
export function rankingColumn(figures: Figures): number {
  const { columns, values } = figures;
  const canRank = (column: number): boolean =>
    values.some((value, at) => at % columns.length === column && isNumber(value));
  const first = columns.find((_, column) => canRank(column))?.metric;
  return Math.max(
    0,
    columns.findLastIndex(({ metric }, column) => metric === first && canRank(column)),
  );
}

/** All profiles with the metrics that are shown. */
const likeShown = (whole: Result, { metrics }: Result): Result =>
  whole.metrics.length === metrics.length
    ? whole
    : onlyMetrics(
        whole,
        metrics.map(({ name }) => name),
      );

/** @throws ToolError `invalid_input` for a metric that the result does not hold. */
export function onlyMetric(result: Result, name: string): Result {
  const { metrics } = result;
  if (metrics.some((metric) => metric.name === name)) return onlyMetrics(result, [name]);
  if (comparedNumbers.some((one) => one === name))
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
export function checkOneNumber(result: Result, figures: Figures, by: string): void {
  const [metric] = result.metrics;
  const [crossed] = crossedBreaks(result, required(metric, "a metric"));
  if (crossed !== undefined) {
    throw inputError(
      `${by} counts different things before and after ${crossed.date}, so rows have no single number of the whole range`,
      `Choose date_start and date_end on one side: up to ${addDays(toDay(crossed.date), -1)}, or from ${crossed.date}.`,
    );
  }
  if (figures.values.some(isWithheld) && !figures.values.some(isNumber)) {
    throw inputError(
      `${by} cannot be combined into one number per row, so it can neither rank rows nor select them`,
      "Sort by another metric, or ask get_profile_metrics by profile and date.day.",
    );
  }
}

/** The share of the profile-days of a line that have a value, over all metrics. */
export function coverageOf({ columns, covered, expected }: Figures, place: number): number {
  const sumOf = (list: Uint32Array): number =>
    list
      .subarray(place * columns.length, (place + 1) * columns.length)
      .reduce((sum, count) => sum + count, 0);
  return sumOf(covered) / sumOf(expected);
}

/** @throws ToolError `invalid_input` where no coverage is known. */
export function checkCoverage(shares: readonly number[]): void {
  if (shares.some(isNumber)) return;
  throw inputError(
    "the result does not hold single profiles and days, so its coverage is not known",
    "Ask get_profile_metrics with the dimensions profile and date.day.",
  );
}

function middleOf(figures: Figures, numbers: readonly number[], column: number): Ranks["middle"] {
  const { columns } = figures;
  const ranked = numbers.filter((value, place) => {
    const share = coverageAt(figures, place * columns.length + column);
    return isNumber(value) && !(share < enoughCoverage);
  });
  const of = numbers.filter(isNumber).length;
  if (ranked.length < leastForMedian) return undefined;
  return { count: ranked.length, of, median: median(ranked) };
}
