/** Receives the answer of the consent page (spec, Scheme 2, step 3): on this machine, or as an address that the user pastes. */
import { createServer, type RequestListener, type Server } from "node:http";
import { errorCodeOf, inputError, type ToolError } from "../../../base/errors/tool-error.ts";

export interface RedirectListener {
  /** Waits for the redirect URI with the parameters that the authorization server added. */
  readonly arrived: () => Promise<URL>;
  close(): void;
}

/** Asks the user for the address to which the browser was sent. @param problem what was wrong with the last answer. */
export type AskForAddress = (problem: string | undefined) => Promise<string>;

/** Listens where the redirect URI points to this machine, else asks. @throws as {@link listenForRedirect}. */
export const receiveRedirect = async (
  redirectUri: string,
  state: string,
  ask: AskForAddress,
): Promise<RedirectListener> =>
  isOnThisMachine(redirectUri)
    ? listenForRedirect(redirectUri, state)
    : { arrived: () => pastedRedirect(redirectUri, state, ask), close: () => {} };

/** True for a redirect URI at which this program can listen. */
export function isOnThisMachine(redirectUri: string): boolean {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (url === undefined) throw redirectError();
  return Object.hasOwn(addresses, url.hostname);
}

/** The addresses of this machine that each name means: a browser may use either one of localhost. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  "127.0.0.1": ["127.0.0.1"],
  "[::1]": ["::1"],
  localhost: ["127.0.0.1", "::1"],
};

/** True for an answer to this login: any page can send others, an error without a state too. */
const isAnswer = (url: URL, state: string): boolean => url.searchParams.get("state") === state;

/** Asks until the address belongs to this login. */
async function pastedRedirect(
  redirectUri: string,
  state: string,
  ask: AskForAddress,
): Promise<URL> {
  const expected = new URL(redirectUri);
  for (let problem: string | undefined; ;) {
    const text = (await ask(problem)).trim();
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isThere =
      url?.protocol === expected.protocol &&
      url.host === expected.host &&
      url.pathname === expected.pathname;
    if (isThere && isAnswer(url, state)) return url;
    problem = isThere
      ? "This address does not belong to this login: its state differs. Use the page that is open now."
      : `This is not the whole address: it begins with ${redirectUri} and contains a code.`;
  }
}

/**
 * Rejects requests that are not the answer to this login, and keeps waiting.
 * @param redirectUri as it is registered: `http://127.0.0.1:PORT/…`.
 * @throws ToolError `invalid_input` for an address of another form, or a port that is in use.
 */
export async function listenForRedirect(
  redirectUri: string,
  state: string,
): Promise<RedirectListener> {
  const expected = new URL(redirectUri);
  const hosts = addresses[expected.hostname] ?? [];
  if (expected.protocol !== "http:" || hosts.length === 0 || expected.port === "")
    throw redirectError();
  let arrive: (url: URL) => void;
  const arrival = new Promise<URL>((resolve) => (arrive = resolve));
  const answer: RequestListener = (request, response) => {
    const address = expected.origin + (request.url ?? "");
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isExpected = url?.pathname === expected.pathname && isAnswer(url, state);
    response.writeHead(isExpected ? 200 : 400, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      connection: "close",
    });
    // Resolves after the page has been sent: closing earlier would interrupt it.
    if (isExpected) response.once("close", () => arrive(url));
    response.end(isExpected ? page : notAnswer);
  };
  const servers = hosts.map(() => createServer(answer));
  const close = (): void => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  try {
    await Promise.all(servers.map((server, place) => listen(server, expected, hosts[place] ?? "")));
  } catch (error) {
    close();
    throw error;
  }
  return { arrived: () => arrival, close };
}

/** Codes of a machine without IPv6, where nothing can use the address. */
const addressAbsentCodes = ["EADDRNOTAVAIL", "EAFNOSUPPORT"];

/** @throws ToolError `invalid_input` for a port in use: the other program would get the code. */
const listen = (server: Server, { port, hostname }: URL, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const isAbsent =
        hostname === "localhost" && addressAbsentCodes.includes(errorCodeOf(cause) ?? "");
      if (isAbsent) resolve();
      else reject(portError(port, host, cause));
    });
    server.listen({ port: Number(port), host, ipv6Only: true }, resolve);
  });

const redirectError = (): ToolError =>
  inputError(
    "the redirect URI must be an address; on this machine, it has the form http://127.0.0.1:8765/callback",
    "Register such a redirect URI in the settings of the integration, and pass the same one here (--redirect-uri).",
  );

const portError = (port: string, host: string, cause: Error): ToolError =>
  inputError(
    `port ${port} of the redirect URI is not available at ${host}`,
    "End the program that uses it, or register a redirect URI with another port.",
    { cause },
  );

const notAnswer =
  "This is not the answer to the login that waits. If you ended that login, press Ctrl+C in the terminal.\n";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>social-analytics-mcp</title>
<p>You can close this page. The terminal says whether you are logged in.</p>
</html>
`;
