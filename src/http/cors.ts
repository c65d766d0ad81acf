/** What a browser must be told before a page of an allowed origin may call. */
import type { IncomingHttpHeaders } from "node:http";

const allowed = [
  "accept",
  "authorization",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
];

/** Of every answer to a page; nothing where no page asks. */
export const headersForPage = ({ origin }: IncomingHttpHeaders): Record<string, string> =>
  origin === undefined
    ? {}
    : {
        vary: "origin",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "mcp-session-id, www-authenticate",
      };

/** Of the answer to a browser's question whether a page may send such a request. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers": allowed.join(", "),
  "access-control-max-age": "600",
};
