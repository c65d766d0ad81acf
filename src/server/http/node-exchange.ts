/** Converts Node's requests into the SDK's, and sends the SDK's answers through Node. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as after } from "node:timers/promises";
import { toWebRequest } from "@modelcontextprotocol/node";
import { httpLimits } from "../../catalog/limits.ts";
import { refusal } from "./refusal.ts";

/** Listeners by connection: Node emits no `close` for a pipelined response that waits behind others. */
const endings = new WeakMap<Socket, Set<() => void>>();

function endingsOf(socket: Socket): Set<() => void> {
  const known = endings.get(socket);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  endings.set(socket, listeners);
  socket.once("close", () => {
    for (const listener of listeners) listener();
  });
  return listeners;
}

/** Calls the listener once: when the answer is sent or the client disconnects, or at once if that has already happened. */
export function onClose(response: ServerResponse, listener: () => void): void {
  const { socket } = response.req;
  if (response.closed || socket.destroyed) return listener();
  const listeners = endingsOf(socket);
  const end = (): void => {
    if (listeners.delete(end)) listener();
  };
  listeners.add(end);
  response.once("close", end);
}

export class OpenExchanges {
  readonly #exchanges = new Set<ServerResponse>();
  #onEmpty: (() => void) | undefined;

  add(response: ServerResponse): void {
    this.#exchanges.add(response);
    onClose(response, () => {
      this.#exchanges.delete(response);
      if (this.#exchanges.size === 0) this.#onEmpty?.();
    });
  }

  /** Waits until all exchanges are answered, for at most `seconds`. */
  async drained(seconds: number): Promise<void> {
    if (this.#exchanges.size === 0) return;
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    await Promise.race([empty, after(seconds * 1000, undefined, { ref: false })]);
  }
}

/** Reads a whole request. Returns a refusal (413) if it is too large. */
export async function read(
  message: IncomingMessage,
  response: ServerResponse,
): Promise<Request | Response> {
  const disconnected = new AbortController();
  onClose(response, () => {
    if (!response.writableFinished) disconnected.abort();
  });
  // The type of the library requires both properties.
  const { method = "", url = "", socket } = message;
  try {
    return await toWebRequest(Object.assign(message, { method, url }), undefined, {
      signal: disconnected.signal,
      maxRequestBodySize: httpLimits.bodyBytes,
    });
  } catch (error) {
    // Node.js takes it from a message whose body is not read to its end.
    message.socket = socket;
    const isTooLarge = error instanceof Error && "status" in error && error.status === 413;
    if (!isTooLarge) throw error;
    const limit = `${httpLimits.bodyBytes / 1024 / 1024} MiB`;
    // Closing the connection avoids reading the rest of the body.
    return refusal(413, `The body is larger than ${limit}`, { headers: { connection: "close" } });
  }
}

/** @param isHeadLate the head of a stream waits for its first event. */
export async function send(
  answer: Response,
  { method }: IncomingMessage,
  response: ServerResponse,
  isHeadLate = false,
): Promise<void> {
  const isStream =
    answer.headers.get("content-type") === "text/event-stream" ||
    answer.headers.has("content-length");
  const content = isStream ? undefined : Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null || content !== undefined) {
    response.end(method === "HEAD" ? undefined : content);
    return;
  }
  // Clients wait for the headers before they read the stream.
  if (!isHeadLate) response.flushHeaders();
  const stream = Readable.fromWeb(answer.body);
  stream.once("error", () => response.destroy());
  onClose(response, () => stream.destroy());
  stream.pipe(response);
}
