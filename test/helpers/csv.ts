/** Reads a CSV whose cells have no commas. */

export type CsvRow = ReadonlyMap<string, string>;

export function csvRows(csv: string): CsvRow[] {
  const [header = "", ...lines] = csv.trimEnd().split("\r\n");
  const names = header.split(",");
  return lines.map(
    (line) => new Map(line.split(",").map((cell, place) => [names[place] ?? "", cell])),
  );
}

/** The number of a column; null where the cell is empty. @throws where there is no such column. */
export function numberIn(row: CsvRow, column: string): number | null {
  const text = row.get(column);
  if (text === undefined) throw new Error(`there is no column ${column}`);
  return text === "" ? null : Number(text);
}
