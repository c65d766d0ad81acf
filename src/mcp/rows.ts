/** Lists of records as text: whole rows, within the budget, with the count of those left out. */
import { cell } from "../table/numbers.ts";
import { estimateTokens } from "../table/tokens.ts";

export interface ListedRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** @param hint how to get the rows that are left out. */
export function listRows({ columns, rows }: ListedRows, maxTokens: number, hint: string): string {
  const lines = [columns.join("|")];
  let tokens = estimateTokens(lines[0] ?? "") + estimateTokens(hint) + 20;
  for (const row of rows) {
    const line = row.map(cell).join("|");
    tokens += estimateTokens(line) + 1;
    if (tokens > maxTokens) {
      return [...lines, `… ${rows.length - lines.length + 1} more rows, left out. ${hint}`].join(
        "\n",
      );
    }
    lines.push(line);
  }
  return lines.join("\n");
}
