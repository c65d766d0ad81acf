/** Finds and replaces every place in a JSON value that could hold a text. */

/** Entries of a short list may differ in kind, as in a header; those of a longer list are taken to be alike. */
const indexIn = (list: readonly unknown[], index: number): string =>
  list.length <= 3 ? `[${index}]` : "[]";

/** `.profiles[].name`: places that differ only in their index in a longer list are one. */
export function placesIn(
  value: unknown,
  isAsked: (leaf: unknown) => boolean = () => true,
  path = "",
): string[] {
  if (Array.isArray(value)) {
    return [
      ...new Set(
        value.flatMap((inner, index) => placesIn(inner, isAsked, path + indexIn(value, index))),
      ),
    ];
  }
  if (typeof value !== "object" || value === null) return isAsked(value) ? [path] : [];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesIn(inner, isAsked, `${path}.${key}`),
  );
}

export const isText = (leaf: unknown): boolean => typeof leaf === "string";

/** The value with every text, number or flag at a place replaced. */
export function replaceAt(
  value: unknown,
  place: string,
  replace: (old: unknown) => unknown,
  path = "",
): unknown {
  if (Array.isArray(value)) {
    return value.map((inner, index) =>
      replaceAt(inner, place, replace, path + indexIn(value, index)),
    );
  }
  if (typeof value !== "object" || value === null) return path === place ? replace(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      replaceAt(inner, place, replace, `${path}.${key}`),
    ]),
  );
}

/** The value with something added to every key from a depth on. */
export function withKeys(value: unknown, addition: string, from: number): unknown {
  if (Array.isArray(value)) return value.map((inner) => withKeys(inner, addition, from - 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      from > 0 ? key : key + addition,
      withKeys(inner, addition, from - 1),
    ]),
  );
}
