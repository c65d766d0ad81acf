/** Whatever goes wrong is told as a JSON-RPC error: a client reads nothing else. */

/** JSON-RPC's own codes. */
export const parseError = -32_700;
export const internalError = -32_603;

/** As the SDK uses them. */
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
