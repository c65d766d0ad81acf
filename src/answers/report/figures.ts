/** The numbers of a metrics result, for references. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import {
  isBreakdown,
  isCalendarDate,
  isDateDimension,
  type Dimension,
} from "../../catalog/dimensions.ts";
import { statistics } from "../../catalog/statistics.ts";
import { lazily } from "../../base/async/lazily.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { rowKey, type RowValue } from "../../numbers/cells/axis.ts";
import { rangeOf, rowName, type Result } from "../../numbers/cells/result.ts";
import { dayLines, onlyLabelled } from "../../numbers/cells/select.ts";
import { isMissing, isNumber, isWithheld } from "../../numbers/cells/states.ts";
import { countedDays } from "../../numbers/meaning/delivery.ts";
import { countFigure, matchingLine, missingFigure } from "../replies/figures.ts";
import type { Figure, FigureDimension, FigureLine, Figures, Numbers } from "../replies/figures.ts";
import { comparableNumbers, rankedPlaces } from "../../numbers/table/rank.ts";
import {
  coverageAt,
  timeIn,
  timeKeys,
  type Column,
  type NumberColumn,
  type Table,
  type TableDimension,
  profileOf,
} from "../../numbers/table/table.ts";
import { needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import { weekdayNames, type Range } from "../../base/time/grains.ts";
import { reasonOf, type Reason } from "../replies/reasons.ts";
import { firstDayOf, holdsBreak } from "../../numbers/meaning/segments.ts";
import { totalsOf } from "./answer.ts";
import { matcherOf } from "./order.ts";
import { nameOf, namesOf, numberText, sideName } from "./names.ts";
import type { Shown } from "./shown.ts";

/** @param why there is no number, where it is missing. @param whyWithheld where it is withheld. */
export const figureOf = (
  column: Omit<Column, "segment">,
  value: number,
  why: Reason,
  whyWithheld = reasonOf("not_combined"),
): Figure => ({
  value,
  text: isNumber(value) ? numberText(column, value) : "–",
  unit: nameOf(column).endsWith(" %") || column.percentOf !== undefined ? "%" : "",
  scale: column.toPercent ?? 1,
  why: isWithheld(value) ? whyWithheld : why,
});

/** Names of dimensions in references. */
const dimensionName = (type: Dimension): FigureDimension["name"] =>
  type === "profile_label" ? "label" : isDateDimension(type) ? "date" : type;

/** The dimensions of a table that have several rows, or a name of their own. */
export const figureDimensions = (
  result: Result,
  { dimensions, keys }: Pick<Table, "dimensions" | "keys">,
): FigureDimension[] =>
  dimensions.map((dimension, at) => ({
    name: dimensionName(dimension.type),
    rows: distinctNames(
      namedRows(dimension).map((row) => [
        dimension.type === "date.weekday"
          ? (weekdayNames[Number(rowKey(row)) - 1] ?? rowKey(row))
          : rowName(result, dimension.type, row),
        rowKey(row),
      ]),
    ),
    ids: namedRows(dimension).map(rowKey),
    ...(dimension.time &&
      dimension.previous === undefined && { shown: namesOf(result, dimension) }),
    ...(isCalendarDate(dimension.type) && { ranges: rangesOf(dimension) }),
    keys: keys[at] ?? [],
  }));

/** The days of rows of time; of a row of the earlier range alone, its days. */
const rangesOf = ({ rows, time = [], previous }: TableDimension): (Range | undefined)[] =>
  rows.map((row, at) => (row === "" ? previous?.time?.[at] : time[at]));

/** A row of time of the earlier range alone is named by it: both ranges can have a week in part. */
const namedRows = ({ rows, previous }: TableDimension): readonly RowValue[] =>
  rows.map((row, at) =>
    previous !== undefined && row === ""
      ? `before ${rowKey(required(previous.rows[at], "a row"))}`
      : row,
  );

