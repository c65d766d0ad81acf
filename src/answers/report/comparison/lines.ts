/** The texts of a line of a comparison: both numbers, their change, the change in percent. */
import { numberTraits } from "../../../catalog/numbers.ts";
import {
  comparedColumn,
  numberColumn,
  populationColumn,
  type LineNumber,
  type Population,
} from "../../../numbers/table/compared-columns.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { isNumber, orMissing } from "../../../numbers/cells/states.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import type { Column, NumberColumn } from "../../../numbers/table/table.ts";
import { usualName } from "../../../base/time/compared-range.ts";
import { formatDifference, formatPercent, formatPoints } from "../../../base/text/numbers.ts";
import { methodTitle, numberText } from "../names.ts";

/** The texts of a line by number; `between` has the lowest and the highest of the usual ranges. */
export type LineTexts = Readonly<Record<LineNumber, string> & { between?: string }>;

/** In the order of the columns. */
export const lineTextNames = ["now", "before", "between", "change", "change_percent"] as const;

/** The texts of a row of a metric. */
export function lineTexts(
  table: ComparedTable,
  metric: Metric,
  row: number,
  population: Population,
): LineTexts {
  const at = (number: LineNumber): number =>
    numberAt(populationColumn(table, metric, number, population).values, row);
  const column = numberColumn(table, metric, "now");
  const [now, before, change] = [at("now"), at("before"), at("change")];
  const percent = at("change_percent");
  const [lowest, highest] = [
    comparedColumn(table, metric, "lowest"),
    comparedColumn(table, metric, "highest"),
  ];
  return {
    now: numberText(column, now),
    before: numberText(column, before),
    ...(lowest && highest && { between: betweenText(lowest, highest, row) }),
    // A part of a month is not compared with a whole one.
    change:
      isNumber(now) && isNumber(before) && Number.isNaN(change)
        ? ""
        : changeText(column, change, now, before),
    change_percent: isNumber(percent) ? formatPercent(percent) : "",
  };
}

/** The texts with a word instead of a change in percent that does not exist. */
export const withWord = (texts: LineTexts, word: string): LineTexts => ({
  ...texts,
  change_percent: texts.change_percent || word,
});

function betweenText(lowest: NumberColumn, highest: NumberColumn, row: number): string {
  const low = numberAt(lowest.values, row);
  const from = numberText(lowest, low);
  return isNumber(low) ? `${from} to ${numberText(highest, numberAt(highest.values, row))}` : from;
}

/** The title of the numbers before: `before`, `usual (4 weeks)`. */
export const beforeTitle = ({ usual }: ComparedTable): string =>
  usual === undefined
    ? numberTraits.before.title
    : `${numberTraits.usual.title} (${usualName(usual)})`;

/** Columns of a table: their headings, and their cells by line. */
export interface Cells {
  readonly heads: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/** The columns of some lines: the one in percent only where a line has one. */
export function lineColumns(lines: readonly LineTexts[], titles: Partial<LineTexts> = {}): Cells {
  const shown = lineTextNames.filter(
    (name) =>
      ["now", "before", "change"].includes(name) || lines.some((line) => (line[name] ?? "") !== ""),
  );
  const titleOf = (name: (typeof lineTextNames)[number]): string =>
    titles[name] ?? (name === "between" ? betweenTitle : numberTraits[name].title);
  return {
    heads: shown.map(titleOf),
    cells: lines.map((line) => shown.map((name) => line[name] ?? "")),
  };
}

/** The heading of the changes: `change at equal days` where some metric has other days or lacks some. */
export const changeHead = (table: ComparedTable, metrics: readonly Metric[]): string =>
  metrics.every(
    (metric) =>
      numberColumn(table, metric, "change").hasEqualDays !== false && isDifference(table, metric),
  )
    ? numberTraits.change.title
    : atEqualDays;

/** The change of all profiles is what their numbers differ by. */
function isDifference(table: ComparedTable, metric: Metric): boolean {
  const change = orMissing(comparedColumn(table, metric, "all_change")?.values[0]);
  const numberOf = (number: "now" | "before"): number =>
    numberColumn(table, metric, number).values[0] || 0;
  return !isNumber(change) || Math.abs(change - numberOf("now") + numberOf("before")) < 0.5;
}

export const betweenTitle = "lowest to highest";
export const atEqualDays = "change at equal days";

export const metricTitle = (table: ComparedTable, metric: Metric): string =>
  methodTitle(numberColumn(table, metric, "now"));

/** The change of a number; of a rate, in points. */
export const changeFigure = (
  { toPercent, method }: Column,
  change: number,
  now: number,
  before: number,
): { readonly text: string; readonly unit: "" | "points" } =>
  toPercent === undefined || !Number.isFinite(change)
    ? {
        text: formatDifference(change, method === "sum" || method === "last" ? [] : [now, before]),
        unit: "",
      }
    : { text: formatPoints(change * toPercent), unit: "points" };

export function changeText(column: Column, change: number, now: number, before: number): string {
  const { text, unit } = changeFigure(column, change, now, before);
  return unit === "" ? text : `${text} ${unit}`;
}
