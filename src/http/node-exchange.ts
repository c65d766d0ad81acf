/** Node's side of an exchange: the request as the SDK reads it, and the answer sent. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { toWebRequest } from "@modelcontextprotocol/node";
import { httpLimits } from "../catalog/limits.ts";
import { refusal } from "./refusal.ts";

/** Runs when the answer is sent or the client has gone away; at once where that is so already. */
export function onClose(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once("close", listener);
}

/** Reads a request whole; gives the refusal of one that is too large. */
export async function read(
  message: IncomingMessage,
  response: ServerResponse,
): Promise<Request | Response> {
  const gone = new AbortController();
  onClose(response, () => {
    if (!response.writableFinished) gone.abort();
  });
  // Named, because the library's type knows no request without them.
  const { method = "", url = "" } = message;
  try {
    return await toWebRequest(Object.assign(message, { method, url }), undefined, {
      signal: gone.signal,
      maxRequestBodySize: httpLimits.bodyBytes,
    });
  } catch (error) {
    const isTooLarge = error instanceof Error && "status" in error && error.status === 413;
    if (!isTooLarge) throw error;
    const most = `${httpLimits.bodyBytes / 1024 / 1024} MiB`;
    // The rest of it is not waited for.
    return refusal(413, `The body is larger than ${most}`, { headers: { connection: "close" } });
  }
}

export async function send(
  answer: Response,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  const text = isStream ? undefined : await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null || text !== undefined) {
    response.end(method === "HEAD" ? undefined : text);
    return;
  }
  // A client waits for them before it listens.
  response.flushHeaders();
  const stream = Readable.fromWeb(answer.body);
  stream.once("error", () => response.destroy());
  onClose(response, () => stream.destroy());
  stream.pipe(response);
}
