/** The URIs of what a reply stores: its CSV, its chart. */
import type { Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { partsOf } from "./csv.ts";
import type { StoredResult } from "./reply.ts";

/** Stands between the id of a result and what names a result that is made of it. */
export const partSeparator = "~";

export interface CsvLink {
  readonly uri: string;
  /** Undefined where the CSV has not been made. */
  readonly bytes?: number;
}

/** True for a CSV that is known to fit one message: it is made when somebody reads it. */
const isSmall = ({ csvBound = Infinity }: StoredResult): boolean =>
  csvBound <= ourLimits.csvPartBytes;

/** Returns one link, or one per part if the result is too large for one message. */
export function* csvLinks(stored: StoredResult): Work<CsvLink[]> {
  if (isSmall(stored)) return [{ uri: `result://${stored.id}.csv` }];
  const parts = yield* partsOf(stored);
  return parts.map(({ bytes }, index) => ({
    uri: `result://${stored.id}${parts.length === 1 ? "" : `.part-${index + 1}`}.csv`,
    bytes,
  }));
}

/** Reads the id of a result, also from the URI of its CSV. */
export const resultIdIn = (text: string): string =>
  text
    .replace(/^result:\/\//, "")
    .replace(/(?:\.wide|\.part-\d+)?\.csv(?: to part-\d+\.csv)?$/, "");

/** The page in which hosts show charts. */
export const chartPageUri = "ui://chart.html";

export const chartUri = (id: string): string => `chart://${id}.svg`;

/** Reads the id of a chart, also from the URI of its picture; undefined for that of a result. */
export const chartIdIn = (text: string): string | undefined =>
  /^(?:chart:\/\/)?(c\w+?)(?:\.svg)?$/.exec(text)?.[1];

/** The last line of a reply: the URI of the CSV, which holds the result's id. */
export function* resultLinks(stored: StoredResult): Work<string[]> {
  const uri = `result://${stored.id}`;
  const { length } = isSmall(stored) ? [uri] : yield* partsOf(stored);
  return [length === 1 ? `${uri}.csv` : `${uri}.part-1.csv to part-${length}.csv`];
}
