/** The numbers of a metrics result, for references. */
import { itemAt } from "../cells/item-at.ts";
import { required } from "../errors/tool-error.ts";
import {
  isBreakdown,
  isCalendarDate,
  isDateDimension,
  type Dimension,
} from "../catalog/dimensions.ts";
import { statistics } from "../catalog/statistics.ts";
import { lazily } from "../async/lazily.ts";
import { numberAt } from "../cells/number-at.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { rangeOf, rowName, type Result } from "../cells/result.ts";
import { dayLines, onlyLabelled } from "../cells/select.ts";
import { isMissing, isNumber, isWithheld } from "../cells/states.ts";
import { countedDays } from "../meaning/delivery.ts";
import { countFigure, matchingLine, missingFigure } from "../replies/figures.ts";
import type { Figure, FigureDimension, FigureLine, Figures, Numbers } from "../replies/figures.ts";
import { comparableNumbers, rankedPlaces } from "../table/rank.ts";
import {
  coverageAt,
  timeIn,
  timeKeys,
  type Column,
  type NumberColumn,
  type Table,
  type TableDimension,
  profileOf,
} from "../table/table.ts";
import { needsInsights, type Metric } from "../catalog/metrics/index.ts";
import { weekdayNames, type Range } from "../time/grains.ts";
import { reasonOf, type Reason } from "../replies/reasons.ts";
import { firstDayOf, holdsBreak } from "../meaning/segments.ts";
import { totalsOf } from "./answer.ts";
import { keysOf } from "./order.ts";
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
  return rows.map(([name, id]) => ((counts.get(name) ?? 0) > 1 ? `${name} (${id})` : name));
}

export const lineName = (dimensions: readonly FigureDimension[], row: number): string =>
  dimensions.map(({ rows, keys }) => itemAt(rows, keys[row]) ?? "–").join(", ");

/**
 * @param numberOf the name of the number of a column. Of a metric whose range a break divides, the sides have numbers
 * under names of their own.
 */
function lineOf(
  result: Result,
  table: Table,
  row: number,
  name: string,
  numberOf: (column: NumberColumn) => string = () => "now",
): FigureLine {
  const metrics = new Map<string, Numbers>();
  const coverage = new Map<string, number>();
  const { network } = result;
  const days = itemAt(timeIn(table), itemAt(timeKeys(table), row)) ?? result;
  const profile = profileOf(table, row);
  for (const column of table.columns) {
    const { metric, values } = column;
    const number = numberOf(column);
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
  const keys = matching === undefined ? undefined : keysOf(table);
  const isIn = (row: number): boolean =>
    keys === undefined || matching?.has(keys[row] ?? "") === true;
  const totalOf = (population: Result, name: "all" | "matching"): FigureLine => {
    const labelledResult = onlyLabelled(population, dimensions);
    const totals = totalsOf(labelledResult);
    const [withValues = 0] = totals.columns[0]?.profiles ?? [];
    const profiles = (name === "all" && withValues) || labelledResult.profileCount;
    const line = lineOf(labelledResult, totals, 0, `${name} ${profiles}`);
    const counts = new Map(
      totals.columns.map((column) => [keyOf(column, labelledResult), numberAt(column.profiles, 0)]),
    );
    // Of a metric whose range a break divides, those with a value on either side.
    for (const { metric } of totals.columns)
      if (!counts.has(metric.name)) counts.set(metric.name, profilesWith(labelledResult, metric));
    const metrics = Array.from(line.metrics, ([metric, numbers]) => {
      const count = countFigure(counts.get(metric) ?? profiles);
      return [metric, { ...numbers, profiles: count }] as const;
    });
    return { ...line, metrics: new Map(metrics), profiles };
  };
  // Other numbers than those of the kinds have names of their own: a mean must not be read as a sum.
  const numberOf = ({ method, isPerProfile, percentOf, window }: NumberColumn): string =>
    isPerProfile === true
      ? "per_profile"
      : percentOf !== undefined
        ? "share"
        : window !== undefined
          ? "window"
          : isStatistic === true && statistics.some((name) => name === method)
            ? method
            : "now";
  const hasTotal = isStatistic !== true && !dimensions.some(isBreakdown);
  // A metric that a break divides has no single number to rank by.
  const [first, ...more] = table.columns;
  const ranking = more.some(({ metric }) => metric === first?.metric) ? undefined : first;
  const numbers =
    ranking === undefined
      ? []
      : comparableNumbers(table, ranking).map((value, row) => (isIn(row) ? value : Number.NaN));
  // A year by day has a million rows, and few replies rank them.
  const rank = lazily(() => rankedPlaces(numbers));
  const unranked = lazily(() =>
    Array.from({ length: table.rowCount }, (_, row) => row).filter(
      (row) => isIn(row) && !isNumber(required(numbers[row], "a number")),
    ),
  );
  const total = hasTotal ? totalOf(shown.population ?? result, "all") : undefined;
  const matchingTotal = matched && totalOf(matched, "matching");
  return {
    network: result.network,
    period: rangeOf(result),
    ...(total && { total }),
    matching: matchingLine(total, matching, matchingTotal, dimensions.join() === "profile"),
    dimensions: named,
    rowCount: table.rowCount,
    line: (row) => lineOf(result, table, row, lineName(named, row), numberOf),
    order: {
      get rank() {
        return rank();
      },
      rose: [],
      fell: [],
    },
    highest: (most) => rankedPlaces(numbers, most),
    isAmong: keys && isIn,
    unranked,
    top: shown.sorting.top,
  };
}
