/**
 * Serves one caller at `/mcp`: revision 2026-07-28 without sessions, earlier revisions with sessions if this process
 * has them. A client of an earlier revision can cancel a call only in a session; nodes that share their state have
 * none, so that any node can answer.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit from "p-limit";
import { createMcpHandler, isInitializeRequest } from "@modelcontextprotocol/server";
import { isJSONRPCRequest, isJsonContentType, isLegacyRequest } from "@modelcontextprotocol/server";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { httpLimits } from "../../catalog/limits.ts";
import { parseJson } from "../../base/text/json.ts";
import { JsonMeter } from "../../base/text/json-meter.ts";
import { parseError, readMessage } from "../mcp/message.ts";
import { acceptedForm, acceptsJson, acceptsStream, asJson, asStream, everyForm } from "./accept.ts";
import type { CallerServer, Exchange } from "./caller.ts";
import { clientLeft, refusal, sessionNotFound } from "./refusal.ts";
import { HttpSession } from "./session.ts";

/** The first revision without sessions. A request with it in the header needs no look at its body. */
const firstModern = "2026-07-28";

export class Endpoint {
  readonly #modern: McpHttpHandler;
  /** The bodies of requests without a session. */
  readonly #messages = new WeakMap<Request, unknown>();
  /** By id. `initialize` opens a session; a session that is idle for too long is closed. */
  readonly #sessions = new Map<string, HttpSession>();
  /** A large resource stays in memory until its client has read it: few are sent at once. */
  readonly #reads = pLimit(httpLimits.readsAtOnce);
  #openExchanges = 0;
  #lastUsed: number;

  /** @param hasSessions false where each request may reach another process. */
  constructor(
    readonly server: CallerServer,
    private readonly now: () => number,
    private readonly hasSessions: boolean,
  ) {
    this.#modern = createMcpHandler(
      ({ requestInfo }) =>
        server.createServer(requestInfo && this.#messages.get(requestInfo), requestInfo?.headers),
      { legacy: hasSessions ? "reject" : "stateless" },
    );
    this.#lastUsed = now();
  }

