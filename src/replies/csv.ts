/** A kept result as CSV, whole or in parts. */
import { ourLimits } from "../catalog/limits.ts";
import type { KeptResult } from "./result-store.ts";
import type { Csv } from "./csv-cell.ts";
import { metricsCsv } from "../tables/csv.ts";
import { postsCsv } from "../posts/csv.ts";

export const csvOf = (result: KeptResult): Csv =>
  result.kind === "metrics" ? metricsCsv(result) : postsCsv(result);

/** The text of one result, or of one part of a large one; both ends are row numbers. */
export interface CsvPart {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

export function csvText(result: KeptResult, { from, to }: Pick<CsvPart, "from" | "to">): string {
  const csv = csvOf(result);
  return csv.header + [...csv.lines(from, to)].join("");
}

/** Parts of whole rows, each small enough to travel in one message; a small result is one part. */
export function csvParts(result: KeptResult, maxBytes: number = ourLimits.csvPartBytes): CsvPart[] {
  const csv = csvOf(result);
  const header = Buffer.byteLength(csv.header);
  const parts: CsvPart[] = [];
  let from = 0;
  let bytes = header;
  let travelling = header;
  const close = (to: number): void => {
    parts.push({ from, to, bytes });
    from = to;
    bytes = header;
    travelling = header;
  };
  const widthOf = csv.widths();
  for (let row = 0; row < csv.rowCount; row += 1) {
    const width = widthOf(row);
    const full = bytes + width.bytes > maxBytes || travelling + width.escaped > maxBytes * 1.15;
    if (full && row > from) close(row);
    bytes += width.bytes;
    travelling += width.escaped;
  }
  close(csv.rowCount);
  return parts;
}
