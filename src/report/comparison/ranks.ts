/** The rows of a comparison in order: by the size of the change, by the change, or by another number. */
import { allColumn } from "../../table/compared-columns.ts";
import { median } from "simple-statistics";
import { hasOwnOrder, isDateDimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../../cells/axis.ts";
import { numberAt } from "../../cells/number-at.ts";
import { isNumber } from "../../cells/states.ts";
import { inputError } from "../../errors/tool-error.ts";
import { groupsIn, type ComparedTable } from "../../table/compare.ts";
import { inOrder } from "../../table/rank.ts";
import { areUneven } from "../../time/compared-range.ts";
import { conditionNumber, type ConditionNumber } from "../../catalog/numbers.ts";
import { readNumber } from "../../meaning/conditions.ts";
import { keysOf, placesByName, type Line } from "../order.ts";
import { leastForMedian } from "../ranks.ts";
import { isSorted } from "../shown.ts";
import { hasPerDay, hasShares, metricsOf, numbersNamed, rowNamesOf, shownChange } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";

export interface ComparedRanks {
  readonly lines: readonly Line[];
  /** The metric that ranks the rows, which is the one that they show. */
  readonly metric: Metric;
  /** The order of the rows, as `largest changes` or `highest now`; undefined for rows that are not ranked. */
  readonly by: string | undefined;
  /** The number of rows that are ranked together, with those that have no number. */
  readonly total: number;
  /** By place of a line, its change: per day where lengths or coverage differ. */
  readonly changes: ReadonlyMap<number, number>;
  readonly course?: Course | undefined;
}

/** Of ten ranked rows or more: how many rose and fell, and the median of their changes in percent. */
export interface Course {
  readonly count: number;
  readonly rose: number;
  readonly fell: number;
  readonly median: number;
  readonly isPerDay: boolean;
}

/** @throws ToolError `invalid_input` for a metric that the comparison does not hold, or without a number to rank by. */
export function comparedRanks(shown: ShownComparison): ComparedRanks {
  const { comparison, table, dimensions, sorting, population, matching } = shown;
  const { metric, number, isNamed } = rankingNumber(shown);
  const isOfTime = dimensions.some(isDateDimension);
  const isAsked = isSorted(sorting);
  if (isOfTime && isAsked && dimensions.length > 1)
    throw inputError(
      "a comparison by time and another dimension has no single number per row to rank by",
      "Ask get_profile_metrics with compare_to and one dimension.",
    );
  const isShown = matcherOf(table, matching);
  const isByName = sorting.sortBy === "name";
  const isOrdered = (isOfTime || dimensions.some(hasOwnOrder)) && !isAsked;
  if ((table.rowCount < 2 && population === undefined) || isOrdered || isByName) {
    const names = isByName ? rowNamesOf(shown).names.map((cells) => cells.join(", ")) : undefined;
    const places = names
      ? placesByName(names, sorting.order)
      : Array.from({ length: table.rowCount }, (_, row) => row);
    const lines = places.filter(isShown).map((place) => ({ place, rank: undefined }));
    return { metric, by: undefined, changes: new Map(), lines, total: lines.length };
  }
  const question = population?.table ?? table;
  const isAmong = matcherOf(question, matching);
  const among = (numbers: Iterable<number>): number[] =>
    Array.from(numbers, (value, row) => (isAmong(row) ? value : Number.NaN));
  const isUneven = areUneven(comparison.now, comparison.before);
  const changes = among(changesIn(question, metric));
  const { numbers, by } = orderOf(shown, question, { metric, number, isNamed, isUneven });
  const placeOf = placesOf(question, table);
  const ranked = among(numbers);
  const ordered = inOrder(ranked, sorting.order).flatMap((line) => {
    const row = placeOf(line.place);
    return row === undefined || !isShown(row) ? [] : [{ ...line, row }];
  });
  return {
    metric,
    lines: ordered.map(({ row, rank }) => ({ place: row, rank })),
    by: ranked.some(isNumber) ? by : undefined,
    total: ranked.filter((_, row) => isAmong(row)).length,
    changes: new Map(ordered.map(({ row, place }) => [row, changes[place] ?? Number.NaN])),
    course: isOfTime ? undefined : courseOf(question, metric, changes, among),
  };
}

/** Returns a function that says whether a row meets the conditions; all do without any. */
function matcherOf(
  table: ComparedTable,
  matching: ShownComparison["matching"],
): (row: number) => boolean {
  const keys = matching === undefined ? undefined : keysOf(table);
  return (row) => keys === undefined || matching?.has(keys[row] ?? "") === true;
}

/** Returns a function that finds the row of another table with the same key. */
function placesOf(
  question: ComparedTable,
  table: ComparedTable,
): (row: number) => number | undefined {
  if (question === table) return (row) => row;
  const [wholeKeys, places] = [keysOf(question), new Map<string, number>()];
  for (const [place, key] of keysOf(table).entries()) places.set(key, place);
  return (row) => places.get(wholeKeys[row] ?? "");
}

/** The number by which a reader sorts the rows; the change of the first metric that has one (default). */
function rankingNumber({
  table,
  sorting: { sortBy },
}: Pick<ShownComparison, "table" | "sorting">): {
  readonly metric: Metric;
  readonly number: ConditionNumber | "points";
  readonly isNamed: boolean;
} {
  const metrics = metricsOf(table);
  const isOptional = sortBy === undefined || sortBy === "name";
  const { metric: name, number } = isOptional
    ? { metric: undefined, number: hasShares(table) ? ("points" as const) : ("change" as const) }
    : readNumber(sortBy);
  const hasNumber = (metric: Metric): boolean => numbersNamed(table, metric, number).some(isNumber);
  const hasChange = (metric: Metric): boolean =>
    shownChange(table, metric, "change_percent").some(isNumber);
  const chosen =
    name === undefined
      ? (metrics.find(hasNumber) ??
        (isOptional ? (metrics.find(hasChange) ?? metrics[0]) : undefined))
      : metrics.find((metric) => metric.name === name);
  if (chosen !== undefined) return { metric: chosen, number, isNamed: name !== undefined };
  const isMetric = name !== undefined && conditionNumber(name) === undefined;
  throw inputError(
    isMetric
      ? `the comparison has no metric ${name} to sort by`
      : `no metric of the comparison has a ${number}`,
    `Sort by change, or by one of ${metrics.map((metric) => metric.name).join(", ")}.`,
  );
}

/** The numbers that rank the rows, and what they are. Only profiles that are the same in both ranges have a change. */
function orderOf(
  { sorting: { sortBy, order }, dimensions }: ShownComparison,
  table: ComparedTable,
  ranking: Pick<ReturnType<typeof rankingNumber>, "metric" | "number" | "isNamed"> & {
    readonly isUneven: boolean;
  },
): { readonly numbers: Float64Array; readonly by: string } {
  const { metric, number, isNamed, isUneven } = ranking;
  const end = order === "asc" ? "lowest" : "highest";
  const isSum = allColumn(table, metric, "now").method === "sum";
  // Without a change of sums, the change per day ranks.
  const name = sortBy === undefined && isUneven && isSum ? "change_percent" : number;
  const numbers = numbersNamed(table, metric, name, isNamed);
  if (name !== "points" && !name.includes("change"))
    return { numbers, by: `${end} ${name.replaceAll("_", " ")}` };
  const isOfProfiles = dimensions.includes("profile");
  const comparable = numbers.map((value, row) =>
    isOfProfiles && name !== "points" && !isSame(table, metric, row) ? Number.NaN : value,
  );
  const changes =
    name === "points"
      ? "changes of the share"
      : name.endsWith("percent")
        ? "changes in percent"
        : "changes";
  return order === undefined
    ? { numbers: comparable.map((value) => Math.abs(value)), by: `largest ${changes}` }
    : { numbers: comparable, by: `${end} ${changes}` };
}

/** True for a row of a profile that is compared. */
function isSame(table: ComparedTable, metric: Metric, row: number): boolean {
  const { dimensions, keys } = table;
  const at = dimensions.findIndex(({ type }) => type === "profile");
  const profile = dimensions[at]?.rows[numberAt(keys[at] ?? new Int32Array(), row)];
  const members = groupsIn(table, metric);
  return members.size === 0 || members.get(rowKey(profile ?? ""))?.kind === "same";
}

/** The changes by which rows rose or fell: in percent per day, of signed differences the change. */
function changesIn(table: ComparedTable, metric: Metric): number[] {
  const name =
    metric.kind.change === "percent" && hasPerDay(table, metric) ? "change_percent" : "change";
  return Array.from(shownChange(table, metric, name), (value, row) =>
    isSame(table, metric, row) || !table.dimensions.some(({ type }) => type === "profile")
      ? value
      : Number.NaN,
  );
}

function courseOf(
  table: ComparedTable,
  metric: Metric,
  changes: readonly number[],
  among: (numbers: Iterable<number>) => number[],
): Course | undefined {
  const moved = changes.filter(isNumber);
  if (moved.length < leastForMedian) return undefined;
  const shares = among(shownChange(table, metric, "change_percent"));
  const percents = shares.filter((share, row) => isNumber(share) && isNumber(changes[row] ?? NaN));
  return {
    count: moved.length,
    rose: moved.filter((change) => change > 0).length,
    fell: moved.filter((change) => change < 0).length,
    median: percents.length < leastForMedian ? Number.NaN : median(percents),
    isPerDay: hasPerDay(table, metric),
  };
}