  async answer(exchange: Exchange): Promise<Response> {
    if (this.#openExchanges >= httpLimits.exchanges)
      return refusal(429, `You already have ${httpLimits.exchanges} open requests`);
    this.#openExchanges += 1;
    exchange.onEnd(() => {
      this.#openExchanges -= 1;
      this.#lastUsed = this.now();
    });
    const { request } = exchange;
    const accept = request.headers.get("accept");
    if (request.method !== "POST") {
      if (acceptsStream(accept)) request.headers.set("accept", everyForm);
      return this.hasSessions
        ? this.#answerInSession(exchange, undefined)
        : this.#modern.fetch(request);
    }
    const parsedBody = await readBody(request);
    if (parsedBody instanceof Response) return parsedBody;
    const error = limitError(parsedBody);
    if (error !== undefined) return error;
    if (readsIn(parsedBody) > 0) await this.#turnToRead(exchange);
    if (request.signal.aborted) return new Response(null, { status: clientLeft });
    this.#messages.set(request, parsedBody);
    const isModern =
      request.headers.get("mcp-protocol-version") === firstModern ||
      !(await isLegacyRequest(request, parsedBody));
    if (isModern) return this.#answerModern(request, parsedBody);
    const form = acceptedForm(accept);
    if (form === undefined) return notAcceptable();
    request.headers.set("accept", everyForm);
    const answer = this.hasSessions
      ? await this.#answerInSession(exchange, parsedBody)
      : await this.#modern.fetch(request, { parsedBody });
    return form === "json" ? asJson(answer, request.signal, Array.isArray(parsedBody)) : answer;
  }

  async #turnToRead(exchange: Exchange): Promise<void> {
    await new Promise<void>((resolve) => {
      void this.#reads(() => {
        resolve();
        return new Promise<void>((end) => exchange.onEnd(end));
      });
    });
    // A client that has left has closed its connection, which Node.js notices some turns after the request.
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  }

  /** Streams progress where the client accepts streams. A subscription is always a stream. */
  async #answerModern(request: Request, parsedBody: unknown): Promise<Response> {
    const accept = request.headers.get("accept");
    if (acceptsStream(accept)) {
      const answer = await this.#modern.fetch(request, { parsedBody });
      return acceptsJson(accept) ? answer : asStream(answer);
    }
    if (request.headers.get("mcp-method") === "subscriptions/listen") return notAcceptable();
    return asJson(await this.#modern.fetch(request, { parsedBody }), request.signal, false);
  }

  /** Returns the time of the last use; Infinity while an exchange or a session is open. */
  idleSince(): number {
    return this.#openExchanges === 0 && this.#sessions.size === 0 ? this.#lastUsed : Infinity;
  }

  /** Closes sessions that have been idle for longer than the limit. */
  async sweep(): Promise<void> {
    const latest = this.now() - httpLimits.sessionIdleSeconds * 1000;
    for (const session of this.#sessions.values()) {
      if (session.idleSince() <= latest) await session.transport.close();
    }
  }

  /** Closes the streams for messages that belong to no request. */
  closeStandaloneStreams(): void {
    for (const { transport } of this.#sessions.values()) transport.closeStandaloneSSEStream();
  }

  async close(): Promise<void> {
    for (const { transport } of this.#sessions.values()) await transport.close();
    await this.#modern.close();
    this.server.dispose?.();
  }

  /** Answers a request of an earlier revision. */
  async #answerInSession(exchange: Exchange, body: unknown): Promise<Response> {
    const id = exchange.request.headers.get("mcp-session-id");
    if (id === null && exchange.request.method === "GET") return withoutStream();
    if (id === null) return this.#initialize(exchange, body);
    const session = this.#sessions.get(id);
    return session === undefined
      ? refusal(404, "Session not found", { code: sessionNotFound })
      : session.answer(exchange, body);
  }

  async #initialize(exchange: Exchange, body: unknown): Promise<Response> {
    if (![body].flat().some((message) => isInitializeRequest(message)))
      return refusal(400, "The Mcp-Session-Id header is missing: send initialize first");
    if (!(await this.#makeRoom()))
      return refusal(429, `All ${httpLimits.sessionsPerCaller} of your sessions are in use`);
    const session = new HttpSession(this.now);
    this.#sessions.set(session.id, session);
    const server = await this.server.createServer(body);
    await session.connect(server, () => this.#sessions.delete(session.id));
    const response = await session.answer(exchange, body);
    if (session.transport.sessionId === undefined) await session.transport.close();
    return response;
  }

  /** At the limit, closes the session that has been idle for longest. Returns false if no session is idle. */
  async #makeRoom(): Promise<boolean> {
    if (this.#sessions.size < httpLimits.sessionsPerCaller) return true;
    const idle = [...this.#sessions.values()].filter((session) => session.idleSince() < Infinity);
    const [longest] = idle.toSorted((left, right) => left.idleSince() - right.idleSince());
    await longest?.transport.close();
    return longest !== undefined;
  }
}

const readsIn = (body: unknown): number =>
  [body]
    .flat()
    .filter((message) => isJSONRPCRequest(message) && message.method === "resources/read").length;

/** Clients read this status as "there is no stream", and go on. */
const withoutStream = (): Response =>
  refusal(405, "Method not allowed: without a session there is no stream", {
    headers: { allow: "POST" },
  });

const notAcceptable = (): Response =>
  refusal(406, "The Accept header must allow application/json or text/event-stream");

/** Returns the messages of a request, or its refusal. */
async function readBody(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get("content-type")))
    return refusal(415, "The Content-Type must be application/json");
  const bytes = new Uint8Array(await request.arrayBuffer());
  const meter = new JsonMeter(httpLimits.bodyJson);
  meter.add(bytes);
  const exceeded = meter.exceeded();
  if (exceeded !== undefined) return refusal(413, `The body contains ${exceeded}`);
  const body = parseJson(new TextDecoder().decode(bytes));
  if (body === undefined) return refusal(400, "The body is not JSON", { code: parseError });
  return readMessages(body);
}

/** Returns the messages of a body as the SDK reads them, or the refusal of one that it cannot read. */
function readMessages(body: unknown): unknown {
  const read = [body].flat().map(readMessage);
  const rejection = read.find((message) => message.rejection !== undefined)?.rejection;
  if (rejection !== undefined)
    return Response.json(rejection, { status: 400, headers: { "cache-control": "no-store" } });
  const messages = read.map(({ message }) => message);
  return Array.isArray(body) ? messages : messages[0];
}

/** Returns the refusal of a body that exceeds the limits, which protect memory; undefined for any other. */
function limitError(body: unknown): Response | undefined {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length > httpLimits.batch)
    return refusal(400, `The body contains more than ${httpLimits.batch} messages`);
  if (readsIn(body) > 1) return refusal(400, "The body contains more than one resources/read");
  const isLong = messages.some(
    (message) => isJSONRPCRequest(message) && String(message.id).length > httpLimits.idLength,
  );
  if (!isLong) return undefined;
  return refusal(400, `A request id is longer than ${httpLimits.idLength} characters`);
}
