/** Refusals: HTTP errors with a JSON-RPC error as the body, because clients read nothing else. */

/** Codes of the JSON-RPC specification, and two that the SDK adds. */
export const parseError = -32_700;
export const internalError = -32_603;
export const sessionNotFound = -32_001;
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

export const refusalBody = (code: number, message: string): object => ({
  jsonrpc: "2.0",
  error: { code, message },
  id: null,
});
