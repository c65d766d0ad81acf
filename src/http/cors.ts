/** CORS headers, which let web pages of allowed origins call the server. */
import type { IncomingHttpHeaders } from "node:http";

/** Returns the CORS headers of an answer to a web page; none for a request without Origin. */
export const headersForPage = ({ origin }: IncomingHttpHeaders): Record<string, string> =>
  origin === undefined
    ? {}
    : {
        vary: "origin",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "mcp-session-id, www-authenticate",
      };

/** Headers of the answer to a preflight request. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers":
    "accept, authorization, content-type, last-event-id, " +
    "mcp-method, mcp-name, mcp-protocol-version, mcp-session-id",
  "access-control-max-age": "600",
};
