/** The texts of a line of a comparison: both numbers, their change, the change in percent. */
import { numberTraits } from "../../catalog/numbers.ts";
import { allColumn, rowColumn, bothNames, type BothName } from "../../table/compared-columns.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../../cells/number-at.ts";
import { isNumber } from "../../cells/states.ts";
import type { ComparedTable } from "../../table/compare.ts";
import type { Column } from "../../table/table.ts";
import { formatDifference, formatPercent, formatPoints } from "../../text/numbers.ts";
import { methodTitle, numberText } from "../names.ts";

export type LineTexts = Readonly<Record<BothName, string>>;

/**
 * The texts of a row of a metric.
 * @param word replaces a change in percent that does not exist.
 */
export function lineTexts(
  table: ComparedTable,
  metric: Metric,
  row: number,
  { isOfSame, word = "" }: { readonly isOfSame: boolean; readonly word?: string },
): LineTexts {
  const at = (number: BothName): number =>
    numberAt((isOfSame ? rowColumn : allColumn)(table, metric, number).values, row);
  const column = allColumn(table, metric, "now");
  const [now, before, change] = [at("now"), at("before"), at("change")];
  const percentText = (number: BothName, none: string): string =>
    isNumber(at(number)) ? formatPercent(at(number)) : none;
  return {
    now: numberText(column, now),
    before: numberText(column, before),
    // A part of a month is not compared with a whole one.
    change:
      isNumber(now) && isNumber(before) && Number.isNaN(change)
        ? ""
        : changeText(column, change, now, before),
    change_percent: percentText("change_percent", word),
    per_day_percent: percentText("per_day_percent", ""),
  };
}

/** The columns of some lines: those in percent only where a line has one. */
export function lineColumns(lines: readonly LineTexts[]): {
  readonly heads: readonly string[];
  readonly cells: readonly (readonly string[])[];
} {
  const shown = bothNames.filter(
    (name) => numberTraits[name].unit !== "percent" || lines.some((line) => line[name] !== ""),
  );
  return {
    heads: shown.map((name) => numberTraits[name].title),
    cells: lines.map((line) => shown.map((name) => line[name])),
  };
}

export const metricTitle = (table: ComparedTable, metric: Metric): string =>
  methodTitle(allColumn(table, metric, "now"));

/** The change of a number; of a rate, in points. */
export const changeFigure = (
  { toPercent }: Column,
  change: number,
  now: number,
  before: number,
): { readonly text: string; readonly unit: "" | "points" } =>
  toPercent === undefined || !Number.isFinite(change)
    ? { text: formatDifference(change, now, before), unit: "" }
    : { text: formatPoints(now * toPercent, before * toPercent), unit: "points" };

export function changeText(column: Column, change: number, now: number, before: number): string {
  const { text, unit } = changeFigure(column, change, now, before);
  return unit === "" ? text : `${text} ${unit}`;
}
