/** A table as programs read it, and lists of records as text. */
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import { cell } from "../text/words.ts";
import { formatNumber } from "../text/numbers.ts";
import { estimateTokens } from "../text/tokens.ts";

/** `null` is missing. */
export type TableCell = string | number | boolean | null;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Rows there are, where some were passed over. */
  readonly total?: number;
}

/** Inert text on one line, without the separator. */
function written(value: TableCell): string {
  if (typeof value === "string") return cell(plainText(value, ourLimits.textLength));
  if (typeof value === "number") return formatNumber(value);
  return value === null ? "" : value ? "yes" : "no";
}

/**
 * Whole rows, within the budget, with the count of those left out.
 * @param hint how to get the rows that are left out, by how many are shown.
 */
export function listRows(
  { columns, rows }: Table,
  maxTokens: number,
  hint: (shown: number) => string,
): string {
  const lines = [columns.join("|")];
  let tokens = estimateTokens(lines[0] ?? "") + estimateTokens(hint(rows.length)) + 20;
  for (const row of rows) {
    const line = row.map(written).join("|");
    tokens += estimateTokens(line) + 1;
    if (tokens > maxTokens) {
      const left = rows.length - lines.length + 1;
      const how = hint(lines.length - 1);
      return [...lines, `… ${left} more rows, left out. ${how}`].join("\n");
    }
    lines.push(line);
  }
  return lines.join("\n");
}
