/** One JSON line per request: what was asked and how it was answered, never as whom. */
import { appendFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Without a file nothing is written. Queries are left out: they carry codes. */
export function requestLog(
  file: string | undefined,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (file === undefined) return () => {};
  // A file that cannot be written is told of at the start.
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
