/** Waits on this machine for the browser to return from the consent page (spec, Scheme 2, step 3). */
import { createServer } from "node:http";
import { type ToolError, inputError } from "../../errors/tool-error.ts";

export interface RedirectListener {
  /** The redirect URI with the parameters that the authorization server added. */
  readonly arrived: Promise<URL>;
  close(): void;
}

/**
 * Rejects requests that are not the answer to this login (`state`), and keeps waiting.
 * @param redirectUri as it is registered: `http://127.0.0.1:PORT/…`.
 * @throws ToolError `invalid_input` for an address of another form, or a port that is in use.
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
    // Resolves after the page has been sent: closing earlier would interrupt it.
    if (isAnswer) response.once("close", () => arrive(url));
    response.end(isAnswer ? page : "This is not the expected answer.\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(portError(expected, cause)));
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
  throw inputError(
    "the redirect URI must point to this machine and include a port, such as http://127.0.0.1:8765/callback",
    "Register such a redirect URI in the settings of the integration, and pass the same one here (--redirect-uri).",
  );
}

const portError = ({ port }: URL, cause: Error): ToolError =>
  inputError(
    `port ${port} of the redirect URI is not available`,
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
