/** From a request to its answer: the gate, the route, the caller, the caller's endpoint. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, CallerServer } from "./caller.ts";
import { headersForPage, preflightHeaders } from "./cors.ts";
import { Endpoints } from "./endpoints.ts";
import { refusedHost, refusedOrigin, type Gate } from "./gate.ts";
import { onClose, read, send } from "./node-exchange.ts";
import { internalError, refusal } from "./refusal.ts";
import { UnderWay } from "./under-way.ts";

export interface HttpServing {
  readonly gate: Gate;
  /** Whether `/healthz` answers by whatever Host it is asked, as those that watch servers need. */
  readonly openHealth: boolean;
  /** Who calls, by the Authorization header; undefined where that is nobody. */
  readonly callerOf: (authorization: string | undefined) => Promise<Caller | undefined>;
  /** Whether a caller who came once may still come. */
  readonly remains?: (caller: Caller) => Promise<boolean>;
  /** Runs at a caller's first request, and at the first after a long time away. */
  readonly serverFor: (caller: Caller) => CallerServer;
  readonly now: () => number;
  readonly onerror: (error: Error) => void;
}

const paths = ["/mcp", "/healthz", "/readyz"];

export class Routes {
  readonly endpoints: Endpoints;
  readonly underWay = new UnderWay();
  #isStopping = false;

  constructor(readonly serving: HttpServing) {
    this.endpoints = new Endpoints(serving);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await send(await this.#answer(request, response), request, response);
    } catch (error) {
      this.serving.onerror(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else await send(refusal(500, "Internal error", { code: internalError }), request, response);
    }
  }

  /** From now on calls are refused, and streams that only listen are ended. */
  stop(): void {
    this.#isStopping = true;
    this.endpoints.closeListening();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<Response> {
    const { method = "", url = "", headers } = request;
    const [path = ""] = url.split("?", 1);
    if (this.#isStopping) response.setHeader("connection", "close");
    if (path === "/healthz" && this.serving.openHealth) return this.#state(method, "ok");
    const refused =
      refusedHost(this.serving.gate, headers) ?? refusedOrigin(this.serving.gate, headers);
    if (refused !== undefined) return refused;
    for (const [name, value] of Object.entries(headersForPage(headers))) {
      response.setHeader(name, value);
    }
    if (!paths.includes(path)) return refusal(404, "Nothing is here: MCP is served at /mcp");
    if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined) {
      return new Response(null, { status: 204, headers: preflightHeaders });
    }
    if (path === "/healthz") return this.#state(method, "ok");
    if (path === "/readyz") return this.#state(method, this.#isStopping ? "stopping" : "ok");
    return this.#mcp(request, response);
  }

  #state(method: string, state: "ok" | "stopping"): Response {
    if (method !== "GET" && method !== "HEAD") return notAllowed("GET, HEAD");
    const headers = { "content-type": "text/plain", "cache-control": "no-store" };
    return new Response(`${state}\n`, { status: state === "ok" ? 200 : 503, headers });
  }

  async #mcp(request: IncomingMessage, response: ServerResponse): Promise<Response> {
    const { method = "", headers } = request;
    if (!["GET", "POST", "DELETE"].includes(method)) return notAllowed("GET, POST, DELETE");
    if (this.#isStopping) return refusal(503, "The server is being stopped");
    const { serving, endpoints } = this;
    const caller = await serving.callerOf(headers.authorization);
    if (caller === undefined) return unauthorized(headers.authorization);
    // It has done its work: nothing from here on can pass it on.
    delete headers.authorization;
    // Streams that only listen are not waited for.
    const isCall = method === "POST" && headers["mcp-method"] !== "subscriptions/listen";
    if (isCall) this.underWay.add(response);
    const message = await read(request, response);
    if (message instanceof Response) return message;
    return endpoints
      .of(caller)
      .answer({ request: message, onEnd: (listener) => onClose(response, listener) });
  }
}

const notAllowed = (allow: string): Response =>
  refusal(405, "Method not allowed", { headers: { allow } });

const unauthorized = (given: string | undefined): Response =>
  refusal(401, given === undefined ? "A bearer token is needed" : "This token is not known", {
    headers: {
      "www-authenticate": `Bearer realm="social-analytics-mcp"${given === undefined ? "" : ', error="invalid_token"'}`,
    },
  });
