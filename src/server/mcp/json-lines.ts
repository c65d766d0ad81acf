/** Rows as lines of JSON, by the names of their columns. */
import type { TimeSlice } from "../../base/async/time-slice.ts";
import type { Csv } from "../../answers/replies/csv.ts";
import { inert } from "./structured.ts";

const blockLines = 1000;

/** Yields every row in blocks of lines. */
export async function* jsonLines(csv: Csv, slice: TimeSlice): AsyncGenerator<string> {
  const { columns, rowCount } = csv;
  for (let row = 0; row < rowCount; row += blockLines) {
    const lines = Array.from(csv.cells(row, Math.min(row + blockLines, rowCount)), (cells) => {
      const named = cells.map((value, at) => [columns[at] ?? "", inert(value)] as const);
      return `${JSON.stringify(Object.fromEntries(named))}\n`;
    });
    yield lines.join("");
    await slice.pause();
  }
}
