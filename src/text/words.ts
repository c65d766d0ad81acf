/** How names, counts and lists are written in answers. */

/** `3 profiles`, `1 profile`, `2 queries`. */
export const plural = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun.replace(/(?<=[^aeiou])y$/, "ie")}s`;

/**
 * The first few of a list, and how many more there are.
 * @param separator another than a comma, where the texts may hold one.
 */
export function some(list: readonly string[], most: number, separator = ", "): string {
  const shown = list.slice(0, most).join(separator);
  return list.length > most ? `${shown} and ${list.length - most} more` : shown;
}

/** A name as a table cell: the separator cannot be forged. */
export const cell = (name: string): string => name.replaceAll("|", "¦");
