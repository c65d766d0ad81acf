/** Reads a CSV whose cells have no line breaks. */

export type CsvRow = ReadonlyMap<string, string>;

export function csvRows(csv: string): CsvRow[] {
  const [header = "", ...lines] = csv.trimEnd().split("\r\n");
  const names = header.split(",");
  return lines.map((line) => {
    const cells = `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g);
    const texts = [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
    return new Map(texts.map((text = "", place) => [names[place] ?? "", text]));
  });
}

/** The number of a column; null where the cell is empty. @throws where there is no such column. */
export function numberIn(row: CsvRow, column: string): number | null {
  const text = row.get(column);
  if (text === undefined) throw new Error(`there is no column ${column}`);
  return text === "" ? null : Number(text);
}
