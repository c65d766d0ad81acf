/** What one caller reaches at `/mcp`: 2026-07-28 without sessions, earlier revisions with them. */
import {
  createMcpHandler,
  isJsonContentType,
  isJSONRPCRequest,
  isLegacyRequest,
  type McpHttpHandler,
} from "@modelcontextprotocol/server";
import { httpLimits } from "../catalog/limits.ts";
import type { CallerServer, Exchange } from "./caller.ts";
import { parseError, refusal } from "./refusal.ts";
import { Sessions } from "./sessions.ts";

/** What names it is the modern handler's, whatever the body; what does not is told by the body. */
const firstModern = "2026-07-28";

export class Endpoint {
  readonly #modern: McpHttpHandler;
  readonly #sessions: Sessions;
  #underWay = 0;
  #lastUsed: number;

  constructor(
    readonly server: CallerServer,
    readonly now: () => number,
  ) {
    const { createServer, bus } = server;
    this.#modern = createMcpHandler(
      ({ requestInfo }) => createServer(toolCalledBy(requestInfo?.headers)),
      { legacy: "reject", ...(bus === undefined ? {} : { bus }) },
    );
    this.#sessions = new Sessions(() => createServer(), now);
    this.#lastUsed = now();
  }

  async answer(exchange: Exchange): Promise<Response> {
    if (this.#underWay >= httpLimits.exchanges) {
      return refusal(429, `${httpLimits.exchanges} of your requests are under way already`);
    }
    this.#underWay += 1;
    exchange.onEnd(() => {
      this.#underWay -= 1;
      this.#lastUsed = this.now();
    });
    const { request } = exchange;
    if (request.method !== "POST") return this.#sessions.answer(exchange, undefined);
    if (!isJsonContentType(request.headers.get("content-type"))) {
      return refusal(415, "The Content-Type must be application/json");
    }
    const parsedBody = parse(await request.text());
    if (parsedBody === undefined) {
      return refusal(400, "The body is not JSON", { code: parseError });
    }
    const problem = problemOf(parsedBody);
    if (problem !== undefined) return refusal(400, problem);
    const isModern =
      request.headers.get("mcp-protocol-version") === firstModern ||
      !(await isLegacyRequest(request, parsedBody));
    return isModern
      ? this.#modern.fetch(request, { parsedBody })
      : this.#sessions.answer(exchange, parsedBody);
  }

  /** Undefined while something is under way or a session is open. */
  idleSince(): number | undefined {
    return this.#underWay === 0 && this.#sessions.size === 0 ? this.#lastUsed : undefined;
  }

  sweep(): Promise<void> {
    return this.#sessions.sweep();
  }

  closeListening(): void {
    this.#sessions.closeListening();
  }

  stop(): void {
    this.server.stop();
  }

  async close(): Promise<void> {
    await this.#sessions.close();
    await this.#modern.close();
  }
}

/** What nobody needs, and what would cost memory. */
function problemOf(body: unknown): string | undefined {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > httpLimits.batch)
    return `More than ${httpLimits.batch} messages in one body`;
  const isLong = messages.some(
    (message) => isJSONRPCRequest(message) && String(message.id).length > httpLimits.idLength,
  );
  return isLong ? `An id of more than ${httpLimits.idLength} characters` : undefined;
}

/** By headers that the SDK has held against the body. */
const toolCalledBy = (headers: Headers | undefined): string | undefined =>
  headers?.get("mcp-method") === "tools/call" ? (headers.get("mcp-name") ?? undefined) : undefined;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
