/** Numbers by row and column with the cells that name the rows: as a CSV at full precision, and for programs. */
import type { Csv } from "../replies/csv.ts";
import { isNumber } from "../cells/states.ts";
import type { TableCell } from "../replies/table.ts";

export interface Grid {
  readonly columns: readonly string[];
  readonly numbers?: Csv["numbers"];
  readonly rowCount: number;
  /** The cells that name a row. */
  readonly namesAt: (row: number) => readonly (string | null)[];
  readonly numbersAt: (row: number) => readonly number[];
}

/** Missing and withheld numbers are null. @param chosen the rows to show, in order; all (default). */
export const gridCsv = (
  { columns, numbers, rowCount, namesAt, numbersAt }: Grid,
  chosen?: readonly number[],
): Csv => ({
  columns,
  ...(numbers && { numbers }),
  rowCount: chosen?.length ?? rowCount,
  *cells(from, to) {
    for (let place = from; place < to; place += 1) {
      const row = chosen?.[place] ?? place;
      const cells: TableCell[] = [...namesAt(row)];
      for (const value of numbersAt(row)) cells.push(isNumber(value) ? value : null);
      yield cells;
    }
  },
});
