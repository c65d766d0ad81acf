/**
 * Ids of requests that are numbers but no safe integers, such as 9007199254740993 or 1.5. The SDK rejects them, and
 * JavaScript would round them; so each is a text while its request is open, and its digits again in the answer.
 */
import { isObject, type JsonObject } from "../text/json.ts";

/** No client can write it. */
const mark = `number ${crypto.randomUUID()} `;
const marked = new RegExp(`"${mark}([^"]*)"`);

/** @param line the text of the message. */
export function withExactIds(message: JsonObject, line: string): JsonObject {
  const { params } = message;
  const isCancellation = message["method"] === "notifications/cancelled" && isObject(params);
  return {
    ...exact(message, "id", line),
    ...(isCancellation && { params: exact(params, "requestId", line) }),
  };
}

function exact(object: JsonObject, name: "id" | "requestId", line: string): JsonObject {
  const value = object[name];
  if (typeof value !== "number" || Number.isSafeInteger(value)) return object;
  const numbers = line.matchAll(new RegExp(`"${name}"\\s*:\\s*(-?[\\d.eE+-]+)`, "g"));
  const digits = [...numbers].map(([, text = ""]) => text).find((text) => Number(text) === value);
  return { ...object, [name]: mark + (digits ?? String(value)) };
}

/** @param line an answer. */
export const asWritten = (line: string): string => line.replace(marked, "$1");
