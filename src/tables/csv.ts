/** The CSV of a metrics result: a row per combination, all numbers at full precision. */
import type { Work } from "../async/work.ts";
import { type Csv, lineEnd, type Width, textCell } from "../replies/csv.ts";
import type { RowValue } from "../cells/axis.ts";
import { entriesAt } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { dimensionColumns, rowCells, withKinds } from "./rows.ts";

/** The cells of a row; an object is the API's own as minified JSON. */
export const rowCell = (result: Result, type: Dimension, row: RowValue): string => {
  const text = typeof row === "object" ? JSON.stringify(row) : undefined;
  return rowCells(result, type, row, text).map(textCell).join(",");
};

/** Numbers by row and column, with the texts of their rows. */
export interface Grid {
  readonly columns: readonly string[];
  /** For each axis, the text of each of its rows, with the comma that follows. */
  readonly prefixes: readonly (readonly string[])[];
  /** The numbers of each row, one after the other. */
  readonly values: Float64Array;
  /** The number of columns of numbers. */
  readonly width: number;
}

/** The numbers of the API, and those of the kinds where they differ. */
export function* metricsCsv(result: Result): Work<Csv> {
  const { axes, names, values } = yield* withKinds(result);
  const prefixes = axes.map(({ type, rows }) =>
    rows.map((row) => `${rowCell(result, type, row)},`),
  );
  const columns = [...dimensionColumns(axes), ...names];
  return gridCsv({ columns, prefixes, values, width: names.length });
}

export const gridCsv = (grid: Grid): Csv => ({
  header: grid.columns.join(",") + lineEnd,
  rowCount: grid.values.length / Math.max(1, grid.width),
  lines: (from, to) => linesOf(grid, from, to),
  widths: () => widthsOf(grid),
});

const numberText = (value: number): string => (Number.isFinite(value) ? String(value + 0) : "");

/** The lines of some rows, without the header. */
function* linesOf({ prefixes, values, width }: Grid, from: number, to: number): Generator<string> {
  for (let row = from; row < to; row += 1) {
    let line = entriesAt(prefixes, row).join("");
    const at = row * width;
    for (let column = 0; column < width; column += 1)
      line += (column === 0 ? "" : ",") + numberText(numberAt(values, at + column));
    yield line + lineEnd;
  }
}

/** Returns a function that measures a row without writing it. */
function widthsOf({ prefixes, values, width: count }: Grid): (row: number) => Width {
  const texts = prefixes.map((rows) =>
    rows.map((text): Width => ({
      bytes: Buffer.byteLength(text),
      escaped: Buffer.byteLength(JSON.stringify(text)) - 2,
    })),
  );
  return (row) => {
    let bytes = count + 1;
    for (let at = row * count; at < (row + 1) * count; at += 1)
      bytes += numberText(numberAt(values, at)).length;
    let escaped = bytes + 2;
    for (const width of entriesAt(texts, row)) {
      bytes += width.bytes;
      escaped += width.escaped;
    }
    return { bytes, escaped };
  };
}
