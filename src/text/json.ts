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
