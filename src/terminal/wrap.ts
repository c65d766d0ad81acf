/** Lines for the width of a terminal; where the output is not a terminal, lines have any length. */

/** A command or a name between quotation marks is not broken, so that it can be copied. */
const unbroken = /(?:"[^"]*"|\S)+/g;

/** Columns below which lines are not wrapped: the result would be unreadable. */
const least = 20;

/** Returns lines of at most `width` characters, unless a word is longer. */
export function wrapped(text: string, width: number): string[] {
  if (text.length <= width || width < least) return [text];
  const lines: string[] = [];
  for (const word of text.match(unbroken) ?? []) {
    const joined = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && joined.length <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** The columns of a stream; Infinity where it is not a terminal. */
export const widthOf = ({
  columns = Number.POSITIVE_INFINITY,
}: {
  readonly columns?: number;
}): number => columns;

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
