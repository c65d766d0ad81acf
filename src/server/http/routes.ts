/**
 * Answers a request in four steps: the check of Host and Origin, the route, the caller, and the endpoint of the caller. Nothing behind it
 * sees a token.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authentication } from "./authentication.ts";
import { Endpoints, type EndpointsOptions } from "./endpoints.ts";
import { headersForPage, hostError, originError, preflightHeaders } from "./host-check.ts";
import type { Gate } from "./host-check.ts";
import { LinkedFiles, type FindLink } from "./linked-files.ts";
import { onClose, OpenExchanges, read, send } from "./node-exchange.ts";
import { callIdHeader } from "../../base/log/log.ts";
import { clientLeft, internalError, methodNotAllowed, refusal } from "./refusal.ts";
import { answeredOf, callIdOf, type Answered, type RequestDetails } from "./request-log.ts";

export interface HttpSettings extends EndpointsOptions {
  readonly gate: Gate;
  /** True if `/healthz` accepts any Host and Origin, as monitoring needs. */
  readonly openHealth: boolean;
  readonly authentication: Authentication;
  /** False while calls are answered without a line in the file of `--audit`. */
  readonly isAudited?: () => boolean;
  /** Absent where no files are saved. */
  readonly linkAt?: FindLink;
  /** Called for each answer. */
  readonly onanswered?: (answer: Answered) => void;
  /** Called when a client has left before its request was complete. */
  readonly onaborted?: () => void;
}

/** Milliseconds. Node ends longer timers at once. A client opens a stream that has ended again. */
const longestTimer = 2 ** 31 - 1;

const paths = ["/mcp", "/healthz", "/readyz"];

/** Files whose links are their permission: what follows is not logged. */
const files = "/files/";

export class Routes {
  readonly endpoints: Endpoints;
  readonly openExchanges = new OpenExchanges();
  readonly #files: LinkedFiles | undefined;
  #isStopping = false;

