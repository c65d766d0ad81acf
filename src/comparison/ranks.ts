/** The rows of a comparison in order: by the size of the change, by the change, or by the number now. */
import { median } from "simple-statistics";
import type { Work } from "../async/work.ts";
import { isCalendarDate } from "../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import { inputError, required } from "../errors/tool-error.ts";
import { compare, type Compared, type ComparedMetric } from "./compare.ts";
import { isNumber } from "../cells/states.ts";
import { inOrder } from "../table/rank.ts";
import { combinedKeys, placesByName, type Line } from "../report/order.ts";
import { leastForMedian } from "../report/ranks.ts";
import { isSorted } from "../report/shown.ts";
import { areUneven } from "../time/compared-range.ts";
import { isNumberName, type NumberName } from "../report/conditions.ts";
import { combinedNames, numbersBy, type ShownComparison } from "./table-rows.ts";

export interface ComparedRanks {
  readonly lines: readonly Line[];
  /** The metric that ranks the rows, which is the one that they show. */
  readonly metric: ComparedMetric;
  /** The order of the rows, as `largest changes` or `highest now`; undefined for rows that are not ranked. */
  readonly by: string | undefined;
  /** The number of ranked rows, and of all rows that they are among. */
  readonly count: number;
  readonly total: number;
  /** How many rows rose and fell, and the median of their changes; only if ten or more are ranked. */
  readonly course?: { count: number; rose: number; fell: number; median: number } | undefined;
}

/** @throws ToolError `invalid_input` for a metric that the comparison does not hold, or without a number to rank by. */
export function* comparedRanks(shown: ShownComparison): Work<ComparedRanks> {
  const { compared, dimensions, sorting, population, matching } = shown;
  const own = rankingMetric(compared, sorting.sortBy);
  const isOfTime = dimensions.some(isCalendarDate);
  const isAsked = isSorted(sorting);
  if (isOfTime && isAsked && dimensions.length > 1) {
    throw inputError(
      "a comparison by time and another dimension has no single number per row to rank by",
      "Ask get_profile_metrics with compare_to and one dimension.",
    );
  }
  const held = keysOf(compared);
  const isShown = (place: number): boolean => matching?.has(held[place] ?? "") ?? true;
  const isByName = sorting.sortBy === "name";
  if ((compared.rowCount < 2 && population === undefined) || (isOfTime && !isAsked) || isByName) {
    const places = isByName
      ? placesByName(combinedNames(shown.comparison, compared.axes), sorting.order)
      : [...held.keys()];
    const lines = places.filter(isShown).map((place) => ({ place, rank: undefined }));
    return { lines, metric: own, by: undefined, count: 0, total: held.length };
  }
  const whole = population === undefined ? compared : yield* compare(population, dimensions);
  const metric = required(
    whole.metrics.find((one) => one.metric.name === own.metric.name),
    "a metric",
  );
  const { numbers, by } = numbersOf(metric, shown);
  const places = new Map(held.map((key, place) => [key, place]));
  const keys = keysOf(whole);
  const lines = inOrder(numbers, sorting.order).flatMap(({ place, rank }): Line[] => {
    const row = places.get(required(keys[place], "a row"));
    return row === undefined || !isShown(row) ? [] : [{ place: row, rank }];
  });
  const count = numbers.filter(isNumber).length;
  return {
    lines,
    metric: own,
    by: count === 0 ? undefined : by,
    count,
    total: whole.rowCount,
    course: isOfTime ? undefined : courseOf(metric, whole),
  };
}

/** @throws ToolError `invalid_input` for a metric that the comparison does not hold, and where none has a change. */
function rankingMetric({ metrics }: Compared, sortBy: string | undefined): ComparedMetric {
  const number = sortBy === undefined ? "change" : numberOf(sortBy);
  const isOptional = sortBy === undefined || sortBy === "name";
  const found =
    number === undefined && !isOptional
      ? metrics.find(({ metric }) => metric.name === sortBy)
      : (metrics.find((one) => numbersBy[number ?? "change"](one).some(isNumber)) ??
        (isOptional ? metrics[0] : undefined));
  if (found !== undefined) return found;
  throw inputError(
    number === undefined
      ? `the comparison has no metric ${sortBy} to sort by`
      : `no metric of the comparison has a ${number}`,
    `Sort by change, or by one of ${metrics.map(({ metric }) => metric.name).join(", ")}.`,
  );
}

/** The numbers that rank the rows. Rows of profiles without values throughout both ranges have no comparable change. */
function numbersOf(
  metric: ComparedMetric,
  { sorting: { sortBy, order }, dimensions, comparison: { now, before } }: ShownComparison,
): { readonly numbers: readonly number[]; readonly by: string } {
  const isUneven = metric.method === "sum" && areUneven(now, before);
  const number = sortBy === undefined && !isUneven ? "change" : numberOf(sortBy ?? "");
  const end = order === "asc" ? "lowest" : "highest";
  const all = [...numbersBy[number ?? "value"](metric)];
  if (number === undefined) return { numbers: all, by: `${end} now` };
  if (number === "contribution" || number === "coverage")
    return { numbers: all, by: `${end} ${number}` };
  const numbers = all.map((value, row) =>
    dimensions.includes("profile") && isPartial(metric, row) ? Number.NaN : value,
  );
  const changes = number === "change" ? "changes" : "changes in percent";
  if (order !== undefined) return { numbers, by: `${end} ${changes}` };
  return { numbers: numbers.map(Math.abs), by: `largest ${changes}` };
}

/** The number of a row that a text names; undefined for a metric, which ranks by the number now. */
const numberOf = (text: string): NumberName | undefined =>
  isNumberName(text) && text !== "previous" ? text : undefined;

/** A row whose profiles have values on both sides, but not throughout, so that they are not compared. */
const isPartial = ({ like }: ComparedMetric, row: number): boolean =>
  like !== undefined && numberAt(like.all, row) > 0 && like.compared[row] === 0;

function courseOf(metric: ComparedMetric, { rowCount }: Compared): ComparedRanks["course"] {
  const rows = [...Array(rowCount).keys()].filter(
    (row) => isNumber(numberAt(metric.change, row)) && !isPartial(metric, row),
  );
  const signs = rows.map((row) => Math.sign(numberAt(metric.change, row)));
  const percents = rows.map((row) => numberAt(metric.percent, row)).filter(isNumber);
  if (rows.length < leastForMedian) return undefined;
  return {
    count: rows.length,
    rose: signs.filter((sign) => sign > 0).length,
    fell: signs.filter((sign) => sign < 0).length,
    median: percents.length < leastForMedian ? Number.NaN : median(percents),
  };
}

/** A text for each combination of the rows of all axes, in the order of the rows. */
export const keysOf = ({ axes }: Compared): string[] => combinedKeys(axes.map(({ keys }) => keys));
