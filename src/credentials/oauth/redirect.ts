/** Waits on this machine for the browser that comes back from the consent page (spec, Scheme 2, step 3). */
import { createServer } from "node:http";
import { ToolError, invalidInput } from "../../errors/tool-error.ts";

export interface RedirectListener {
  /** The address that the browser was sent to, with what the authorization server added. */
  readonly arrived: Promise<URL>;
  close(): void;
}

/**
 * Requests that are not this login's answer (`state`) are refused, and the waiting goes on.
 * @param redirectUri as it is registered: `http://127.0.0.1:PORT/…`.
 * @throws ToolError `invalid_input` for another address, or a port that is taken.
 */
export async function listenForRedirect(
  redirectUri: string,
  state: string,
): Promise<RedirectListener> {
  const expected = parseRedirect(redirectUri);
  let arrive: (url: URL) => void;
  const arrived = new Promise<URL>((resolve) => (arrive = resolve));
  const server = createServer((request, response) => {
    const address = expected.origin + (request.url ?? "");
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isAnswer = url?.pathname === expected.pathname && url.searchParams.get("state") === state;
    response.writeHead(isAnswer ? 200 : 400, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      connection: "close",
    });
    // When the page has been sent: closing would cut it off.
    if (isAnswer) response.once("close", () => arrive(url));
    response.end(isAnswer ? page : "This is not the answer that is waited for.\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(taken(expected, cause)));
    server.listen(Number(expected.port), "127.0.0.1", resolve);
  });
  return {
    arrived,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function parseRedirect(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
  if (url !== undefined && url.protocol === "http:" && isLocal && url.port !== "") return url;
  throw invalidInput(
    "the redirect URI must be of this machine, with a port, such as http://127.0.0.1:8765/callback",
    "Register such a redirect URI in the settings of the integration, and name the same here (--redirect-uri).",
  );
}

const taken = ({ port }: URL, cause: Error): ToolError =>
  invalidInput(
    `port ${port} of the redirect URI cannot be listened on`,
    "End the program that uses it, or register a redirect URI with another port.",
    { cause },
  );

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>social-analytics-mcp</title>
<p>You can close this page. The terminal says whether you are logged in.</p>
</html>
`;
