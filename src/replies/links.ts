/** Where a client reads the whole of a stored result. */

export interface CsvLink {
  readonly uri: string;
  readonly bytes: number;
}

/** One link, or one for each part of a result that is too large for one message. */
export function csvLinks(stored: StoredResult): CsvLink[] {
  const parts = stored.csvParts();
  return parts.map(({ bytes }, index) => ({
    uri: `result://${stored.id}${parts.length === 1 ? "" : `.part-${index + 1}`}.csv`,
    bytes,
  }));
}

/** The last line of a reply: the result's id, and where its CSV is. */
export function resultLine(stored: StoredResult): string {
  const { length } = stored.csvParts();
  const uri = `result://${stored.id}`;
  return length === 1
    ? `result ${stored.id} · ${uri}.csv`
    : `result ${stored.id} · CSV in ${length} parts, ${uri}.part-1.csv to part-${length}.csv`;
}
import type { StoredResult } from "./reply.ts";
