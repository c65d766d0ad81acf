/**
 * MCP over Streamable HTTP, until a signal stops it. `src/server/http` gets a function that makes a caller's server, and
 * knows nothing of the API's credentials.
 */
import { hostname } from "node:os";
import { version } from "../../../package.json";
import { isLoopback } from "../../suite/api/base-url.ts";
import { logWith, type Log } from "../../base/log/log.ts";
import type { HttpSettings } from "../../server/http/routes.ts";
import { serveMetrics } from "../../server/http/prometheus-endpoint.ts";
import { serveHttp } from "../../server/http/serve.ts";
import { authenticationFlags, readAuthentication } from "../compose/callers.ts";
import { logAnswer, loggedProblem, settingsText } from "../compose/http-log.ts";
import { defineCommand } from "../terminal/command.ts";
import { integer, kindOf, optional, repeatable, text, UsageError } from "../terminal/flags.ts";
import { withDefault, withVariables, type Values } from "../terminal/flags.ts";
import { warnOfState } from "../compose/folders.ts";
import { logOf, processServices } from "../compose/services.ts";
import type { CallerServices } from "../compose/services.ts";
import { listening, portFlag, servingFlags } from "../terminal/shared-flags.ts";
import { readCalls, readServing, type ServeSettings } from "../terminal/shared-flags.ts";
import { auditIn } from "../compose/audit.ts";
import { filesInMemory } from "../compose/file-links.ts";
import { FileLinks } from "../../answers/exports/file-links.ts";
import type { NodeSharing } from "../compose/redis.ts";
import { redisPrefix } from "../compose/sharing.ts";
import type { Prometheus } from "../../server/telemetry/prometheus.ts";
import { stopOnSignal } from "../terminal/signals.ts";
import { openTelemetryOf } from "../compose/telemetry.ts";
import { print, serveWithoutStdout } from "../terminal/output.ts";
import { checkCallers, serverFor } from "./http-callers.ts";

const hostName = kindOf("NAME", "a name without port, such as mcp.example.com", (name) => {
  const host = name.toLowerCase();
  const url = `http://${host}`;
  const isName = !host.includes("*") && URL.canParse(url) && new URL(url).hostname === host;
  return isName ? host : undefined;
});

const origin = kindOf("URL", "an origin such as https://app.example.com", (url) => {
  const isExtension = /^[a-z-]+-extension:\/\/[\w-]+$/.test(url);
  const isOrigin = URL.canParse(url) && new URL(url).origin === url;
  return isExtension || isOrigin ? url : undefined;
});

