/** MCP over Streamable HTTP, until a signal stops it. */
import { isLoopback } from "../api/base-url.ts";
import { ToolError } from "../errors/tool-error.ts";
import { httpLimits } from "../catalog/limits.ts";
import { BearerTokens } from "../credentials/bearer-tokens.ts";
import { noLog } from "../log/log.ts";
import { CallQueue } from "../async/call-queue.ts";
import type { Caller, CallerServer } from "../http/caller.ts";
import type { HttpSettings } from "../http/routes.ts";
import { serveHttp } from "../http/serve.ts";
import type { SharedServices } from "../mcp/call.ts";
import { createServer, type ServerParts } from "../mcp/server.ts";
import { defineCommand } from "./command.ts";
import { kindOf, repeatable, text, UsageError, withDefault } from "./flags.ts";
import { logOf, processServices, serverParts, type ProcessServices } from "./services.ts";
import { authFlag, portError, portFlag, readServing, serveFlags } from "./shared-flags.ts";
import type { ServeSettings } from "./shared-flags.ts";
import { stopOnSignal } from "./signals.ts";
import { print } from "./terminal.ts";

const hostName = kindOf("NAME", "a name without port, such as mcp.example.com", (given) => {
  const host = given.toLowerCase();
  const url = `http://${host}`;
  const isName = !host.includes("*") && URL.canParse(url) && new URL(url).hostname === host;
  return isName ? host : undefined;
});

const origin = kindOf("URL", "an origin such as https://app.example.com", (given) => {
  const isExtension = /^[a-z-]+-extension:\/\/[\w-]+$/.test(given);
  const isOrigin = URL.canParse(given) && new URL(given).origin === given;
  return isExtension || isOrigin ? given : undefined;
});

export const command = defineCommand({
  name: "http",
  summary: "serve MCP over Streamable HTTP at /mcp",
  examples: ["--sandbox --port 8080", "--auth tokens:callers.json"],
  flags: {
    host: withDefault(text("HOST"), "127.0.0.1", "address to listen on"),
    port: portFlag(3000),
    ...authFlag,
    "allowed-host": repeatable(hostName, "name by which other machines may call the server"),
    "allowed-origin": repeatable(origin, "origin of web pages that may call the server"),
    ...serveFlags,
  },
  async run(input) {
    const { host, port, auth: tokensFile } = input.values;
    const { "allowed-host": hosts, "allowed-origin": origins } = input.values;
    const settings = readServing(input);
    const log = logOf(settings);
    const shared = processServices(settings);
    const isPrivate = isLoopback(host);
    if (!isPrivate && tokensFile === undefined) {
      throw new UsageError(
        `--host ${host} lets other machines in: --auth tokens:FILE names the callers (social-analytics-mcp token add NAME --auth tokens:FILE)`,
      );
    }
    const tokens = tokensFile === undefined ? undefined : await tokensIn(tokensFile);
    const serving: HttpSettings = {
      gate: { hosts: isEvery(host) ? hosts : [...hosts, nameIn(host)], origins },
      openHealth: !isPrivate,
      callerOf: tokens === undefined ? async () => everybody : callersBy(tokens),
      isAllowed: async ({ id }) => tokens === undefined || (await tokens.byHash(id)) !== undefined,
      serverFor: (caller) => serverFor(caller, settings, shared),
      now: Date.now,
      onerror: ({ message }) => log("error", "protocol", { problem: message }),
      onaborted: () => log("debug", "request aborted"),
    };
    const served = await serveHttp(serving, host, port).catch((cause: unknown) => {
      throw portError(cause, host, port);
    });
    const reached = isEvery(host) ? "127.0.0.1" : nameIn(host);
    print(`MCP is served at http://${reached}:${served.port}/mcp. Stop it with Ctrl+C.`);
    if (!isPrivate) print(remoteAccessNote(hosts));
    stopOnSignal(() => served.close());
  },
});

function remoteAccessNote(hosts: readonly string[]): string {
  const access = hosts.length === 0 ? "only with --allowed-host NAME" : `as ${hosts.join(", ")}`;
  return `Other machines can call it ${access}. Tokens are sent unencrypted: use a proxy that terminates TLS.`;
}

/** Without tokens, everybody on this machine is one caller. */
const everybody: Caller = { id: "everybody" };

/** @throws UsageError where the file holds no token: nobody could call. */
async function tokensIn(file: string): Promise<BearerTokens> {
  const tokens = new BearerTokens(file);
  if ((await tokens.list()).length > 0) return tokens;
  throw new UsageError(
    `${file} holds no token: make one by social-analytics-mcp token add NAME --auth tokens:${file}`,
  );
}

const callersBy =
  (tokens: BearerTokens): HttpSettings["callerOf"] =>
  async (authorization = "") => {
    const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization) ?? [];
    const bearer = token === undefined ? undefined : await tokens.find(token);
    return bearer === undefined ? undefined : { id: bearer.hash, account: bearer.account };
  };

function serverFor(caller: Caller, settings: ServeSettings, shared: ProcessServices): CallerServer {
  const calls = new CallQueue(httpLimits);
  const account = caller.account ?? settings.account;
  const own = serverParts({ ...settings, account }, shared);
  const connection = caller === everybody ? own.services.connection : forStranger(own);
  const parts = { ...own, services: { ...own.services, connection }, calls };
  return {
    createServer: (called) => createServer(parts, called),
    stop: () => calls.stop(),
    dispose: () => own.services.results.dispose(),
  };
}

/** A caller can correct nothing about the server's logins, so the details only go to the log. */
const forStranger =
  ({ services, log = noLog }: ServerParts): SharedServices["connection"] =>
  () =>
    services.connection().catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
      const { code, problem } = error;
      log("error", "no login for a caller", { code, problem });
      throw new ToolError(
        code,
        "this server has no login for you that works",
        "Tell the user: ask who runs the server to check the login that the token is for.",
      );
    });

/** Addresses that stand for all addresses of this machine. */
const isEvery = (host: string): boolean => ["0.0.0.0", "::"].includes(host);

/** The host as a URL writes it. */
const nameIn = (host: string): string => (host.includes(":") ? `[${host}]` : host);
