/** The numbers of a table as a test writes them down. */
import type { Numbers, Table } from "../../src/numbers/table/table.ts";

/** A number for each row and column, the columns innermost. */
export const numbersIn = ({ columns, rowCount }: Table, list: keyof Numbers = "values"): number[] =>
  Array.from({ length: rowCount }, (_, row) =>
    columns.map((column) => column[list][row] ?? Number.NaN),
  ).flat();
