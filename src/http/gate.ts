/**
 * Who may knock. A page in a browser can make it send requests to this machine, under a name of its own
 * (DNS rebinding): the names that a request carries are checked before anything else is read of it.
 */
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import type { IncomingHttpHeaders } from "node:http";
import { refusal } from "./refusal.ts";

export interface Gate {
  /** Hostnames without ports. Those of this machine are always among them. */
  readonly hosts: readonly string[];
  /** Pages that may call from a browser, `https://app.example.com`. Those of this machine always may. */
  readonly origins: readonly string[];
}

const local = localhostAllowedHostnames();

const nameAndPort = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The refusal (403), or undefined where the request may go on. */
export function refusedHost({ hosts }: Gate, { host }: IncomingHttpHeaders): Response | undefined {
  if (host === undefined || host === "") return refusal(403, "The Host header is missing");
  const isKnown = nameAndPort.test(host) && validateHostHeader(host, [...local, ...hosts]).ok;
  return isKnown ? undefined : refusal(403, "This Host is not allowed");
}

/**
 * The same of Origin. Programs send none. A browser does: where it says that a page calls from elsewhere,
 * the page must be named.
 */
export function refusedOrigin(gate: Gate, headers: IncomingHttpHeaders): Response | undefined {
  const { origin } = headers;
  if (origin !== undefined) {
    const isKnown = gate.origins.includes(origin) || isLocalPage(origin);
    return isKnown ? undefined : refusal(403, "This Origin is not allowed");
  }
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined || site === "none" || site === "same-origin";
  return isOwn ? undefined : refusal(403, "The Origin header is missing");
}

function isLocalPage(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  return local.includes(hostname) && /^https?:$/.test(protocol);
}
