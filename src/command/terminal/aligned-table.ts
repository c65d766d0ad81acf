/** Tables for people at a terminal: each column has one width, and numbers end at the same place. */
import stringWidth from "fast-string-width";
import { replyText, tableLines, type Block, type Content } from "../../answers/replies/layout.ts";
import { fitted, widthOf } from "./wrap.ts";

const gap = "  ";

/** A number of a reply: with a sign, a unit, a count of covered days, or missing. */
const number = /^(?:–|[-−+]?\d[\d.,]*(?:[ %:(]|$))/;

/** A reply for a person at a terminal: with aligned tables, and sentences that are broken between words. */
export const terminalText = (content: Content): string =>
  replyText(content, { rows: alignedLines, sentence: (sentence) => fitted(sentence) });

/** Writes the rows of a table with aligned columns; separated by `|`, as elsewhere, where they are wider than the terminal. */
export function alignedLines(rows: Block["rows"]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns < 2) return tableLines(rows);
  const [, ...body] = rows;
  const shapes = Array.from({ length: columns }, (_, at) => ({
    width: Math.max(...rows.map((row) => stringWidth(row[at] ?? ""))),
    isNumeric:
      body.length > 0 && body.every((row) => (row[at] ?? "") === "" || number.test(row[at] ?? "")),
  }));
  const lines = rows.map((row) =>
    shapes
      .map(({ width, isNumeric }, at) => {
        const cell = row[at] ?? "";
        const blanks = " ".repeat(width - stringWidth(cell));
        return isNumeric ? blanks + cell : cell + blanks;
      })
      .join(gap)
      .trimEnd(),
  );
  const room = widthOf(process.stdout);
  return lines.every((line) => stringWidth(line) <= room) ? lines : tableLines(rows);
}
