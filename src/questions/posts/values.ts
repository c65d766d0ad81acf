/** Values of posts, every text inert. */
import { ourLimits } from "../../catalog/limits.ts";
import { upstreamError } from "../../base/errors/tool-error.ts";
import type { JsonObject } from "../../base/text/json.ts";
import { inertText, plainText } from "../../base/text/sanitize.ts";

/** Undefined is a missing value. A list has the API's form, with inert texts. */
export type PostCell = string | number | boolean | readonly unknown[] | undefined;

/** Far more than a post has. */
const [maxValues, maxCharacters] = [10_000, 1_000_000];

/** @throws ToolError `upstream_failed` for a post with more values or text than any has. */
export function checkSize(record: JsonObject): void {
  let [values, characters] = [0, 0];
  const count = (value: unknown): void => {
    values += 1;
    if (typeof value === "string") characters += value.length;
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      characters += key.length;
      count(inner);
    }
  };
  count(record);
  if (values > maxValues)
    throw upstreamError(`the API's posts have more than ${maxValues} values in one post`);
  if (characters > maxCharacters)
    throw upstreamError(`the API's posts have more than ${maxCharacters} characters in one post`);
}

export function cellOf(name: string, value: unknown): Exclude<PostCell, undefined> {
  if (typeof value === "string") return textOf(name, value);
  if (typeof value === "number" && !Number.isFinite(value))
    throw upstreamError("the API's posts contain an invalid number");
  if (typeof value === "number" || typeof value === "boolean") return value;
  return Array.isArray(value)
    ? value.map((inner) => inert(name, inner))
    : JSON.stringify(inert(name, value));
}

/** Names of ids, which stay exact. */
export const idName = /(?:^|[._])ids?$/;

const textOf = (name: string, text: string): string =>
  (idName.test(name) ? inertText : plainText)(text, ourLimits.postTextLength);

/** Makes every text within a value inert, keys included. Omits values nested more than 8 levels deep. */
function inert(name: string, value: unknown, depth = 0): unknown {
  if (typeof value === "string") return textOf(name, value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > 8) return null;
  if (Array.isArray(value)) return value.map((inner) => inert(name, inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [plainText(key, 60), inert(key, inner, depth + 1)]),
  );
}
