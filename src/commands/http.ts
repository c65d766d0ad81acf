/** MCP over Streamable HTTP, until it is told to stop. */
import type { SharedServices } from "../mcp/call.ts";
import { isLoopback } from "../api/base-url.ts";
import { Secret } from "../secrets/secret.ts";
import { ToolError } from "../errors/tool-error.ts";
import { httpLimits, ourLimits } from "../catalog/limits.ts";
import { BearerTokens } from "../credentials/bearer-tokens.ts";
import { noLog } from "../log/log.ts";
import { Calls } from "../async/call-queue.ts";
import type { Caller, CallerServer } from "../http/caller.ts";
import type { HttpSettings } from "../http/routes.ts";
import { serveHttp, type ServedHttp } from "../http/serve.ts";
import { createServer, type ServerParts } from "../mcp/server.ts";
import { UsageError } from "./flags.ts";
import type { Options } from "./options.ts";
import { logOf, serverParts } from "./services.ts";
import { stopOnSignal } from "./signals.ts";
import { print } from "./terminal.ts";

export async function http(options: Options): Promise<void> {
  const { host, tokensFile, gate } = options.http;
  const { port = 3000 } = options;
  const log = logOf(options);
  const isPrivate = isLoopback(host);
  if (!isPrivate && tokensFile === undefined) {
    throw new UsageError(
      `--host ${host} lets other machines in: --auth tokens:FILE says who may come (social-analytics-mcp token add NAME --auth tokens:FILE)`,
    );
  }
  const tokens = tokensFile === undefined ? undefined : await tokensIn(tokensFile);
  const served = await listening(host, port, {
    gate: { ...gate, hosts: [...gate.hosts, ...(isEvery(host) ? [] : [nameIn(host)])] },
    openHealth: !isPrivate,
    callerOf: tokens === undefined ? async () => everybody : callersBy(tokens),
    isAllowed: async ({ id }) => tokens === undefined || (await tokens.byHash(id)) !== undefined,
    serverFor: (caller) => serverFor(caller, options),
    now: Date.now,
    onerror: ({ message }) => log("error", "protocol", { problem: message }),
  });
  const reached = isEvery(host) ? "127.0.0.1" : nameIn(host);
  print(`MCP is served at http://${reached}:${served.port}/mcp. Stop it with Ctrl+C.`);
  if (!isPrivate) print(beyond(gate.hosts));
  stopOnSignal(() => served.close());
}

const beyond = (hosts: readonly string[]): string =>
  [
    hosts.length === 0
      ? "Others are refused until --allowed-host says by which name they call it."
      : `It may be called ${hosts.join(", ")}.`,
    "Tokens travel as they are: put a proxy that ends TLS before it.",
  ].join(" ");

/** Without tokens all who come from this machine are one. */
const everybody: Caller = { id: "everybody" };

/** @throws UsageError where nobody could come in. */
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
    const bearer = token === undefined ? undefined : await tokens.find(new Secret(token));
    return bearer === undefined ? undefined : { id: bearer.hash, account: bearer.account };
  };

function serverFor(caller: Caller, options: Options): CallerServer {
  const calls = new Calls(httpLimits);
  const account = caller.account ?? options.account;
  const most = caller === everybody ? ourLimits.storedResultBytes : httpLimits.storedResultBytes;
  const own = serverParts({ ...options, account }, most);
  const services =
    caller === everybody ? own.services : { ...own.services, connection: forStranger(own) };
  const parts = { ...own, services, calls };
  return { createServer: (called) => createServer(parts, called), stop: () => calls.stop() };
}

/** What is wrong with the server's logins is for who runs it: a caller can mend none of it. */
const forStranger =
  ({ services, log = noLog }: ServerParts): SharedServices["connection"] =>
  async () => {
    try {
      return await services.connection();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      log("error", "no login for a caller", { code: error.code, problem: error.problem });
      throw new ToolError(
        error.code,
        "this server has no login for you that works",
        "Tell the user: ask who runs the server to check the login that the token is for.",
      );
    }
  };

async function listening(host: string, port: number, serving: HttpSettings): Promise<ServedHttp> {
  try {
    return await serveHttp(serving, host, port);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const isTaken = code === "EADDRINUSE";
    throw new UsageError(
      isTaken
        ? `port ${port} is taken: name another with --port (0 takes any free one)`
        : `${host} port ${port} cannot be listened on (${code})`,
      { cause },
    );
  }
}

/** Every address of this machine, which is no name. */
const isEvery = (host: string): boolean => ["0.0.0.0", "::"].includes(host);

/** As it stands in a URL. */
const nameIn = (host: string): string => (host.includes(":") ? `[${host}]` : host);
