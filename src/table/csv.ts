/** A result as CSV (RFC 4180): a row per combination, all numbers at full precision. */
import { rowKey, type RowValue } from "../api/metrics-answer.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowName, type Result } from "../results/result.ts";

const lineEnd = "\r\n";

/** The text of one result, or of one part of a large one; both ends are row numbers. */
export interface CsvPart {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** Text that a spreadsheet would run as a formula is made text; numbers are left as they are. */
function textCell(text: string): string {
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text);
  const inert = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The API's own row value: an object as its minified JSON. */
const rowCell = (row: RowValue): string =>
  typeof row === "object" ? textCell(JSON.stringify(row)) : textCell(rowKey(row));

/** For each axis, the text of each of its rows, with the comma that follows. */
function prefixes(result: Result): string[][] {
  return result.cells.axes.map(({ type, rows }) =>
    rows.map((row) =>
      type === "profile"
        ? `${rowCell(row)},${textCell(rowName(result, type, row))},`
        : `${rowCell(row)},`,
    ),
  );
}

export function csvHeader({ cells }: Result): string {
  const dimensions = cells.axes.flatMap(({ type }) =>
    type === "profile" ? [type, "profile_name"] : [type],
  );
  return [...dimensions, ...cells.metrics.map(({ name }) => name)].join(",") + lineEnd;
}

const csvRowCount = ({ cells }: Result): number =>
  cells.values.length / Math.max(1, cells.metrics.length);

/** The lines of some rows, without the header. */
export function* csvLines(result: Result, from = 0, to = csvRowCount(result)): Generator<string> {
  const texts = prefixes(result);
  const { values, metrics } = result.cells;
  for (let row = from; row < to; row += 1) {
    let line = prefixOf(texts, row);
    const at = row * metrics.length;
    for (let column = 0; column < metrics.length; column += 1) {
      const value = values[at + column] ?? Number.NaN;
      line += (column === 0 ? "" : ",") + (Number.isNaN(value) ? "" : String(value + 0));
    }
    yield line + lineEnd;
  }
}

function prefixOf(texts: readonly (readonly string[])[], row: number): string {
  let rest = row;
  let prefix = "";
  for (let axis = texts.length - 1; axis >= 0; axis -= 1) {
    const rows = texts[axis] ?? [];
    prefix = (rows[rest % rows.length] ?? "") + prefix;
    rest = Math.floor(rest / rows.length);
  }
  return prefix;
}

export const csvText = (result: Result, part: Pick<CsvPart, "from" | "to">): string =>
  csvHeader(result) + [...csvLines(result, part.from, part.to)].join("");

/** Parts of whole rows, each small enough to travel in one message; a small result is one part. */
export function csvParts(result: Result, maxBytes: number = ourLimits.csvPartBytes): CsvPart[] {
  const header = Buffer.byteLength(csvHeader(result));
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
  const count = csvRowCount(result);
  const widths = rowWidths(result);
  for (let row = 0; row < count; row += 1) {
    const width = widths(row);
    const full = bytes + width.bytes > maxBytes || travelling + width.escaped > maxBytes * 1.15;
    if (full && row > from) close(row);
    bytes += width.bytes;
    travelling += width.escaped;
  }
  close(count);
  return parts;
}

interface Width {
  readonly bytes: number;
  /** As part of a JSON message. */
  readonly escaped: number;
}

/** How many bytes each row takes, without writing it. */
function rowWidths(result: Result): (row: number) => Width {
  const { values, metrics } = result.cells;
  const texts = prefixes(result).map((rows) =>
    rows.map((text): Width => ({
      bytes: Buffer.byteLength(text),
      escaped: Buffer.byteLength(JSON.stringify(text)) - 2,
    })),
  );
  return (row) => {
    const numbers = metrics.length + 1 + numberWidth(values, row * metrics.length, metrics.length);
    let bytes = numbers;
    let escaped = numbers + 2;
    let rest = row;
    for (let axis = texts.length - 1; axis >= 0; axis -= 1) {
      const rows = texts[axis] ?? [];
      const width = rows[rest % rows.length];
      bytes += width?.bytes ?? 0;
      escaped += width?.escaped ?? 0;
      rest = Math.floor(rest / rows.length);
    }
    return { bytes, escaped };
  };
}

function numberWidth(values: Float64Array, from: number, count: number): number {
  let width = 0;
  for (let at = from; at < from + count; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (Number.isInteger(value) && Math.abs(value) < 1e9) {
      width += value < 0 ? 2 : 1;
      for (let rest = Math.abs(value); rest >= 10; rest /= 10) width += 1;
    } else width += String(value).length;
  }
  return width;
}
