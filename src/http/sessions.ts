/** The sessions of one caller: found by id, opened by `initialize`, closed when nobody has used them for long. */
import { isInitializeRequest, type McpServer } from "@modelcontextprotocol/server";
import { httpLimits } from "../catalog/limits.ts";
import type { Exchange } from "./caller.ts";
import { refusal, sessionNotFound } from "./refusal.ts";
import { HttpSession } from "./session.ts";

export class Sessions {
  readonly #open = new Map<string, HttpSession>();

  constructor(
    readonly createServer: () => McpServer,
    readonly now: () => number,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  async answer(exchange: Exchange, body: unknown): Promise<Response> {
    const id = exchange.request.headers.get("mcp-session-id");
    if (id === null) return this.#begin(exchange, body);
    const session = this.#open.get(id);
    return session === undefined
      ? refusal(404, "Session not found", { code: sessionNotFound })
      : session.answer(exchange, body);
  }

  /** Closes those that were idle for long. */
  async sweep(): Promise<void> {
    const latest = this.now() - httpLimits.sessionIdleSeconds * 1000;
    for (const session of this.#open.values()) {
      const since = session.idleSince();
      if (since !== undefined && since <= latest) await session.close();
    }
  }

  closeListening(): void {
    for (const session of this.#open.values()) session.closeListening();
  }

  async close(): Promise<void> {
    for (const session of this.#open.values()) await session.close();
  }

  async #begin(exchange: Exchange, body: unknown): Promise<Response> {
    if (![body].flat().some((message) => isInitializeRequest(message))) {
      return refusal(400, "The Mcp-Session-Id header is missing: send initialize first");
    }
    if (!(await this.#makeRoom())) {
      return refusal(429, `${httpLimits.sessionsPerCaller} of your sessions are in use already`);
    }
    const session = new HttpSession(this.now);
    this.#open.set(session.id, session);
    await session.connect(this.createServer(), () => this.#open.delete(session.id));
    const response = await session.answer(exchange, body);
    if (!session.isInitialized()) await session.close();
    return response;
  }

  /** The session that has been idle for longest gives way: its client begins another when it needs one. */
  async #makeRoom(): Promise<boolean> {
    if (this.#open.size < httpLimits.sessionsPerCaller) return true;
    const idle = [...this.#open.values()].flatMap((session) => {
      const since = session.idleSince();
      return since === undefined ? [] : [{ session, since }];
    });
    const [longest] = idle.toSorted((one, other) => one.since - other.since);
    await longest?.session.close();
    return longest !== undefined;
  }
}
