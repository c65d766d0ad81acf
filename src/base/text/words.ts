/** Formats names, counts and lists for replies. */

/** Marks the data of the sandbox, also where a reader sees only a piece or a picture of it. */
export const madeUp = "The data is made up: this is the sandbox.";

/** Returns `3 profiles`, `1 profile` or `2 queries`. */
export const plural = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun.replace(/(?<=[^aeiou])y$/, "ie")}s`;

/** Returns `7 seconds` or `2 min`. */
export const durationText = (seconds: number): string =>
  seconds <= 90
    ? plural(Math.max(1, Math.ceil(seconds)), "second")
    : `${Math.ceil(seconds / 60)} min`;

/**
 * Joins the first `most` entries of a list and adds the number of the others: `a, b and 3 more`.
 * @param separator replaces the comma if the entries may contain commas.
 */
export function some(list: readonly string[], most: number, separator = ", "): string {
  const shown = list.slice(0, most).join(separator);
  return list.length > most ? `${shown} and ${list.length - most} more` : shown;
}

/** Joins the cells of a row of a table. */
export const tableRow = (cells: readonly string[]): string => cells.join("|");

/** Returns the name as a table cell. Replaces the column separator, so that a name cannot start a new cell. */
export const cell = (name: string): string => name.replaceAll("|", "¦");
