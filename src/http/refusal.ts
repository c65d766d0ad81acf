/** Refusals: HTTP errors with a JSON-RPC error as the body, because clients read nothing else. */

/** Codes of the JSON-RPC specification. */
export const parseError = -32_700;
export const internalError = -32_603;

/** Codes that the SDK uses. */
export const sessionNotFound = -32_001;
const serverError = -32_000;

interface RefusalOptions {
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusal(status: number, message: string, options: RefusalOptions = {}): Response {
  const { code = serverError, headers = {} } = options;
  return Response.json(refusalBody(code, message), {
    status,
    headers: { "cache-control": "no-store", ...headers },
  });
}

export const refusalBody = (code: number, message: string): object => ({
  jsonrpc: "2.0",
  error: { code, message },
  id: null,
});
