/** The texts of a line of a comparison: both numbers, their change, the change in percent. */
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../../cells/number-at.ts";
import { isNumber } from "../../cells/states.ts";
import type { ComparedTable } from "../../table/compare.ts";
import type { Column, ComparedNumber } from "../../table/table.ts";
import { formatDifference, formatPercent, formatPoints } from "../../text/numbers.ts";
import { methodTitle, numberText } from "../names.ts";
import { allColumn, rowColumn } from "./shown.ts";

/** By the titles of the columns. */
export type LineTexts = Readonly<Record<(typeof titles)[number], string>>;

const titles = ["now", "before", "change", "change %", "per day %"] as const;

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
  const at = (number: ComparedNumber): number =>
    numberAt((isOfSame ? rowColumn : allColumn)(table, metric, number).values, row);
  const column = allColumn(table, metric, "value");
  const [now, before, change, share] = [
    at("value"),
    at("previous"),
    at("change"),
    at("change_percent"),
  ];
  return {
    now: numberText(column, now),
    before: numberText(column, before),
    // A part of a month is not compared with a whole one.
    change:
      isNumber(now) && isNumber(before) && Number.isNaN(change)
        ? ""
        : changeText(column, change, now, before),
    "change %": isNumber(share) ? formatPercent(share) : word,
    "per day %": isNumber(at("per_day")) ? formatPercent(at("per_day")) : "",
  };
}

/** The columns of some lines: those in percent only where a line has one. */
export function lineColumns(lines: readonly LineTexts[]): {
  readonly heads: readonly string[];
  readonly cells: readonly (readonly string[])[];
} {
  const heads = titles.filter(
    (title) => !title.endsWith("%") || lines.some((line) => line[title] !== ""),
  );
  return { heads, cells: lines.map((line) => heads.map((title) => line[title])) };
}

export const metricTitle = (table: ComparedTable, metric: Metric): string =>
  methodTitle(allColumn(table, metric, "value"));

/** The change of a number; of a rate, in points. */
export const changeText = (
  { toPercent }: Column,
  change: number,
  now: number,
  before: number,
): string =>
  toPercent === undefined || !Number.isFinite(change)
    ? formatDifference(change, now, before)
    : `${formatPoints(now * toPercent, before * toPercent)} points`;
