/** The rows of a comparison in order: by the size of the change, by the change, or by another number. */
import { required } from "../../../base/errors/tool-error.ts";
import { median } from "simple-statistics";
import { hasOwnOrder, isDateDimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { isNumber } from "../../../numbers/cells/states.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import { moversOf } from "../../../numbers/table/movers.ts";
import { numberColumn, populationColumn } from "../../../numbers/table/compared-columns.ts";
import { inOrder, isCovered } from "../../../numbers/table/rank.ts";
import { conditionNumber, type ConditionNumber } from "../../../catalog/numbers.ts";
import { readNumber } from "../../../numbers/meaning/conditions.ts";
import { keysOf, matcherOf, placesByName, type Line } from "../order.ts";
import { leastForMedian } from "../ranks.ts";
import { isSorted } from "../shown.ts";
import { hasShares, metricsOf, numbersNamed, rowNamesOf } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";
import { wholeRows } from "./where.ts";

export interface ComparedRanks {
  readonly lines: readonly Line[];
  /** The metric that ranks the rows, which is the one that they show. */
  readonly metric: Metric;
  /** The order of the rows, as `largest changes` or `highest now`; undefined for rows that are not ranked. */
  readonly by: string | undefined;
  /** The number of rows that are ranked together, with those that have no number. */
  readonly total: number;
  /** The rows that rose, and those that fell, by place, the largest change first. */
  readonly rose: readonly number[];
  readonly fell: readonly number[];
  readonly course?: Course | undefined;
}

/** Of ten ranked rows or more: how many rose and fell, and the median of their changes in percent, of shares in points. */
export interface Course {
  readonly count: number;
  readonly rose: number;
  readonly fell: number;
  readonly median: number;
  readonly isInPoints: boolean;
}

/** @throws ToolError `invalid_input` for a metric that the comparison does not hold, or without a number to rank by. */
export function comparedRanks(shown: ShownComparison): ComparedRanks {
  const { table, dimensions, sorting, population, matching } = shown;
  const { metric, number } = rankingNumber(shown);
  const hasTime = dimensions.some(isDateDimension);
  const isAsked = isSorted(sorting);
  if (hasTime && isAsked && dimensions.length > 1)
    throw inputError(
      "a comparison by time and another dimension has no single number per row to rank by",
      "Ask get_profile_metrics with compare_to and one dimension.",
    );
  const question = population?.table ?? table;
  const isAmong = matcherOf(question, matching);
  // A part of a month that is compared is not ranked with whole ones.
  const isWhole = wholeRows(question);
  const among = (numbers: Iterable<number>): number[] =>
    Array.from(numbers, (value, row) => (isAmong(row) && isWhole(row) ? value : Number.NaN));
  const placesOf = shownPlaces(question, shown);
  const changes = among(numbersNamed(question, metric, hasShares(question) ? "points" : "change"));
  // Totals are no rows, and those of two dimensions with time are not of one kind.
  const hasLists = dimensions.length === 1 || (dimensions.length > 1 && !hasTime);
  const moved = (sign: 1 | -1): number[] =>
    hasLists ? moversOf(changes, sign).flatMap(placesOf) : [];
  const lists = { metric, rose: moved(1), fell: moved(-1) };
  const isByName = sorting.sortBy === "name";
  const isOrdered = (hasTime || dimensions.some(hasOwnOrder)) && !isAsked;
  if ((table.rowCount < 2 && population === undefined) || isOrdered || isByName) {
    const lines = unrankedLines(shown);
    return { ...lists, by: undefined, lines, total: lines.length };
  }
  const { numbers, by } = orderOf(shown, question, metric, number);
  const ranked = among(numbers);
  return {
    ...lists,
    lines: inOrder(ranked, sorting.order).flatMap(({ place: row, rank }) =>
      placesOf(row).map((place) => ({ place, rank })),
    ),
    by: ranked.some(isNumber) ? by : undefined,
    total: ranked.filter((_, row) => isAmong(row)).length,
    course: hasTime ? undefined : courseOf(question, metric, changes),
  };
}

/** Rows by name, or in their own order. */
function unrankedLines(shown: ShownComparison): Line[] {
  const { table, sorting, matching } = shown;
  const isByName = sorting.sortBy === "name";
  const names = isByName ? rowNamesOf(shown).names.map((cells) => cells.join(", ")) : undefined;
  const places = names ? placesByName(names, sorting.order) : [...Array(table.rowCount).keys()];
  return places.filter(matcherOf(table, matching)).map((place) => ({ place, rank: undefined }));
}

/** Returns a function that finds the row that is shown, and has the key of a row of the question. */
function shownPlaces(
  question: ComparedTable,
  { table, matching }: ShownComparison,
): (row: number) => number[] {
  const isShown = matcherOf(table, matching);
  if (question === table) return (row) => (isShown(row) ? [row] : []);
  const [wholeKeys, places] = [keysOf(question), new Map<string, number[]>()];
  for (const [place, key] of keysOf(table).entries()) if (isShown(place)) places.set(key, [place]);
  return (row) => places.get(required(wholeKeys[row], "a key")) ?? [];
}

/** The number by which a reader sorts the rows; the change of the first metric that has one (default). */
function rankingNumber({
  table,
  sorting: { sortBy },
}: Pick<ShownComparison, "table" | "sorting">): {
  readonly metric: Metric;
  readonly number: ConditionNumber | "points";
} {
  const metrics = metricsOf(table);
  const isOptional = sortBy === undefined || sortBy === "name";
  const { metric: name, number } = isOptional
    ? { metric: undefined, number: hasShares(table) ? ("points" as const) : ("change" as const) }
    : readNumber(sortBy);
  const hasNumber = (metric: Metric): boolean => numbersNamed(table, metric, number).some(isNumber);
  const chosen =
    name === undefined
      ? (metrics.find(hasNumber) ?? (isOptional ? metrics[0] : undefined))
      : metrics.find((metric) => metric.name === name);
  if (chosen !== undefined) return { metric: chosen, number };
  const isMetric = name !== undefined && conditionNumber(name) === undefined;
  throw inputError(
    isMetric
      ? `the comparison has no metric ${name} to sort by`
      : `no metric of the comparison has a ${number}`,
    `Sort by change, or by one of ${metrics.map((metric) => metric.name).join(", ")}.`,
  );
}

/** The numbers that rank the rows, and what they are: the sizes of the changes where nothing else is asked. */
function orderOf(
  { sorting: { sortBy, order } }: ShownComparison,
  table: ComparedTable,
  metric: Metric,
  number: ConditionNumber | "points",
): { readonly numbers: Float64Array; readonly by: string } {
  const numbers = numbersNamed(table, metric, number);
  const end = order === "asc" ? "lowest" : "highest";
  const isSize = sortBy === undefined && order === undefined;
  const changes =
    number === "points"
      ? "changes of the share"
      : number === "change_percent"
        ? "changes in percent"
        : "changes";
  if (number !== "points" && !number.includes("change"))
    return { numbers, by: `${end} ${number.replaceAll("_", " ")}` };
  return isSize
    ? { numbers: numbers.map(Math.abs), by: `largest ${changes}` }
    : { numbers, by: `${end} ${changes}` };
}

function courseOf(
  table: ComparedTable,
  metric: Metric,
  changes: readonly number[],
): Course | undefined {
  const moved = changes.filter(isNumber);
  if (moved.length < leastForMedian) return undefined;
  const isInPoints = hasShares(table);
  const sides = [
    populationColumn(table, metric, "now", "same"),
    populationColumn(table, metric, "before", "same"),
  ];
  const percents = isInPoints ? changes : numberColumn(table, metric, "change_percent").values;
  const counted = Array.from(changes, (change, row) => {
    return isNumber(change) && isCovered(sides, row)
      ? required(percents[row], "a number")
      : Number.NaN;
  }).filter(isNumber);
  return {
    count: moved.length,
    rose: moved.filter((change) => change > 0).length,
    fell: moved.filter((change) => change < 0).length,
    median: counted.length < leastForMedian ? Number.NaN : median(counted),
    isInPoints,
  };
}