/** Names that several rows have are followed by their ids. */
function distinctNames(rows: readonly (readonly [name: string, id: string])[]): string[] {
  const counts = new Map<string, number>();
  for (const [name] of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.map(([name, id]) => (counts.get(name) === 1 ? name : `${name} (${id})`));
}

export const lineName = (dimensions: readonly FigureDimension[], row: number): string =>
  dimensions.map(({ rows, keys }) => itemAt(rows, keys[row]) ?? "–").join(", ");

/** Of a metric whose range a break divides, the sides have numbers under names of their own. */
function lineOf(
  { result, table, isStatistic }: Pick<Shown, "result" | "table" | "isStatistic">,
  row: number,
  name: string,
): FigureLine {
  const metrics = new Map<string, Numbers>();
  const coverage = new Map<string, number>();
  const { network } = result;
  const days = itemAt(timeIn(table), itemAt(timeKeys(table), row)) ?? result;
  const profile = profileOf(table, row);
  for (const column of table.columns) {
    const { metric, values } = column;
    const number = numberName(column, isStatistic);
    const side = sideName(column, result);
    const value = numberAt(values, row);
    const why = reasonOf(codeOf(result, metric, side === "" ? days : column.segment, profile));
    const ofBreak = holdsBreak({ network, ...days }, metric) ? reasonOf("break") : undefined;
    const numbers = metrics.get(metric.name);
    // One side with a value is enough to say that the whole has none because of the break.
    if (side !== "" && numbers?.[number]?.why?.code !== "break") {
      const figure = missingFigure(isMissing(value) ? why : reasonOf("break"));
      metrics.set(metric.name, { ...numbers, [number]: figure });
    }
    const key = keyOf(column, result);
    metrics.set(key, { ...metrics.get(key), [number]: figureOf(column, value, why, ofBreak) });
    coverage.set(metric.name, coverageAt(column, row));
  }
  return { name, metrics, coverage };
}

/** Other numbers than those of the kinds have names of their own: a mean must not be read as a sum. */
function numberName(
  { method, isPerProfile, percentOf, window }: NumberColumn,
  isStatistic = false,
): string {
  if (isPerProfile === true) return "per_profile";
  if (percentOf !== undefined) return "share";
  if (window !== undefined) return "window";
  return isStatistic && statistics.some((name) => name === method) ? method : "now";
}

/** The name of a metric; of one side of a break `fans_change until 2025-11-14`. */
export const keyOf = (column: Column, range: Range): string =>
  [column.metric.name, sideName(column, range)].filter(Boolean).join(" ");

const profilesWith = (result: Result, metric: Metric): number =>
  dayLines(result, metric).filter(({ values }) => values.some((value) => !isMissing(value))).length;

/** Why a number of some days is missing; of a profile, where the row is of one. */
function codeOf(
  result: Result,
  metric: Metric,
  { end }: Range,
  profile: RowValue | undefined,
): Reason["code"] {
  const { withoutInsights } = result;
  if (countedDays(result, metric) === 0) return "not_delivered";
  if (end < firstDayOf(result, metric)) return "not_applicable";
  const isOff = profile !== undefined && withoutInsights?.has(rowKey(profile)) === true;
  return isOff && needsInsights(metric) ? "no_insights" : "no_value";
}

export function figuresOf(shown: Shown): Figures {
  const { result, table, dimensions, matched, matching, isStatistic } = shown;
  const named = figureDimensions(result, table);
  const isIn = matcherOf(table, matching);
  const hasTotal = isStatistic !== true && !dimensions.some(isBreakdown);
  // A metric that a break divides has no single number to rank by.
  const [first, ...more] = table.columns;
  const ranking = more.some(({ metric }) => metric === first?.metric) ? undefined : first;
  const numbers =
    ranking === undefined
      ? []
      : comparableNumbers(table, ranking).map((value, row) => (isIn(row) ? value : Number.NaN));
  const total = hasTotal ? totalLine(shown.population ?? result, dimensions, "all") : undefined;
  const matchingTotal = matched && totalLine(matched, dimensions, "matching");
  return {
    network: result.network,
    period: rangeOf(result),
    ...(total && { total }),
    matching: matchingLine(total, matching, matchingTotal, dimensions.join() === "profile"),
    dimensions: named,
    rowCount: table.rowCount,
    line: (row) => lineOf(shown, row, lineName(named, row)),
    ...rankedFigures(numbers, table.rowCount, isIn),
    isAmong: matching && isIn,
    top: shown.sorting.top,
  };
}

/** The numbers of all rows, or of those that match, each with its profiles. */
function totalLine(
  population: Result,
  dimensions: readonly Dimension[],
  name: "all" | "matching",
): FigureLine {
  const result = onlyLabelled(population, dimensions);
  const table = totalsOf(result);
  const [withValues = 0] = table.columns[0]?.profiles ?? [];
  const profiles = (name === "all" && withValues) || result.profileCount;
  const line = lineOf({ result, table }, 0, `${name} ${profiles}`);
  const counts = new Map(
    table.columns.map((column) => [keyOf(column, result), column.profiles[0] ?? 0]),
  );
  // Of a metric whose range a break divides, those with a value on either side.
  for (const { metric } of table.columns)
    if (!counts.has(metric.name)) counts.set(metric.name, profilesWith(result, metric));
  const metrics = Array.from(line.metrics, ([metric, numbers]) => {
    const count = countFigure(counts.get(metric) ?? profiles);
    return [metric, { ...numbers, profiles: count }] as const;
  });
  return { ...line, metrics: new Map(metrics), profiles };
}

/**
 * The order of rows by their numbers. A year by day has a million rows, and few replies rank them.
 * @param numbers by row; NaN for rows that do not meet the conditions, empty where a break divides them.
 */
export function rankedFigures(
  numbers: ArrayLike<number>,
  rowCount: number,
  isIn: (row: number) => boolean,
  { rose, fell }: Pick<Figures["order"], "rose" | "fell"> = { rose: [], fell: [] },
): Pick<Figures, "order" | "highest" | "unranked"> {
  const rank = lazily(() => rankedPlaces(numbers));
  return {
    order: {
      get rank() {
        return rank();
      },
      rose,
      fell,
    },
    highest: (most) => rankedPlaces(numbers, most),
    unranked: lazily(() =>
      Array.from({ length: rowCount }, (_, row) => row).filter(
        (row) => isIn(row) && !isNumber(numbers[row]),
      ),
    ),
  };
}
