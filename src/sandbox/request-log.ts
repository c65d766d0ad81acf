/** Logs one line of JSON per request, with path and status but without the credentials. */
import { appendFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Returns a function that logs a request, if there is a file. It omits query strings, which contain codes. */
export function requestLog(
  file: string | undefined,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (file === undefined) return () => {};
  // Fails at the start if the file cannot be written.
  appendFileSync(file, "");
  return (request, response) => {
    const [path] = (request.url ?? "").split("?");
    const { method } = request;
    response.once("close", () => {
      const { statusCode: status } = response;
      const time = new Date().toISOString();
      appendFileSync(file, `${JSON.stringify({ time, method, path, status })}\n`);
    });
  };
}
