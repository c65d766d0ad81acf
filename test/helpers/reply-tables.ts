/** Reads the tables in the text of a reply. */

export interface TextTable {
  /** The line above a table of a single metric. */
  readonly title: string | undefined;
  /** The names of the columns, the first of them that of the rows; a single title for a list. */
  readonly header: readonly string[];
  /** Codes of series and their names. */
  readonly legend: ReadonlyMap<string, string>;
  readonly rows: readonly (readonly string[])[];
}

/** The paragraphs of a reply: its first lines, its tables, its notes. */
export function paragraphs(text: string): { opening: string; tables: string[][]; notes: string[] } {
  const [opening = "", ...rest] = text.split("\n\n").map((block) => block.split("\n"));
  const notes = rest.at(-1) ?? [];
  return { opening: [opening].flat().join("\n"), tables: rest.slice(0, -1), notes: [notes].flat() };
}

const isLegend = (line: string): boolean => /^(A|s1) = /.test(line);

/** Reads blocks of rows: a title or a legend may come first, and a header unless there is a single column. */
export function readTables(
  lines: readonly string[],
  hasHeader: (line: string) => boolean,
): TextTable[] {
  const tables: { header: string[]; legend: Map<string, string>; rows: string[][] }[] = [];
  let title: string | undefined;
  let legend = new Map<string, string>();
  for (const line of lines) {
    if (isLegend(line)) {
      legend = new Map(
        line.split("; ").map((entry) => {
          const [code = "", name = ""] = entry.split(" = ");
          return [code, name];
        }),
      );
    } else if (!line.includes("|") && tables.length === 0 && title === undefined) title = line;
    else if (hasHeader(line)) tables.push({ header: line.split("|"), legend, rows: [] });
    else {
      if (tables.length === 0) tables.push({ header: [title ?? ""], legend, rows: [] });
      tables.at(-1)?.rows.push(line.split("|"));
    }
  }
  if (tables.length === 0 && title !== undefined) return [{ title, header: [], legend, rows: [] }];
  return tables.map((table) => ({ ...table, title }));
}

/** A figure of a reply: a number, missing, or withheld. */
export function figureOf(text: string): number | null | "withheld" {
  const [figure = ""] = text.split(" ");
  if (figure === "–") return null;
  return figure === "·" ? "withheld" : Number(figure.replace(/%$/, ""));
}
