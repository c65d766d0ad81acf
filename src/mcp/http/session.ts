/** A session of a client that speaks a revision before 2026-07-28. */
import { randomUUID } from "node:crypto";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Exchange } from "./caller.ts";

export class HttpSession {
  readonly id = randomUUID();
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  /** Calls whose stream is theirs alone. */
  readonly #alone = new Set<string | number>();
  #underWay = 0;
  #lastUsed: number;

  constructor(readonly now: () => number) {
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.id,
    });
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
    const [only] = ids;
    this.#underWay += 1;
    if (ids.length === 1 && only !== undefined) this.#alone.add(only);
    exchange.onEnd(() => {
      this.#underWay -= 1;
      this.#lastUsed = this.now();
      for (const id of ids) this.#alone.delete(id);
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
  #cancel(ids: readonly (string | number)[]): void {
    for (const requestId of ids) {
      this.#transport.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId, reason: "the client has gone away" },
      });
    }
  }

  /** A cancelled call gets no answer: its stream, if it carries nothing else, would stay open for ever. */
  #closeCancelled(messages: readonly unknown[]): void {
    for (const message of messages) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") continue;
      const id = message.params?.["requestId"];
      if ((typeof id === "string" || typeof id === "number") && this.#alone.has(id)) {
        this.#transport.closeSSEStream(id);
      }
    }
  }
}

function onAbort(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener();
  else signal.addEventListener("abort", listener, { once: true });
}
