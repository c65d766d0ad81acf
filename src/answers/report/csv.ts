/** The CSV of a table, in full precision; `comparison/csv.ts` has the columns of a comparison. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { RowValue } from "../../numbers/cells/axis.ts";
import { rowName, rowText, type Result } from "../../numbers/cells/result.ts";
import type { Table } from "../../numbers/table/table.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import { lineEnd, textCell, type Csv } from "../replies/csv.ts";
import type { TableCell } from "../replies/table.ts";

/** The dimensions of a table. */
interface RowNames {
  readonly heads: readonly string[];
  /** By dimension and place, the cells that name a row. */
  readonly names: readonly (readonly (readonly (string | null)[])[])[];
  /** By dimension and row, the place. */
  readonly keys: readonly ArrayLike<number>[];
  readonly rowCount: number;
}

interface CsvColumn {
  readonly name: string;
  readonly is: NonNullable<Csv["numbers"]>[number];
  /** By row; undefined for an empty column. */
  readonly values?: ArrayLike<number> | undefined;
  /** By row, in place of values: words without signs that a CSV quotes. */
  readonly texts?: readonly string[];
}

/** Missing and withheld numbers are null. @param chosen the rows to show, in order; all (default). */
export function numbersCsv(
  { heads, names, keys, rowCount }: RowNames,
  columns: readonly CsvColumn[],
  chosen?: readonly number[],
): Csv {
  // The text of a name is written once, and not for each row.
  const texts = names.map((rows) =>
    rows.map((cells) => `${cells.map((cell) => textCell(cell ?? "")).join(",")},`),
  );
  const numbersAt = (row: number): (number | string | null)[] =>
    columns.map(({ values, texts: words }) => {
      const value = values?.[row];
      return words?.[row] ?? (value !== undefined && isNumber(value) ? value : null);
    });
  function* rowsIn(from: number, to: number): Generator<number> {
    for (let place = from; place < to; place += 1) yield chosen?.[place] ?? place;
  }
  return {
    columns: [...heads, ...columns.map(({ name }) => name)],
    numbers: columns.map(({ is }) => is),
    rowCount: chosen?.length ?? rowCount,
    *cells(from, to) {
      for (const row of rowsIn(from, to)) {
        const named = names.flatMap(
          (rows, at): readonly TableCell[] => itemAt(rows, itemAt(keys[at], row)) ?? [],
        );
        yield [...named, ...numbersAt(row)];
      }
    },
    *lines(from, to) {
      for (const row of rowsIn(from, to)) {
        let line = "";
        for (const [at, rows] of texts.entries()) line += itemAt(rows, itemAt(keys[at], row)) ?? "";
        yield line + numbersAt(row).join(",") + lineEnd;
      }
    },
  };
}

/** The names of the rows of a table: of time, those of both ranges. A profile is named by a range that has it. */
export function rowNames(
  { now, before = now }: { readonly now: Result; readonly before?: Result },
  { dimensions, keys, rowCount }: Table,
): RowNames {
  const cellsAt = (side: Result, type: Dimension, row: RowValue | undefined): (string | null)[] =>
    row === undefined || (row === "" && isDateDimension(type)) ? [null] : rowCells(side, type, row);
  return {
    heads: dimensions.flatMap(({ type, previous }) => [
      ...(type === "profile" ? [type, "profile_name"] : [type]),
      ...(previous === undefined ? [] : [`${type}:before`]),
    ]),
    names: dimensions.map(({ type, rows, previous }) =>
      rows.map((row, place) => [
        ...cellsAt(now, type, row),
        ...(previous === undefined ? [] : cellsAt(before, type, previous.rows[place])),
      ]),
    ),
    keys,
    rowCount,
  };
}

/** The value of a row, an object as the API's own minified JSON; of a profile the id and the name. */
export function rowCells(result: Result, type: Dimension, row: RowValue): string[] {
  const text = typeof row === "object" ? JSON.stringify(row) : String(row);
  const value = rowText(type, text, ourLimits.postTextLength);
  return type === "profile" ? [value, rowName(result, type, row)] : [value];
}
