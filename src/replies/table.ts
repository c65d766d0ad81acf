/** A table for programs, and as lines of text. */
import { ourLimits } from "../catalog/limits.ts";
import { inertText } from "../text/sanitize.ts";
import { cell } from "../text/words.ts";
import { formatNumber } from "../text/numbers.ts";
import { estimateTokens } from "../text/tokens.ts";

/** `null` is a missing value. */
export type TableCell = string | number | boolean | null;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  /** The number of all rows, if `rows` is a part. */
  readonly total?: number;
}

/** The most rows that structured content shows. */
export const mostRows = (columns: number): number =>
  Math.floor(ourLimits.structuredCells / Math.max(1, columns));

/** Makes inert text on one line, without the column separator. */
function written(value: TableCell): string {
  if (typeof value === "string") return cell(inertText(value, ourLimits.textLength));
  if (typeof value === "number") return formatNumber(value);
  return value === null ? "" : value ? "yes" : "no";
}

/**
 * Writes whole rows within the budget, and the number of omitted rows.
 * @param hint states how to get the omitted rows, given the number of rows shown.
 */
export function listRows(
  { columns, rows }: Table,
  maxTokens: number,
  hint: (shown: number) => string,
): string {
  const head = columns.join("|");
  const lines = [head];
  let tokens = estimateTokens(head) + estimateTokens(hint(rows.length)) + 20;
  for (const row of rows) {
    const line = row.map(written).join("|");
    tokens += estimateTokens(line) + 1;
    if (tokens > maxTokens) {
      const shown = lines.length - 1;
      return [...lines, `… ${rows.length - shown} more rows omitted. ${hint(shown)}`].join("\n");
    }
    lines.push(line);
  }
  return lines.join("\n");
}
