/** The CSV of a metrics result: a row per combination, all numbers at full precision. */
import { type Csv, lineEnd, type Width, textCell } from "../replies/csv.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { rowName, rowText, type Result } from "../cells/result.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { ourLimits } from "../catalog/limits.ts";
import { kindColumns } from "../meaning/kind-column.ts";
import { columnsOf, withKinds } from "./rows.ts";

/** The API's own row value: an object as its minified JSON. */
const rowCell = (type: Dimension, row: RowValue): string =>
  textCell(
    rowText(
      type,
      typeof row === "object" ? JSON.stringify(row) : rowKey(row),
      ourLimits.postTextLength,
    ),
  );

/** For each axis, the text of each of its rows, with the comma that follows. */
function prefixes(result: Result): string[][] {
  return result.cells.axes.map(({ type, rows }) =>
    rows.map((row) =>
      type === "profile"
        ? `${rowCell(type, row)},${textCell(rowName(result, type, row))},`
        : `${rowCell(type, row)},`,
    ),
  );
}

/** The numbers of the API, and those of the kinds where they differ. */
export function metricsCsv(held: Result): Csv {
  const result = withKinds(held, kindColumns(held));
  return {
    header: columnsOf(held).join(",") + lineEnd,
    rowCount: result.cells.values.length / Math.max(1, result.cells.metrics.length),
    lines: (from, to) => linesOf(result, from, to),
    widths: () => widthsOf(result),
  };
}

/** The lines of some rows, without the header. */
function* linesOf(result: Result, from: number, to: number): Generator<string> {
  const texts = prefixes(result);
  const { values, metrics } = result.cells;
  for (let row = from; row < to; row += 1) {
    let line = entriesAt(texts, row).join("");
    const at = row * metrics.length;
    for (let column = 0; column < metrics.length; column += 1) {
      const value = values[at + column] ?? Number.NaN;
      line += (column === 0 ? "" : ",") + (Number.isNaN(value) ? "" : String(value + 0));
    }
    yield line + lineEnd;
  }
}

/** The entry of each axis for a row of the table. */
function entriesAt<Entry>(axes: readonly (readonly Entry[])[], row: number): Entry[] {
  const found: Entry[] = [];
  let rest = row;
  for (let axis = axes.length - 1; axis >= 0; axis -= 1) {
    const entries = axes[axis] ?? [];
    const entry = entries[rest % entries.length];
    if (entry !== undefined) found.unshift(entry);
    rest = Math.floor(rest / entries.length);
  }
  return found;
}

/** Returns a function that measures a row without writing it. */
function widthsOf(result: Result): (row: number) => Width {
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
    for (const width of entriesAt(texts, row)) {
      bytes += width.bytes;
      escaped += width.escaped;
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
