/**
 * Reads a JSON-RPC message as clients write them: null is absent, and members that no message has are ignored. The SDK
 * drops a message with any of these, and its client waits for an answer that never comes.
 */
import { isObject, withoutNulls, type JsonObject } from "../../base/text/json.ts";

/** The codes of JSON-RPC 2.0 for what is not JSON, and for what is no message. */
export const parseError = -32_700;
const invalidRequest = -32_600;

/** The answer to a message that cannot be read; without an id where none can be read. */
export interface Rejection {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/** A message, or the answer that rejects it. */
export type ReadMessage =
  | { readonly message: JsonObject; readonly rejection?: undefined }
  | { readonly rejection: Rejection; readonly message?: undefined };

/** @param value the JSON of one message, such as `{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": null}`. */
export function readMessage(value: unknown): ReadMessage {
  if (!isObject(value)) return { rejection: rejectionOf("A message must be a JSON object") };
  const { jsonrpc, id, method, params } = value;
  if (method === undefined && id !== null && ("result" in value || "error" in value))
    return { message: value };
  const ofRequest = idIn(value);
  const reject = (problem: string): ReadMessage => ({ rejection: rejectionOf(problem, ofRequest) });
  if (jsonrpc !== "2.0") return reject('jsonrpc must be "2.0"');
  if (typeof method !== "string") return reject("method must be a text");
  if ("id" in value && !isId(id)) return reject("id must be a text or a whole number");
  const message = { jsonrpc, ...ofRequest, method };
  if (params === undefined || params === null) return { message };
  if (!isObject(params)) return reject("params must be an object");
  const { _meta: meta, ...rest } = withoutNulls(params);
  if (meta === undefined) return { message: { ...message, params: rest } };
  if (!isObject(meta)) return reject("params._meta must be an object");
  return { message: { ...message, params: { ...rest, _meta: withoutOddToken(meta) } } };
}

/** Progress cannot be sent for a token that no notification can carry. */
function withoutOddToken({ progressToken: token, ...meta }: JsonObject): JsonObject {
  return isId(token) ? { ...meta, progressToken: token } : meta;
}

/** The id of a message, if it can be read. */
export const idIn = ({ id }: JsonObject = {}): { readonly id?: string | number } =>
  isId(id) ? { id } : {};

const isId = (value: unknown): value is string | number =>
  typeof value === "string" || Number.isSafeInteger(value);

/** @param request its id, if it can be read. */
export const rejectionOf = (
  problem: string,
  request: { readonly id?: string | number } = {},
  code = invalidRequest,
): Rejection => ({ jsonrpc: "2.0", ...request, error: { code, message: problem } });
