/** Refusals: HTTP errors with a JSON-RPC error as the body, because clients read nothing else. */

import { isObject, parseJson } from "../../base/text/json.ts";

/** A code of the JSON-RPC specification, and two that the SDK adds. */
export const internalError = -32_603;
export const sessionNotFound = -32_001;
/** The status of an answer that nobody waits for, because its client has disconnected. */
export const clientLeft = 499;
const serverError = -32_000;

export const refusal = (
  status: number,
  message: string,
  { code = serverError, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): Response =>
  Response.json(refusalBody(code, message), {
    status,
    headers: { "cache-control": "no-store", ...headers },
  });

export const methodNotAllowed = (allow: string): Response =>
  refusal(405, "Method not allowed", { headers: { allow } });

/** The message of a refusal; that of the SDK has the same form. */
export async function reasonOf(response: Response): Promise<string> {
  const { statusText, status } = response;
  const text = await response.clone().text();
  const body = parseJson(text);
  const { message } = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  return typeof message === "string" ? message : statusText || `status ${status}`;
}

export const refusalBody = (code: number, message: string): object => ({
  jsonrpc: "2.0",
  error: { code, message },
  id: null,
});
