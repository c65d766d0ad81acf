/** A session with a client of a revision before 2026-07-28. */
import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { isJSONRPCNotification } from "@modelcontextprotocol/server";
import { isJSONRPCRequest, isJSONRPCResponse } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, McpServer, RequestId } from "@modelcontextprotocol/server";
import type { Exchange } from "./caller.ts";
import { refusal } from "./refusal.ts";

export class HttpSession {
  readonly id = randomUUID();
  readonly transport: Transport;
  /** Open requests. Each maps to the open requests of its stream. */
  readonly #openRequests = new Map<RequestId, Set<RequestId>>();
  #openExchanges = 0;
  #lastUsed: number;

  constructor(private readonly now: () => number) {
    this.transport = new Transport(this.id, (id) => this.#remove(id));
    this.#lastUsed = now();
  }

  async connect(server: McpServer, onclose: () => void): Promise<void> {
    Object.assign(server.server, { onclose });
    await server.connect(this.transport);
  }

  /** Returns the time of the last use; Infinity while an exchange is open. */
  idleSince(): number {
    return this.#openExchanges === 0 ? this.#lastUsed : Infinity;
  }

  async answer(exchange: Exchange, body: unknown): Promise<Response> {
    const { request } = exchange;
    const messages = Array.isArray(body) ? body : [body];
    const ids = messages.flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []));
    const stream = new Set(ids);
    if (stream.size < ids.length || ids.some((id) => this.#openRequests.has(id)))
      return refusal(400, "A request with this id is already open");
    this.#openExchanges += 1;
    for (const id of ids) this.#openRequests.set(id, stream);
    exchange.onEnd(() => {
      this.#openExchanges -= 1;
      this.#lastUsed = this.now();
      for (const id of ids) this.#openRequests.delete(id);
    });
    const response = await this.transport.handleRequest(request, { parsedBody: body });
    if (response.ok) this.#closeCancelled(messages);
    if (request.signal.aborted) this.#cancel(ids);
    else request.signal.addEventListener("abort", () => this.#cancel(ids), { once: true });
    return response;
  }

  /** Cancels requests whose client disconnected. */
  #cancel(ids: readonly RequestId[]): void {
    for (const requestId of ids)
      this.transport.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId, reason: "the client disconnected" },
      });
  }

  /** Closes streams whose last open request was cancelled, because no answer will close them. */
  #closeCancelled(messages: readonly unknown[]): void {
    for (const message of messages) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") continue;
      const id = message.params?.["requestId"];
      if (typeof id !== "string" && typeof id !== "number") continue;
      if (this.#remove(id)?.size === 0) this.transport.closeSSEStream(id);
    }
  }

  /** Removes a request that was answered or cancelled. Returns the open requests of its stream. */
  #remove(id: RequestId): Set<RequestId> | undefined {
    const stream = this.#openRequests.get(id);
    stream?.delete(id);
    this.#openRequests.delete(id);
    return stream;
  }
}

/** Calls `onanswered` with the id of each request that it answers. */
class Transport extends WebStandardStreamableHTTPServerTransport {
  constructor(
    id: string,
    private readonly onanswered: (id: RequestId) => void,
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
