/** Numbers by row and column with the cells that name the rows: as a CSV at full precision, and for programs. */
import type { Csv } from "../replies/csv.ts";
import { entriesAt } from "../cells/cells.ts";
import { isNumber } from "../meaning/figures.ts";
import type { TableCell } from "../replies/table.ts";

export interface Grid {
  readonly columns: readonly string[];
  /** For each axis, the cells of each of its rows. */
  readonly names: readonly (readonly (readonly (string | null)[])[])[];
  readonly numbersAt: (row: number) => readonly number[] | Float64Array;
}

/** Missing and withheld numbers are null. @param chosen the rows to show, in order; all (default). */
export const gridCsv = ({ columns, names, numbersAt }: Grid, chosen?: readonly number[]): Csv => ({
  columns,
  rowCount: chosen?.length ?? names.reduce((count, rows) => count * rows.length, 1),
  *cells(from, to) {
    for (let place = from; place < to; place += 1) {
      const row = chosen?.[place] ?? place;
      const cells: TableCell[] = [];
      for (const own of entriesAt(names, row)) cells.push(...own);
      for (const value of numbersAt(row)) cells.push(isNumber(value) ? value : null);
      yield cells;
    }
  },
});
