/** A metric that a break forbids to compare: the number of each side, with its days and its meaning. */
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { rangeOf, type Comparison } from "../../../numbers/cells/result.ts";
import { meaningOf } from "../../../numbers/meaning/segments.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import type { Block } from "../../replies/layout.ts";
import { numberText, shortRange } from "../names.ts";
import { metricTitle } from "./lines.ts";
import { partColumns } from "./shown.ts";

export interface PartText {
  /** `2026-10-01 to 10-31, page follows`. */
  readonly title: string;
  readonly isNow: boolean;
  readonly textOf: (row: number) => string;
}

export const partTexts = (
  { now, before }: Comparison,
  table: ComparedTable,
  metric: Metric,
): readonly PartText[] =>
  partColumns(table, metric).map((column) => {
    const { segment, number, values } = column;
    const meaning = meaningOf({ network: now.network, ...segment }, metric);
    const side = number === "part now" ? now : before;
    // For a level, only the last days of the range are fetched.
    const { start } = segment.start === side.start ? rangeOf(side) : segment;
    const days = shortRange({ ...segment, start });
    return {
      title: meaning === undefined ? days : `${days}, ${meaning}`,
      isNow: number === "part now",
      textOf: (row: number): string => numberText(column, numberAt(values, row)),
    };
  });

export function partsTable(
  comparison: Comparison,
  table: ComparedTable,
  metric: Metric,
  head: string,
): Block {
  const parts = partTexts(comparison, table, metric);
  return {
    rows: [
      [head, ...parts.map(({ title }) => title)],
      [metricTitle(table, metric), ...parts.map(({ textOf }) => textOf(0))],
    ],
  };
}
