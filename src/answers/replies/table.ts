/** A table for programs, and as the cells of a reply. */
import { ourLimits } from "../../catalog/limits.ts";
import { inertText } from "../../base/text/sanitize.ts";
import { estimateTokens } from "../../base/text/tokens.ts";
import { cell, tableRow } from "../../base/text/words.ts";
import type { Block } from "./layout.ts";
import { formatNumber } from "../../base/text/numbers.ts";

/** `null` is a missing value. */
export type TableCell = string | number | boolean | null;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** A value as the cell of a reply: inert, on one line, without the column separator. */
function written(value: TableCell): string {
  if (typeof value === "string") return cell(inertText(value, ourLimits.textLength));
  if (typeof value === "number") return formatNumber(value);
  return value === null ? "" : value ? "yes" : "no";
}

/** The whole rows that fit a room in tokens, and a sentence on the others. @param goOn says how to get them, after some. */
export function fittingBlock(
  { columns, rows }: Table,
  room: number,
  goOn: (shown: number) => string,
): Block {
  let tokens = estimateTokens(tableRow(columns)) + estimateTokens(goOn(rows.length)) + 20;
  const isBeyond = (row: readonly TableCell[]): boolean =>
    (tokens += estimateTokens(tableRow(row.map(written))) + 1) > room;
  const end = rows.findIndex(isBeyond);
  const shown = rows.slice(0, end === -1 ? rows.length : end).map((row) => row.map(written));
  const left = rows.length - shown.length;
  const below = [left > 0 && `${left} more rows omitted. ${goOn(shown.length)}`];
  return { rows: [columns, ...shown], below };
}
