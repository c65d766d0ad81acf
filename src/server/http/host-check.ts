/**
 * Checks the Host and Origin headers of a request before anything else is read. A web page can make a browser
 * send requests to this machine under a host name of the page's choice (DNS rebinding). The CORS headers let web
 * pages of allowed origins call the server.
 */
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import type { IncomingHttpHeaders } from "node:http";
import { refusal } from "./refusal.ts";

export interface Gate {
  /** Additional allowed host names, without ports. Those of this machine are always allowed. */
  readonly hosts: readonly string[];
  /** Additional allowed origins of web pages, `https://app.example.com`. Those of this machine are always allowed. */
  readonly origins: readonly string[];
}

const local = localhostAllowedHostnames();

const nameAndPort = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

const notAllowed = (header: string, flag: string): Response =>
  refusal(403, `This ${header} is not allowed. Start the server with ${flag} to allow it`);

/** Returns the refusal of a Host that is not allowed (403), and of several (400); undefined for an allowed one. @param sent each Host of the request. */
export function hostError({ hosts }: Gate, sent: readonly string[] = []): Response | undefined {
  const [host] = sent;
  if (sent.length > 1) return refusal(400, "The Host header is there more than once");
  if (host === undefined || host === "") return refusal(403, "The Host header is missing");
  const isAllowed = nameAndPort.test(host) && validateHostHeader(host, [...local, ...hosts]).ok;
  return isAllowed ? undefined : notAllowed("Host", "--allowed-host NAME");
}

/**
 * Returns the refusal (403) of an Origin that is not allowed; undefined for an allowed one. Programs send no
 * Origin. A browser may omit it only for a request of the same origin.
 */
export function originError(gate: Gate, headers: IncomingHttpHeaders): Response | undefined {
  const { origin } = headers;
  if (origin !== undefined) {
    const isAllowed = gate.origins.includes(origin) || isLocalPage(origin);
    return isAllowed ? undefined : notAllowed("Origin", "--allowed-origin URL");
  }
  const site = headers["sec-fetch-site"];
  const isSameOrigin = site === undefined || site === "none" || site === "same-origin";
  return isSameOrigin ? undefined : refusal(403, "The Origin header is missing");
}

function isLocalPage(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  return local.includes(hostname) && /^https?:$/.test(protocol);
}

/** Returns the CORS headers of an answer to a web page; none for a request without Origin. */
export const headersForPage = ({ origin }: IncomingHttpHeaders): Record<string, string> =>
  origin === undefined
    ? {}
    : {
        vary: "origin",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "mcp-session-id, www-authenticate, x-request-id",
      };

export const preflightHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "accept, authorization, content-type, last-event-id, " +
    "mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, " +
    "traceparent, tracestate, x-request-id",
  "access-control-max-age": "600",
};
