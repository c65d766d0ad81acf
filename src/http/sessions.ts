/** The sessions of one caller, by id. `initialize` opens a session; a session that is idle for too long is closed. */
import { isInitializeRequest, type McpServer } from "@modelcontextprotocol/server";
import { httpLimits } from "../catalog/limits.ts";
import type { Exchange } from "./caller.ts";
import { refusal, sessionNotFound } from "./refusal.ts";
import { HttpSession } from "./session.ts";

export class Sessions {
  readonly #open = new Map<string, HttpSession>();

  constructor(
    private readonly createServer: () => McpServer,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  async answer(exchange: Exchange, body: unknown): Promise<Response> {
    const id = exchange.request.headers.get("mcp-session-id");
    if (id === null) return this.#initialize(exchange, body);
    const session = this.#open.get(id);
    return session === undefined
      ? refusal(404, "Session not found", { code: sessionNotFound })
      : session.answer(exchange, body);
  }

  /** Closes sessions that have been idle for longer than the limit. */
  async sweep(): Promise<void> {
    const latest = this.now() - httpLimits.sessionIdleSeconds * 1000;
    for (const session of this.#open.values()) {
      if (session.idleSince() <= latest) await session.close();
    }
  }

  closeStandaloneStreams(): void {
    for (const session of this.#open.values()) session.closeStandaloneStreams();
  }

  async close(): Promise<void> {
    for (const session of this.#open.values()) await session.close();
  }

  async #initialize(exchange: Exchange, body: unknown): Promise<Response> {
    if (![body].flat().some((message) => isInitializeRequest(message))) {
      return refusal(400, "The Mcp-Session-Id header is missing: send initialize first");
    }
    if (!(await this.#makeRoom())) {
      return refusal(429, `All ${httpLimits.sessionsPerCaller} of your sessions are in use`);
    }
    const session = new HttpSession(this.now);
    this.#open.set(session.id, session);
    await session.connect(this.createServer(), () => this.#open.delete(session.id));
    const response = await session.answer(exchange, body);
    if (!session.isInitialized()) await session.close();
    return response;
  }

  /** At the limit, closes the session that has been idle for longest. Returns false if no session is idle. */
  async #makeRoom(): Promise<boolean> {
    if (this.#open.size < httpLimits.sessionsPerCaller) return true;
    const idle = [...this.#open.values()].filter((session) => session.idleSince() < Infinity);
    const [longest] = idle.toSorted((one, other) => one.idleSince() - other.idleSince());
    await longest?.close();
    return longest !== undefined;
  }
}
