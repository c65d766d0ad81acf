/**
 * Ids of requests that are numbers but no safe integers, such as 9007199254740993 or 1.5. The SDK rejects them, and
 * JavaScript would round them; so each is a text while its request is open, and its digits again in the answer.
 */
import { isObject, parseJson, type JsonObject } from "../../base/text/json.ts";

/** No client can write it. */
const mark = `number ${crypto.randomUUID()} `;
const marked = new RegExp(`"${mark}([^"]*)"`, "g");

/** The tokens of JSON that matter here: the ends of texts, and numbers. */
const tokens = /\\.|"|-?\d[\d.eE+-]*/gs;

/** @param value a message or a batch of them. @param line its text. */
export function withExactIds(value: unknown, line: string): unknown {
  if (![value].flat().some(hasInexactId)) return value;
  let isInText = false;
  const exact = parseJson(
    line.replaceAll(tokens, (token) => {
      if (token === '"') isInText = !isInText;
      return token === '"' || isInText || isExact(Number(token)) ? token : `"${mark}${token}"`;
    }),
  );
  if (!Array.isArray(value)) return withIdOf(value, exact);
  return value.map((message, place) => withIdOf(message, Array.isArray(exact) && exact[place]));
}

const isExact = (id: unknown): boolean => typeof id !== "number" || Number.isSafeInteger(id);

const hasInexactId = (message: unknown): boolean =>
  isObject(message) && !(isExact(message["id"]) && isExact(cancelledIn(message)));

const cancelledIn = ({ method, params }: JsonObject): unknown =>
  method === "notifications/cancelled" && isObject(params) ? params["requestId"] : undefined;

/** The message with its id, or with that of the request that it cancels, as the exact one has it. */
function withIdOf(message: unknown, exact: unknown): unknown {
  if (!hasInexactId(message) || !isObject(message) || !isObject(exact)) return message;
  const requestId = cancelledIn(exact);
  const { id, params } = message;
  return {
    ...message,
    ...(id !== undefined && { id: exact["id"] }),
    ...(requestId !== undefined && isObject(params) && { params: { ...params, requestId } }),
  };
}

/** @param line an answer, which can have its id several times. */
export const withOriginalIds = (line: string): string => line.replace(marked, "$1");
