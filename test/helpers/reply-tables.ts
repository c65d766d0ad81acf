/** Reads the tables in the text of a reply. */

export interface TextTable {
  /** The lines above the header: what ranks the rows, the metric of a single one, codes of series. */
  readonly title: readonly string[];
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first line of a reply, its tables, and the lines below them. */
export function readReply(text: string): {
  readonly opening: string;
  readonly tables: TextTable[];
  readonly notes: string[];
} {
  const [opening = "", ...lines] = text.split("\n");
  const tables: { title: string[]; header: string[]; rows: string[][] }[] = [];
  const notes: string[] = [];
  let isTable = false;
  let title: string[] = [];
  for (const line of lines) {
    if (line === "") {
      isTable = false;
      title = [];
    } else if (!line.includes("|")) {
      if (isTable) notes.push(line);
      else title.push(line);
    } else if (isTable) tables.at(-1)?.rows.push(line.split("|"));
    else {
      tables.push({ title, header: line.split("|"), rows: [] });
      isTable = true;
    }
  }
  return { opening, tables, notes: tables.length === 0 ? lines : notes };
}

/** The codes of series and their names: `A = Acme US; B = Acme UK`. */
export function legendOf({ title }: TextTable): ReadonlyMap<string, string> {
  const legend = title.find((line) => /^(A|s1) = /.test(line)) ?? "";
  return new Map(
    legend.split("; ").flatMap((entry): [string, string][] => {
      const [code, name] = entry.split(" = ");
      return code === undefined || name === undefined ? [] : [[code, name]];
    }),
  );
}

/** A figure of a reply: a number, missing, or withheld. */
export function figureOf(text: string): number | null | "withheld" {
  const [figure = ""] = text.split(/[ ;]/);
  if (figure === "–") return null;
  return figure === "·" ? "withheld" : Number(figure.replace(/%$/, ""));
}
