/** Serves the sandbox on a loopback port. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { users } from "./account.ts";
import type { AuthorizationServer } from "./oauth/authorization-server.ts";
import { client, defaults, type OAuthOptions } from "./oauth/settings.ts";
import { Sandbox, type SandboxOptions } from "./sandbox.ts";
import { appendFileSync } from "node:fs";

export interface ServeOptions extends SandboxOptions {
  /** Also serves an authorization server. */
  readonly oauth?: OAuthOptions;
  /** Path of the request log, which gets one line per request. */
  readonly log?: string | undefined;
}

export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly users: typeof users;
  /** Environment variables for a server that uses the sandbox as the first user. */
  readonly environment: Readonly<Record<string, string>>;
  /** Settings for a client of the authorization server. */
  readonly oauth: Readonly<Record<"clientId" | "clientSecret" | "redirectUri", string>>;
  /** Lets the process end while the sandbox is still served. */
  readonly unref: () => void;
  readonly close: () => Promise<void>;
}

/** Starts the sandbox. @param port 0 selects any free port. */
export async function serveSandbox(options: ServeOptions = {}, port = 0): Promise<ServedSandbox> {
  const sandbox = new Sandbox(options);
  let authorization: AuthorizationServer | undefined;
  const server = createServer((request, response) => {
    const answering =
      authorization?.owns(request) === true
        ? authorization.handle(request, response)
        : answerApi(request, response, sandbox, authorization);
    answering.catch(() => response.destroy());
  });
  // First: the authorization server changes the path of its requests.
  if (options.log !== undefined) server.prependListener("request", requestLog(options.log));
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the sandbox has no port");
  const baseUrl = `http://127.0.0.1:${address.port}`;
  if (options.oauth !== undefined) {
    const { authorizationServer } = await import("./oauth/authorization-server.ts");
    authorization = authorizationServer(baseUrl, options.oauth);
  }
  return {
    sandbox,
    baseUrl,
    users,
    environment: environmentOf(baseUrl),
    oauth: {
      clientId: client.id,
      clientSecret: client.secret,
      redirectUri: options.oauth?.redirectUri ?? defaults.redirectUri,
    },
    unref: () => {
      server.unref();
      server.on("connection", (socket) => socket.unref());
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: Sandbox,
  authorization: AuthorizationServer | undefined,
): Promise<void> {
  const [scheme, token] = request.headers.authorization?.split(" ") ?? [];
  const bearer =
    scheme === "Bearer" && token !== undefined ? await authorization?.userOf(token) : undefined;
  const answer = sandbox.handle({
    method: request.method ?? "GET",
    path: request.url ?? "/",
    authorization: request.headers.authorization,
    bearer,
    body: await text(request),
  });
  const headers = { "content-type": "application/json; charset=utf-8", ...answer.headers };
  response.writeHead(answer.status, headers);
  response.end(answer.body);
}

const environmentOf = (baseUrl: string): ServedSandbox["environment"] => ({
  SOCIAL_ANALYTICS_BASE_URL: baseUrl,
  SOCIAL_ANALYTICS_TOKEN: users[0].token,
  SOCIAL_ANALYTICS_SECRET: users[0].secret,
});

/** Omits query strings, which contain codes. */
function requestLog(file: string): RequestListener {
  // Fails at the start if the file cannot be written.
  appendFileSync(file, "");
  return (request, response) => {
    const [path] = (request.url ?? "").split("?");
    const { method } = request;
    response.once("close", () => {
      const { statusCode: status } = response;
      const time = new Date().toISOString();
      appendFileSync(file, `${JSON.stringify({ time, method, path, status })}\n`);
    });
  };
}
