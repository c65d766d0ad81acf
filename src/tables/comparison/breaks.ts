/** Metrics that breaks forbid to compare: each part of both ranges with its number and its meaning. */
import { meaningOf } from "../../meaning/segments.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required } from "../../errors/tool-error.ts";
import type { ComparedPart } from "../../meaning/compared-sides.ts";
import type { ComparedMetric, Comparison } from "../../meaning/comparison.ts";
import { formatNumber } from "../../text/numbers.ts";
import { cell, tableRow } from "../../text/words.ts";
import { shortRange } from "../names.ts";
import { comparedTitle } from "./cells.ts";
import type { Line } from "./combined-rows.ts";
import type { ShownComparison } from "./rows.ts";

/** A table of the metrics that have parts; none where all can be compared. */
export function brokenTable(
  { comparison, dimensions, compared }: ShownComparison,
  names: readonly string[],
  lines: readonly Line[],
): string[] {
  return compared.metrics.flatMap((metric, place) => {
    const { parts } = metric;
    if (parts.length === 0) return [];
    const line = (name: string, own: readonly ComparedPart[], row: number): string =>
      tableRow([name, ...own.map(({ values }) => formatNumber(numberAt(values, row)))]);
    const title = [comparedTitle(metric), ...dimensions].join(" by ");
    return [
      [
        tableRow([title, ...parts.map((part) => partTitle(comparison, metric, part))]),
        ...lines.map((one) =>
          typeof one === "number"
            ? line(cell(required(names[one], "a row")), parts, one)
            : line(one.name, one.compared.metrics[place]?.parts ?? [], 0),
        ),
      ].join("\n"),
    ];
  });
}

/** The days of a part and what is counted in it: `2025-01-01 to 11-14, page fans`. */
function partTitle(
  { now, before }: Comparison,
  { metric }: ComparedMetric,
  { side, column }: ComparedPart,
): string {
  const { network } = side === "now" ? now : before;
  const meaning = meaningOf({ network, ...column.segment }, metric);
  const days = shortRange(column.segment);
  return meaning === undefined ? days : `${days}, ${meaning}`;
}
