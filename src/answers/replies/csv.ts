/** CSV by RFC 4180, whole or in parts of whole rows. */
import type { TimeSlice } from "../../base/async/time-slice.ts";
import { done, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inertText } from "../../base/text/sanitize.ts";
import type { Table, TableCell } from "./table.ts";

export const lineEnd = "\r\n";

/** A number of a metric: `value`, or one that is made of it. */
interface MetricNumber {
  readonly metric: string;
  readonly number: string;
}

/** The rows of a CSV. */
export interface Csv {
  readonly columns: readonly string[];
  /** The metric and the number of each of the last columns; undefined where these are not numbers of metrics. */
  readonly numbers?: readonly MetricNumber[];
  readonly rowCount: number;
  /** The values of the rows from `from` up to, not including, `to`. */
  cells(from: number, to: number): Iterable<readonly TableCell[]>;
  /** The same rows as lines, where they can be written without their cells. */
  lines?(from: number, to: number): Iterable<string>;
}

/** The rows from `from` up to, not including, `to`; `bytes` includes the header. */
export interface CsvPart {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/**
 * Places before a sign that begins a formula, full-width ones too: at the start, and wherever a spreadsheet may split.
 * Where it splits at semicolons, it may trim spaces and drop quotes.
 */
// Escaped: a character beyond ASCII would double the size of the bundle in memory.
const formula = /(?:^|,|;[ "]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Makes text inert. Puts an apostrophe before each formula that a spreadsheet would run; numbers stay unchanged. */
function inertCell(text: string): string {
  const plain = inertText(text, ourLimits.postTextLength);
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(plain);
  return isNumber ? plain : plain.replace(formula, "$&'");
}

/** The same, quoted where it must be. */
export function textCell(text: string): string {
  const inert = inertCell(text);
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export const tableCsv = ({ columns, rows }: Table): Work<Csv> =>
  done({ columns, rowCount: rows.length, cells: (from, to) => rows.slice(from, to) });

/** The lines of the rows from `from` up to, not including, `to`. */
function* linesOf(csv: Csv, from: number, to: number): Generator<string, void, undefined> {
  if (csv.lines !== undefined) return yield* csv.lines(from, to);
  // Rows repeat their names.
  const texts = new Map<string, string>();
  const written = (value: TableCell): string => {
    if (typeof value !== "string") return value === null ? "" : String(value);
    const text = texts.get(value) ?? textCell(value);
    texts.set(value, text);
    return text;
  };
  for (const cells of csv.cells(from, to)) yield cells.map(written).join(",") + lineEnd;
}

const headerOf = ({ columns }: Csv): string => columns.map(textCell).join(",") + lineEnd;

/** Lines per block. */
const blockLines = 1000;

/** Yields the header, then the rows in blocks of lines: all rows, or the rows of one part. */
export async function* csvBlocks(
  csv: Csv,
  slice: TimeSlice,
  { from, to }: Pick<CsvPart, "from" | "to"> = { from: 0, to: csv.rowCount },
): AsyncIterable<string> {
  yield headerOf(csv);
  for (let row = from; row < to; row += blockLines) {
    yield [...linesOf(csv, row, Math.min(row + blockLines, to))].join("");
    await slice.pause();
  }
}

/** The parts of the CSV of each result. */
const partsByResult = new WeakMap<object, readonly CsvPart[]>();

/** The parts of the CSV of a result, which are computed once. */
export function* partsOf(stored: { readonly csv: () => Work<Csv> }): Work<readonly CsvPart[]> {
  const parts = partsByResult.get(stored) ?? (yield* csvParts(yield* stored.csv()));
  partsByResult.set(stored, parts);
  return parts;
}

/** The bytes that a JSON message adds to a line. */
const escapesIn = (line: string): number =>
  /["\\]/.test(line) ? Buffer.byteLength(JSON.stringify(line)) - 2 - Buffer.byteLength(line) : 2;

/** Divides a CSV into parts of whole rows, each small enough for one message. */
export function* csvParts(csv: Csv, maxBytes: number = ourLimits.csvPartBytes): Work<CsvPart[]> {
  const header = Buffer.byteLength(headerOf(csv));
  const parts: CsvPart[] = [];
  let [from, bytes, escaped] = [0, header, header];
  const close = (to: number): void => {
    parts.push({ from, to, bytes });
    [from, bytes, escaped] = [to, header, header];
  };
  let row = 0;
  for (const line of linesOf(csv, 0, csv.rowCount)) {
    yield;
    const width = Buffer.byteLength(line);
    const wide = width + escapesIn(line);
    if (row > from && (bytes + width > maxBytes || escaped + wide > maxBytes * 1.15)) close(row);
    bytes += width;
    escaped += wide;
    row += 1;
  }
  close(csv.rowCount);
  return parts;
}