const address = kindOf("URL", "an address such as https://mcp.example.com", (url) => {
  if (!URL.canParse(url) || /[\s"<>?#\\]/.test(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  const isAddress = ["http:", "https:"].includes(protocol) && `${username}${password}` === "";
  return isAddress ? baseOf(href) : undefined;
});

/** The address of the server without the path of MCP. */
const baseOf = (href: string): string => href.replace(/\/+(?:mcp\/*)?$/, "");

const linkFlags = withVariables({
  "public-url": optional(address, "address of the server in links to files"),
});

const redisFlags = withVariables({
  redis: optional(text("URL"), "share quota and cache with other nodes in this Redis or Valkey"),
  "redis-prefix": withDefault(text("TEXT"), redisPrefix, "begins each key in Redis"),
});

const flags = {
  host: withDefault(text("HOST"), "127.0.0.1", "address to listen on"),
  port: portFlag(3000),
  ...authenticationFlags,
  "allowed-host": repeatable(hostName, "name by which other machines may call the server"),
  ...linkFlags,
  "allowed-origin": repeatable(origin, "origin of web pages that may call the server"),
  "metrics-port": optional(integer("PORT"), "serve metrics as Prometheus text on this port"),
  "metrics-host": withDefault(text("HOST"), "127.0.0.1", "address of the metrics"),
  ...redisFlags,
  ...servingFlags,
};

type Flags = Values<typeof flags>;

/** The log of this process, and what it shares with other nodes. */
interface Node {
  readonly log: Log;
  readonly sharing: NodeSharing | undefined;
}

export const command = defineCommand({
  name: "http",
  summary: "serve MCP over Streamable HTTP at /mcp",
  examples: [
    "--sandbox --port 8080",
    "--auth tokens:callers.json",
    "--auth oauth --issuer https://id.example.com --audience https://mcp.example.com/mcp",
  ],
  flags,
  async run(input) {
    const { values } = input;
    const { host, port, "metrics-port": metricsPort } = values;
    const { listener, prometheus } = await openTelemetryOf("tcp", metricsPort !== undefined);
    const log = logWith(logOf({ ...readCalls(values), listener }), { node: hostname() });
    await warnOfState(log);
    const sharing = await sharingOf(values, log);
    try {
      const settings = { ...readServing(input), listener, sharing: sharing?.connection };
      let reachedAt = publicAddress(values);
      const serving = await httpSettings(values, settings, { log, sharing }, () => reachedAt);
      serveWithoutStdout();
      if (prometheus !== undefined) await printMetrics(prometheus, values);
      const served = await listening(serveHttp(serving, host, port), host, port);
      const reached = isEvery(host) ? "127.0.0.1" : nameIn(host);
      if (reachedAt === "") reachedAt = `http://${reached}:${served.port}`;
      print(`MCP is served at http://${reached}:${served.port}/mcp. Stop it with Ctrl+C.`);
      if (!isLoopback(host)) print(remoteAccessNote(hostsOf(values)));
      const usesRedis = sharing !== undefined;
      log({
        event: "started",
        version,
        transport: "http",
        settings: settingsText(input),
        usesRedis,
      });
      stopOnSignal(async () => {
        await served.close();
        log({ event: "stopped" });
      });
      serving.authentication.prepare?.();
    } catch (error) {
      // Its connection would keep the process running.
      sharing?.close();
      throw error;
    }
  },
});

async function sharingOf(
  { redis: url, "redis-prefix": prefix }: Flags,
  log: Log,
): Promise<NodeSharing | undefined> {
  if (url === undefined) return undefined;
  return (await import("../compose/redis.ts")).shareByRedis({ url, prefix }, log);
}

/** @param reachedAt returns the address in links. @throws UsageError for callers who cannot be served. */
async function httpSettings(
  values: Flags,
  settings: ServeSettings,
  { log, sharing }: Node,
  reachedAt: () => string,
): Promise<HttpSettings> {
  const { host, auth, audit, "allowed-origin": origins } = values;
  const shared = processServices(settings);
  const store = sharing?.files ?? filesInMemory(shared.memory, Date.now);
  const links = new FileLinks(store, reachedAt, Date.now);
  const isPrivate = isLoopback(host);
  if (!isPrivate && auth === undefined)
    throw new UsageError(
      `--host ${host} lets other machines in: --auth tokens:FILE names the callers (social-analytics-mcp token add NAME --auth tokens:FILE), or --auth oauth lets an identity provider name them`,
    );
  const authentication = await readAuthentication(values, log);
  await checkCallers(authentication, settings, shared);
  const hosts = hostsOf(values);
  return {
    gate: { hosts: isEvery(host) ? hosts : [...hosts, nameIn(host)], origins },
    openHealth: !isPrivate,
    authentication,
    linkAt: (path) => links.find(path),
    serverFor(caller) {
      // Its results are those of the pages that it saw.
      const owner = JSON.stringify([caller.id, settings.labels, caller.labels ?? []]);
      const archiveOf: CallerServices["archiveOf"] =
        sharing && ((account) => sharing.archiveOf(owner, account));
      const services = { ...shared, archiveOf, saving: links.of(caller.id) };
      return serverFor(caller, settings, services, log);
    },
    now: Date.now,
    hasSharedState: sharing?.isReachable,
    onerror: (error) => log({ event: "protocol", problem: loggedProblem(error) }),
    onanswered: (answered) => logAnswer(log, answered),
    ...(audit !== undefined && { isAudited: auditIn(audit).isWritten }),
    onaborted: () => log({ event: "request aborted" }),
  };
}

/** The names by which other machines may call. The address in links is one of them. */
const hostsOf = ({ "allowed-host": named, "public-url": publicUrl }: Flags): readonly string[] => [
  ...named,
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
];

async function printMetrics({ registry }: Prometheus, values: Flags): Promise<void> {
  const { "metrics-port": port, "metrics-host": host } = values;
  if (port === undefined) return;
  const metrics = serveMetrics(registry, port, { host, isPrivate: isLoopback(host) });
  const taken = await listening(metrics, host, port, "metrics-port");
  print(`Metrics are served at http://${nameIn(host)}:${taken}/metrics.`);
}

/** The address by which browsers reach the server; empty for that on which it listens. */
function publicAddress({ "public-url": named, audience, "allowed-host": [host] }: Flags): string {
  if (named !== undefined) return named;
  if (audience !== undefined) return baseOf(audience);
  return host === undefined ? "" : `https://${host}`;
}

function remoteAccessNote(hosts: readonly string[]): string {
  const access = hosts.length === 0 ? "only with --allowed-host NAME" : `as ${hosts.join(", ")}`;
  return `Other machines can call it ${access}. Tokens are sent unencrypted: use a proxy that terminates TLS.`;
}

/** Wildcard addresses: all addresses of this machine. */
const isEvery = (host: string): boolean => ["0.0.0.0", "::"].includes(host);

/** The host as a URL writes it. */
const nameIn = (host: string): string => (host.includes(":") ? `[${host}]` : host);
