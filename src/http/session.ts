/** A session of a client that speaks a revision before 2026-07-28. */
import { randomUUID } from "node:crypto";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Exchange } from "./caller.ts";
import { refusal } from "./refusal.ts";

export class HttpSession {
  readonly id = randomUUID();
  readonly #transport: Transport;
  /** Requests that are under way, each with those of its stream. */
  readonly #open = new Map<RequestId, Set<RequestId>>();
  #underWay = 0;
  #lastUsed: number;

  constructor(readonly now: () => number) {
    this.#transport = new Transport(this.id, (id) => this.#leave(id));
    this.#lastUsed = now();
  }

  async connect(server: McpServer, onclose: () => void): Promise<void> {
    Object.assign(server.server, { onclose });
    await server.connect(this.#transport);
  }

  /** Undefined while something is under way. */
  idleSince(): number | undefined {
    return this.#underWay === 0 ? this.#lastUsed : undefined;
  }

  isInitialized(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  async answer(exchange: Exchange, body: unknown): Promise<Response> {
    const { request } = exchange;
    const messages = Array.isArray(body) ? body : [body];
    const ids = messages.flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []));
    const stream = new Set(ids);
    if (stream.size < ids.length || ids.some((id) => this.#open.has(id))) {
      return refusal(400, "A request of this id is under way already");
    }
    this.#underWay += 1;
    for (const id of ids) this.#open.set(id, stream);
    exchange.onEnd(() => {
      this.#underWay -= 1;
      this.#lastUsed = this.now();
      for (const id of ids) this.#open.delete(id);
    });
    const response = await this.#transport.handleRequest(request, { parsedBody: body });
    if (response.ok) this.#closeCancelled(messages);
    onAbort(request.signal, () => this.#cancel(ids));
    return response;
  }

  /** Ends the stream that waits for messages outside calls. */
  closeListening(): void {
    this.#transport.closeStandaloneSSEStream();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** To a server, a client that went away is one that has cancelled. */
  #cancel(ids: readonly RequestId[]): void {
    for (const requestId of ids) {
      this.#transport.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId, reason: "the client has gone away" },
      });
    }
  }

  /** A cancelled call gets no answer: a stream that waits for nothing else would stay open for ever. */
  #closeCancelled(messages: readonly unknown[]): void {
    for (const message of messages) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") continue;
      const id = message.params?.["requestId"];
      if (typeof id !== "string" && typeof id !== "number") continue;
      if (this.#leave(id)?.size === 0) this.#transport.closeSSEStream(id);
    }
  }

  /** The request is answered or cancelled; gives those that its stream still waits for. */
  #leave(id: RequestId): Set<RequestId> | undefined {
    const stream = this.#open.get(id);
    stream?.delete(id);
    this.#open.delete(id);
    return stream;
  }
}

/** Tells which requests it has answered. */
class Transport extends WebStandardStreamableHTTPServerTransport {
  constructor(
    id: string,
    readonly onanswered: (id: RequestId) => void,
  ) {
    super({ sessionIdGenerator: () => id });
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<WebStandardStreamableHTTPServerTransport["send"]>[1],
  ): Promise<void> {
    if (isJSONRPCResponse(message) && message.id !== undefined) this.onanswered(message.id);
    await super.send(message, options);
  }
}

function onAbort(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener();
  else signal.addEventListener("abort", listener, { once: true });
}
