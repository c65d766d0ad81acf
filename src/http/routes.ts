/**
 * Answers a request in four steps: the check of Host and Origin, the route, the caller, and the endpoint of the caller. Nothing behind it
 * sees a token.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { httpLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Authentication } from "./authentication.ts";
import { Endpoints, type EndpointsOptions } from "./endpoints.ts";
import { headersForPage, hostError, originError, preflightHeaders } from "./host-check.ts";
import type { Gate } from "./host-check.ts";
import { onClose, OpenExchanges, read, send } from "./node-exchange.ts";
import { callIdHeader } from "../log/log.ts";
import { clientLeft, internalError, refusal } from "./refusal.ts";
import { answeredOf, closeCallId, openCallId, type Answered, type Learned } from "./request-log.ts";

/** A file behind a link. */
interface LinkedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

export interface HttpSettings extends EndpointsOptions {
  readonly gate: Gate;
  /** True if `/healthz` accepts any Host and Origin, as monitoring needs. */
  readonly openHealth: boolean;
  readonly authentication: Authentication;
  /** The file behind a path below `/files/`. Absent where no files are saved. */
  readonly fileAt?: (path: string) => Promise<LinkedFile | undefined>;
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
  #isStopping = false;
  #filesSent = 0;

  constructor(private readonly settings: HttpSettings) {
    this.endpoints = new Endpoints(settings);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // If this node is killed before it has sent the head, the load balancer sends the call to another node.
    const isHeadLate = this.settings.hasSharedState !== undefined;
    const call = openCallId(request);
    onClose(response, () => closeCallId(call));
    // The call pipeline reads it: the log names the call as the answer does.
    request.headers[callIdHeader] = call;
    response.setHeader(callIdHeader, call);
    const learned: Learned = {};
    try {
      const answer = await this.#answer(request, response, learned).catch((error: unknown) =>
        this.#failed(error, request, response),
      );
      if (answer.status === clientLeft) {
        this.settings.onaborted?.();
        if (!request.complete) response.destroy();
        return;
      }
      const path = this.#loggedPath(request);
      this.settings.onanswered?.(await answeredOf(call, path, request, answer, learned));
      await send(answer, request, response, isHeadLate);
    } catch (error) {
      this.settings.onerror(errorOf(error));
      if (response.headersSent) response.destroy();
      else await send(internalRefusal(), request, response);
    }
  }

  #failed(error: unknown, request: IncomingMessage, response: ServerResponse): Response {
    // The client has left before its body was complete: there is nobody to answer, and nothing is wrong here.
    if (!request.complete && (request.destroyed || response.destroyed))
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
    for (const endpoint of this.endpoints.all()) endpoint.closeStandaloneStreams();
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    learned: Learned,
  ): Promise<Response> {
    const { method = "", url = "", headers } = request;
    const [path = ""] = url.split("?", 1);
    if (this.#isStopping) response.setHeader("connection", "close");
    if (path === "/healthz" && this.settings.openHealth) return toRead(method, stateOf("ok"));
    const { gate, authentication, fileAt } = this.settings;
    // A link is followed from any page: its signature is the permission.
    const isFile = path.startsWith(files) && fileAt !== undefined;
    const hostRefusal = hostError(gate, headers);
    if (hostRefusal !== undefined) {
      learned.host = headers.host;
      return hostRefusal;
    }
    const originRefusal = isFile ? undefined : originError(gate, headers);
    if (originRefusal !== undefined) {
      learned.origin = headers.origin;
      return originRefusal;
    }
    if (isFile) return this.#file(method, () => fileAt(path), response);
    response.setHeaders(new Headers(headersForPage(headers)));
    const document = authentication.documents?.get(path);
    if (document === undefined && !paths.includes(path))
      return refusal(404, "Not found: MCP is served at /mcp");
    if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined)
      return new Response(null, { status: 204, headers: preflightHeaders });
    if (document !== undefined) return toRead(method, Response.json(document, publicCaching));
    if (path === "/mcp") return this.#mcp(request, response, learned);
    if (path === "/healthz") return toRead(method, stateOf("ok"));
    return toRead(method, stateOf(this.#isStopping ? "stopping" : "ok", this.#dependencies()));
  }

  /** Sends a file in pieces, as its reader takes them. Few are sent at a time: each is in memory until then. */
  async #file(
    method: string,
    find: () => Promise<LinkedFile | undefined>,
    response: ServerResponse,
  ): Promise<Response> {
    if (!["GET", "HEAD"].includes(method)) return methodNotAllowed("GET, HEAD");
    if (this.#filesSent >= httpLimits.filesAtOnce) return later("Too many files are being sent");
    this.#filesSent += 1;
    this.openExchanges.add(response);
    response.setTimeout(httpLimits.fileStallSeconds * 1000, () => response.destroy());
    onClose(response, () => (this.#filesSent -= 1));
    try {
      const file = await find();
      if (file === undefined) return refusal(404, noFile);
      const { headers, content } = file;
      return new Response(method === "HEAD" ? null : inPieces(content), { headers });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return later(error.problem);
    }
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
    const all = { redis: hasSharedState, "key set": authentication.hasKeys };
    return Object.entries(all).flatMap(([name, isThere]) =>
      isThere === undefined ? [] : [`${name}: ${isThere() ? "ok" : "away"}`],
    );
  }

  async #mcp(
    request: IncomingMessage,
    response: ServerResponse,
    learned: Learned,
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
      learned.subject = admission.subject;
      return admission.refused;
    }
    const { caller, expires } = admission;
    learned.caller = caller;
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

const later = (problem: string): Response =>
  refusal(503, `${problem}: try again`, { headers: { "retry-after": "5" } });

const pieceBytes = 64 * 1024;

/** The content as a stream, which copies nothing. */
function inPieces(content: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= content.length) return controller.close();
      controller.enqueue(content.subarray(sent, sent + pieceBytes));
      sent += pieceBytes;
    },
  });
}

const noFile = "No file: the link is not complete, or its time is over. Save the result again";

/** For documents that tell clients how to sign in. */
const publicCaching = { headers: { "cache-control": "max-age=300" } };

/** Refuses methods other than those that read. */
const toRead = (method: string, answer: Response): Response =>
  method === "GET" || method === "HEAD" ? answer : methodNotAllowed("GET, HEAD");

function stateOf(state: "ok" | "stopping", dependencies: readonly string[] = []): Response {
  const headers = { "content-type": "text/plain", "cache-control": "no-store" };
  const text = [state, ...dependencies, ""].join("\n");
  return new Response(text, { status: state === "ok" ? 200 : 503, headers });
}

const methodNotAllowed = (allow: string): Response =>
  refusal(405, "Method not allowed", { headers: { allow } });
