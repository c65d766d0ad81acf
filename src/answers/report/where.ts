/** The lines of a result that meet conditions (`where`), which are shown among all. */
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { onlyProfiles } from "../../numbers/cells/select.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import { comparableNumbers } from "../../numbers/table/rank.ts";
import { fold } from "../../numbers/table/statistic.ts";
import { coverageAt, firstColumn, type Table } from "../../numbers/table/table.ts";
import { comparedNumbers } from "../../catalog/numbers.ts";
import {
  comparedWith,
  matchingOf,
  readCondition,
  type Condition,
} from "../../numbers/meaning/conditions.ts";
import { keysOf } from "./order.ts";
import { checkCoverage, checkOneNumber, onlyMetric } from "./ranks.ts";
import { lineDimensions, type Shown } from "./shown.ts";

/**
 * The rows that match, among which the ranks are. Where they are profiles, the totals are of those that match, beside all.
 * @example the sorting of "profiles with at least 1,000 views": { where: ["insights_views >= 1000"] }
 * @throws ToolError `invalid_input` for a condition that the result cannot answer.
 */
export function matching(shown: Shown): { readonly shown: Shown; readonly note?: string } {
  const { result, population = shown.source ?? result, dimensions, sorting } = shown;
  if (sorting.where === undefined) return { shown };
  const conditions = sorting.where.map(readCondition);
  const hasLines = shown.table.dimensions.some(
    ({ type, rows }) => !isDateDimension(type) && rows.length > 1,
  );
  const types = hasLines ? lineDimensions(shown) : dimensions;
  const tables = conditions.map((condition) => tableOf(condition, shown, population, types));
  const numbers = tables.map((table, place) =>
    numbersOf(required(conditions[place], "a condition"), table),
  );
  const lineKeys = tables[0] === undefined ? [] : keysOf(tables[0]);
  // Rows of a single week or day are lines that have it in their keys.
  const areDated = hasLines && shown.lines.dimensions.length > types.length;
  const keys = areDated ? keysOf(shown.fold(population, dimensions)) : lineKeys;
  const shownKeys = new Set(keysOf(hasLines ? shown.lines : shown.table));
  const match = matchingOf(conditions, numbers, keys, shownKeys);
  const areProfiles = hasLines && types.join() === "profile" && match.count > 0;
  const ids = new Set(lineKeys.filter((_, place) => match.keys.has(keys[place] ?? "")));
  const matched = areProfiles ? onlyProfiles(result, (id) => ids.has(` ${id}`)) : undefined;
  // More rows are shown, as of rows that the question names.
  const shownRows = { ...shown, matching: match.keys, matched };
  return { shown: { ...shownRows, sorting: { ...sorting, isNamed: true } }, note: match.note };
}

/**
 * The lines with the metric of a condition alone.
 * @throws ToolError `invalid_input` for a number of comparisons, and for a metric without one number per line.
 */
function tableOf(
  { metric, number, text }: Condition,
  { result, fold: foldAs }: Shown,
  population: Result,
  types: readonly Dimension[],
): Table {
  if (comparedNumbers.some((name) => name === number))
    throw inputError(
      `${text} asks for a comparison, and the result has one range`,
      "Ask get_profile_metrics with compare_to.",
    );
  const name = metric ?? result.metrics[0]?.name ?? "";
  const metricResult = onlyMetric(population, name);
  const shares = foldAs(metricResult, types);
  // Shares are chosen by the numbers that they are of.
  const showsShares = firstColumn(shares).percentOf !== undefined;
  const table = showsShares ? fold(metricResult, types) : shares;
  checkOneNumber(metricResult, table, name);
  return table;
}

/** The numbers that a condition compares, by line. */
function numbersOf(condition: Condition, table: Table): readonly number[] {
  const column = firstColumn(table);
  if (condition.number !== "coverage")
    return comparedWith(
      condition,
      comparableNumbers(table, column, { needsBuckets: true }),
      column.toPercent,
    );
  const shares = Array.from({ length: table.rowCount }, (_, row) => coverageAt(column, row));
  checkCoverage(shares);
  return shares.map((share) => 100 * share);
}
