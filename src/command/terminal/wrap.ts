/** Lines for the width of a terminal; where the output is not a terminal, lines have any length. */
import stringWidth from "fast-string-width";

/** Text that stays on one line, so that it can be copied: a word, a quotation, and this program with its command. */
const unbroken = /(?:"[^"]*"|node \S+\.js(?: [^ ]+)?|[^ ])+| +/g;

/** Columns below which lines are not wrapped: the result would be unreadable. */
const least = 20;

/** Returns lines of at most `width` columns, unless a word is wider. Lines end without blanks. */
export function wrapped(text: string, width: number): string[] {
  if (stringWidth(text) <= width || width < least) return [text];
  const lines: string[] = [];
  let line = "";
  for (const part of text.match(unbroken) ?? []) {
    const isBlank = part.trim() === "" && part.startsWith(" ");
    if (isBlank || line.trim() === "" || stringWidth(line + part) <= width) {
      line += part;
      continue;
    }
    lines.push(line.trimEnd());
    line = part;
  }
  return [...lines, line.trimEnd()];
}

/** The columns of a stream; Infinity where it is not a terminal, or one that does not know its size. */
export const widthOf = ({ columns }: { readonly columns?: number }): number =>
  columns || Number.POSITIVE_INFINITY;

/**
 * Returns a text whose lines fit the terminal.
 * @param indent the blanks before each line after the first, whose beginning takes as many columns.
 */
export const fitted = (
  text: string,
  stream: { readonly columns?: number } = process.stdout,
  indent = 0,
): string =>
  text
    .split("\n")
    .map((line) => wrapped(line, widthOf(stream) - indent).join(`\n${" ".repeat(indent)}`))
    .join("\n");
