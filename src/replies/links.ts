/** The URIs of the CSV of a stored result. */
import type { StoredResult } from "./reply.ts";

export interface CsvLink {
  readonly uri: string;
  readonly bytes: number;
}

/** Returns one link, or one per part if the result is too large for one message. */
export function csvLinks(stored: StoredResult): CsvLink[] {
  const parts = stored.csvParts();
  return parts.map(({ bytes }, index) => ({
    uri: `result://${stored.id}${parts.length === 1 ? "" : `.part-${index + 1}`}.csv`,
    bytes,
  }));
}

/** The last line of a reply: the result's id and the URI of its CSV. */
export function resultLine(stored: StoredResult): string {
  const { length } = stored.csvParts();
  const uri = `result://${stored.id}`;
  return length === 1
    ? `result ${stored.id} · ${uri}.csv`
    : `result ${stored.id} · CSV in ${length} parts, ${uri}.part-1.csv to part-${length}.csv`;
}
