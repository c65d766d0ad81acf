/** Where a kept result is read whole. */
import type { KeptResult } from "./result-store.ts";
import { csvParts } from "./csv.ts";
import type { CsvLink } from "./reply.ts";

/** A kept result does not change: its text is measured once, however many pieces of it are read. */
const measured = new WeakMap<KeptResult, readonly CsvLink[]>();

/** One link, or one for each part of a result that is too large to travel whole. */
export function csvLinks(result: KeptResult): readonly CsvLink[] {
  const known = measured.get(result) ?? measure(result);
  measured.set(result, known);
  return known;
}

function measure(result: KeptResult): CsvLink[] {
  const parts = csvParts(result);
  return parts.map(({ bytes }, index) => ({
    uri: `result://${result.id}${parts.length === 1 ? "" : `.part-${index + 1}`}.csv`,
    bytes,
  }));
}

/** The last line of an answer: under which id the exact result is kept, and where its CSV is. */
export function resultLine({ id }: KeptResult, [first, ...rest]: readonly CsvLink[]): string {
  if (rest.length === 0) return `result ${id} · ${first?.uri}`;
  return `result ${id} · CSV in ${rest.length + 1} parts, ${first?.uri} to part-${rest.length + 1}.csv`;
}