  constructor(private readonly settings: HttpSettings) {
    this.endpoints = new Endpoints(settings);
    this.#files = settings.linkAt && new LinkedFiles(settings.linkAt);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // If this node is killed before it has sent the head, the load balancer sends the call to another node.
    const isHeadLate = this.settings.hasSharedState !== undefined;
    const call = callIdOf(request);
    // The call pipeline reads it: the log names the call as the answer does.
    request.headers[callIdHeader] = call;
    response.setHeader(callIdHeader, call);
    const details: RequestDetails = {};
    try {
      const answer = await this.#answer(request, response, details).catch((error: unknown) =>
        this.#failed(error, request, response),
      );
      if (answer.status === clientLeft) {
        this.settings.onaborted?.();
        if (!request.complete) response.destroy();
        return;
      }
      const path = this.#loggedPath(request);
      this.settings.onanswered?.(await answeredOf(request, answer, { call, path, ...details }));
      await send(answer, request, response, isHeadLate);
    } catch (error) {
      this.settings.onerror(errorOf(error));
      if (response.headersSent) response.destroy();
      else await send(internalRefusal(), request, response);
    }
  }

  #failed(error: unknown, request: IncomingMessage, response: ServerResponse): Response {
    // The client has left: there is nobody to answer, and nothing is wrong here.
    if (request.socket.destroyed || response.destroyed || (!request.complete && request.destroyed))
      return new Response(null, { status: clientLeft });
    this.settings.onerror(errorOf(error));
    return internalRefusal();
  }

  /** A client may put a token into the path. */
  #loggedPath({ url = "" }: IncomingMessage): string {
    const [path = ""] = url.split("?", 1);
    const isKnown = paths.includes(path) || this.settings.authentication.documents?.has(path);
    return isKnown ? path : path.startsWith(files) ? files : "(another)";
  }

  /** Rejects further calls and closes standalone streams. */
  stop(): void {
    this.#isStopping = true;
    for (const endpoint of this.endpoints.values()) endpoint.closeStandaloneStreams();
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    details: RequestDetails,
  ): Promise<Response> {
    const { method = "", url = "", headers } = request;
    const [path = ""] = url.split("?", 1);
    if (this.#isStopping) response.setHeader("connection", "close");
    if (path === "/healthz" && this.settings.openHealth) return toRead(method, stateOf("ok"));
    const { gate, authentication } = this.settings;
    // A link is followed from any page: its signature is the permission.
    const linked = path.startsWith(files) ? this.#files : undefined;
    const hostRefusal = hostError(gate, request.headersDistinct.host);
    if (hostRefusal !== undefined) {
      details.host = headers.host;
      return hostRefusal;
    }
    const originRefusal = linked === undefined ? originError(gate, headers) : undefined;
    if (originRefusal !== undefined) {
      details.origin = headers.origin;
      return originRefusal;
    }
    if (linked !== undefined) {
      this.openExchanges.add(response);
      return linked.answer(path, method, response);
    }
    response.setHeaders(new Headers(headersForPage(headers)));
    const document = authentication.documents?.get(path);
    if (document === undefined && !paths.includes(path))
      return refusal(404, "Not found: MCP is served at /mcp");
    if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined)
      return new Response(null, { status: 204, headers: preflightHeaders });
    if (document !== undefined) return toRead(method, Response.json(document, publicCaching));
    if (path === "/mcp") return this.#mcp(request, response, details);
    if (path === "/healthz") return toRead(method, stateOf("ok"));
    const isAudited = this.settings.isAudited?.() ?? true;
    const state = this.#isStopping ? "stopping" : isAudited ? "ok" : "audit not written";
    return toRead(method, stateOf(state, this.#dependencies()));
  }

  /** Ends a stream when the token that opened it expires. */
  #endAt(expires: number, response: ServerResponse): void {
    const left = Math.min(expires - this.settings.now(), longestTimer);
    const timer = setTimeout(() => response.destroy(), left).unref();
    onClose(response, () => clearTimeout(timer));
  }

  /** One line per dependency. Calls continue without them for a while, so none of them makes the server unready. */
  #dependencies(): string[] {
    const { hasSharedState, authentication } = this.settings;
    const dependencies = { redis: hasSharedState, "key set": authentication.hasKeys };
    return Object.entries(dependencies).flatMap(([name, isThere]) =>
      isThere === undefined ? [] : [`${name}: ${isThere() ? "ok" : "away"}`],
    );
  }

  async #mcp(
    request: IncomingMessage,
    response: ServerResponse,
    details: RequestDetails,
  ): Promise<Response> {
    const { method = "", url = "", headers } = request;
    if (!["GET", "POST", "DELETE"].includes(method)) return methodNotAllowed("GET, POST, DELETE");
    if (this.#isStopping) return refusal(503, "The server is stopping");
    const admission = await this.settings.authentication.admit({
      header: headers.authorization,
      query: new URLSearchParams(url.split("?", 2)[1]),
    });
    if (admission instanceof Response) return admission;
    if ("refused" in admission) {
      details.subject = admission.subject;
      return admission.refused;
    }
    const { caller, expires } = admission;
    details.caller = caller;
    // Nothing after this line needs the token, so nothing can leak it.
    delete headers.authorization;
    // A stop does not wait for standalone streams.
    const isCall = method === "POST" && headers["mcp-method"] !== "subscriptions/listen";
    if (isCall) this.openExchanges.add(response);
    else if (expires !== undefined) this.#endAt(expires, response);
    const message = await read(request, response);
    if (message instanceof Response) return message;
    return this.endpoints
      .of(caller)
      .answer({ request: message, onEnd: (listener) => onClose(response, listener) });
  }
}

const internalRefusal = (): Response => refusal(500, "Internal error", { code: internalError });

const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** For documents that tell clients how to sign in. */
const publicCaching = { headers: { "cache-control": "max-age=300" } };

/** Refuses methods other than those that read. */
const toRead = (method: string, answer: Response): Response =>
  method === "GET" || method === "HEAD" ? answer : methodNotAllowed("GET, HEAD");

function stateOf(state: string, dependencies: readonly string[] = []): Response {
  const headers = { "content-type": "text/plain", "cache-control": "no-store" };
  const text = [state, ...dependencies, ""].join("\n");
  return new Response(text, { status: state === "ok" ? 200 : 503, headers });
}
