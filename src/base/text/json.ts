/** Reads JSON values of unknown shape. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses a text. Returns undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the object without its null members, within its objects too: some clients write null for absent.
 * @param levels of objects that are looked into.
 */
export const withoutNulls = (object: JsonObject, levels = 16): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (value === null) return [];
      return [[name, isObject(value) && levels > 1 ? withoutNulls(value, levels - 1) : value]];
    }),
  );

/** `rules.views.where[0]`: the path of a value. That of zod brings 60 kB of zod into the start. */
export const dotPath = (path: readonly PropertyKey[]): string =>
  path
    .map((step, at) => {
      if (typeof step === "number") return `[${step}]`;
      const name = String(step);
      if (!/^\w+$/.test(name)) return `[${JSON.stringify(name)}]`;
      return at === 0 ? name : `.${name}`;
    })
    .join("");
