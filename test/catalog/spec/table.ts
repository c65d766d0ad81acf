/** Reads a table that is typed as text: one row in each line, with `|` between the cells. */
export const rowsOf = (table: string): string[][] =>
  table
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("|").map((cell) => cell.trim()));
