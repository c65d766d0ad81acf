/** The types of the keys that nodes write. A key of another type was written by another program. */

/** By the name behind the prefix; strings where none matches. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^(?:quota:|logins$)/, "hash"],
  [/^\w+:names:/, "stream"],
];

export const typeOfKey = (name: string): string =>
  types.find(([pattern]) => pattern.test(name))?.[1] ?? "string";

/** The keys of a command. */
export const keysOf = ([name, key, count, ...words]: readonly unknown[]): string[] =>
  name === "EVAL" ? words.slice(0, Number(count)).map(String) : [String(key)];
