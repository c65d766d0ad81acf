/**
 * MCP over Streamable HTTP, until a signal stops it. `src/http` gets a function that makes a caller's server, and
 * knows nothing of the API's credentials.
 */
import { hostname } from "node:os";
import { version } from "../../package.json";
import { isLoopback } from "../api/base-url.ts";
import { ToolError, tellUser } from "../errors/tool-error.ts";
import { httpLimits } from "../catalog/limits.ts";
import { logWith, noLog, type Log } from "../log/log.ts";
import { CallQueue } from "../async/call-queue.ts";
import { everybody } from "../http/authentication.ts";
import type { Caller, CallerServer } from "../http/caller.ts";
import type { HttpSettings } from "../http/routes.ts";
import { serveMetrics } from "../http/prometheus-endpoint.ts";
import { serveHttp } from "../http/serve.ts";
import type { SharedServices } from "../mcp/accounts.ts";
import { createServer, type ServerParts } from "../mcp/server.ts";
import { attachSkills, namesSkills } from "../mcp/skills.ts";
import { authenticationFlags, readAuthentication } from "../compose/callers.ts";
import { contextOf, logAnswer, loggedProblem, settingsText } from "../compose/http-log.ts";
import { defineCommand } from "../terminal/command.ts";
import { integer, kindOf, optional, repeatable, text, UsageError } from "../terminal/flags.ts";
import { withDefault, withVariables } from "../terminal/flags.ts";
import { warnOfState } from "../compose/folders.ts";
import { checkLabels, logOf, processServices, serverParts } from "../compose/services.ts";
import type { CallerServices } from "../compose/services.ts";
import { listening, portFlag, servingFlags } from "../terminal/shared-flags.ts";
import { readCalls, readServing, type ServeSettings } from "../terminal/shared-flags.ts";
import { auditIn } from "../compose/audit.ts";
import { filesInMemory } from "../compose/file-links.ts";
import { FileLinks } from "../exports/file-links.ts";
import { redisPrefix } from "../compose/sharing.ts";
import { stopOnSignal } from "../terminal/signals.ts";
import { openTelemetryOf } from "../compose/telemetry.ts";
import { print, serveWithoutStdout } from "../terminal/output.ts";

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

export const command = defineCommand({
  name: "http",
  summary: "serve MCP over Streamable HTTP at /mcp",
  examples: [
    "--sandbox --port 8080",
    "--auth tokens:callers.json",
    "--auth oauth --issuer https://id.example.com --audience https://mcp.example.com/mcp",
  ],
  flags: {
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
  },
  async run(input) {
    const { host, port, auth, audit } = input.values;
    const {
      "allowed-host": named,
      "allowed-origin": origins,
      "public-url": publicUrl,
    } = input.values;
    // The address in links is one by which clients may call.
    const hosts = [...named, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
    const { "metrics-port": metricsPort, "metrics-host": metricsHost } = input.values;
    const { listener, prometheus } = await openTelemetryOf("tcp", metricsPort !== undefined);
    const node = hostname();
    const log = logWith(logOf({ ...readCalls(input.values), listener }), { node });
    await warnOfState(log);
    const { redis: url, "redis-prefix": prefix } = input.values;
    const sharing =
      url === undefined
        ? undefined
        : await (await import("../compose/redis.ts")).shareByRedis({ url, prefix }, log);
    try {
      const settings = { ...readServing(input), listener, sharing: sharing?.connection };
      const shared = processServices(settings);
      let reachedAt = publicAddress(input.values);
      const store = sharing?.files ?? filesInMemory(shared.memory, Date.now);
      const links = new FileLinks(store, () => reachedAt, Date.now);
      const isPrivate = isLoopback(host);
      if (!isPrivate && auth === undefined)
        throw new UsageError(
          `--host ${host} lets other machines in: --auth tokens:FILE names the callers (social-analytics-mcp token add NAME --auth tokens:FILE), or --auth oauth lets an identity provider name them`,
        );
      const authentication = await readAuthentication(input.values, log);
      const callers = [everybody, ...((await authentication.callers?.()) ?? [])];
      await Promise.all(
        callers.map(async ({ id, name = id, accounts, labels = [] }) => {
          if (labels.length + settings.labels.length === 0) return;
          const services = { ...shared, labels };
          const parts = serverParts({ ...settings, ...loginsOf(accounts) }, services);
          await checkLabels(parts, labels.length === 0 ? "the server" : `the caller ${name}`);
        }),
      );
      const serving: HttpSettings = {
        gate: { hosts: isEvery(host) ? hosts : [...hosts, nameIn(host)], origins },
        openHealth: !isPrivate,
        authentication,
        linkAt: (path) => links.find(path),
        serverFor(caller) {
          const { labels = [] } = caller;
          // Its results are those of the pages that it saw.
          const owner = JSON.stringify([caller.id, settings.labels, labels]);
          const archiveOf: CallerServices["archiveOf"] =
            sharing && ((account) => sharing.archiveOf(owner, account));
          const saving = links.of(caller.id);
          const services = { ...shared, caller: caller.id, labels, archiveOf, saving };
          return serverFor(caller, settings, services, logWith(log, contextOf(caller)));
        },
        now: Date.now,
        hasSharedState: sharing?.isReachable,
        onerror: (error) => log({ event: "protocol", problem: loggedProblem(error) }),
        onanswered: (answered) => logAnswer(log, answered),
        ...(audit !== undefined && { isAudited: auditIn(audit).isWritten }),
        onaborted: () => log({ event: "request aborted" }),
      };
      serveWithoutStdout();
      if (prometheus !== undefined && metricsPort !== undefined) {
        const reach = { host: metricsHost, isPrivate: isLoopback(metricsHost) };
        const metrics = serveMetrics(prometheus.registry, metricsPort, reach);
        const taken = await listening(metrics, metricsHost, metricsPort, "metrics-port");
        print(`Metrics are served at http://${nameIn(metricsHost)}:${taken}/metrics.`);
      }
      const served = await listening(serveHttp(serving, host, port), host, port);
      const reached = isEvery(host) ? "127.0.0.1" : nameIn(host);
      if (reachedAt === "") reachedAt = `http://${reached}:${served.port}`;
      print(`MCP is served at http://${reached}:${served.port}/mcp. Stop it with Ctrl+C.`);
      if (!isPrivate) print(remoteAccessNote(hosts));
      log({
        event: "started",
        version,
        transport: "http",
        settings: settingsText(input),
        usesRedis: sharing !== undefined,
      });
      stopOnSignal(async () => {
        await served.close();
        log({ event: "stopped" });
      });
      authentication.prepare?.();
    } catch (error) {
      // Its connection would keep the process running.
      sharing?.close();
      throw error;
    }
  },
});

/** The address by which browsers reach the server; empty for that on which it listens. */
function publicAddress({
  "public-url": named,
  audience,
  "allowed-host": [host],
}: {
  readonly "public-url": string | undefined;
  readonly audience: string | undefined;
  readonly "allowed-host": readonly string[];
}): string {
  if (named !== undefined) return named;
  if (audience !== undefined) return baseOf(audience);
  return host === undefined ? "" : `https://${host}`;
}

function remoteAccessNote(hosts: readonly string[]): string {
  const access = hosts.length === 0 ? "only with --allowed-host NAME" : `as ${hosts.join(", ")}`;
  return `Other machines can call it ${access}. Tokens are sent unencrypted: use a proxy that terminates TLS.`;
}

function serverFor(
  caller: Caller,
  settings: ServeSettings,
  shared: CallerServices,
  log: Log,
): CallerServer {
  const calls = new CallQueue(httpLimits);
  const baseParts = { ...serverParts({ ...settings, ...loginsOf(caller.accounts) }, shared), log };
  const parts = { ...(caller === everybody ? baseParts : forStranger(baseParts)), calls };
  const serviceSets = [baseParts.services, ...(baseParts.accounts?.values() ?? [])];
  return {
    createServer(message, headers) {
      const server = createServer(parts, headers);
      return namesSkills(message) ? attachSkills(server, parts) : server;
    },
    stop: () => calls.stop(),
    dispose: () => {
      for (const { results } of serviceSets) results.dispose();
    },
  };
}

/** The logins that a caller is mapped to, or those of the server. */
const loginsOf = (accounts: readonly string[] = []): Partial<ServeSettings> =>
  accounts.length === 0 ? {} : { accounts, account: accounts[0] };

/** A caller can correct nothing about the server's logins, so the details only go to the log. */
function forStranger(parts: ServerParts): ServerParts {
  const { services, accounts, log = noLog } = parts;
  const withoutDetails = (serviceSet: SharedServices): SharedServices => ({
    ...serviceSet,
    connection: () =>
      serviceSet.connection().catch((error: unknown) => {
        if (!(error instanceof ToolError)) throw error;
        const { code, problem } = error;
        log({ event: "no login for a caller", code, problem });
        throw new ToolError(
          code,
          "this server has no login for you that works",
          tellUser`Ask the operator of the server to check the login that the token is for.`,
        );
      }),
  });
  const strangers =
    accounts &&
    new Map([...accounts].map(([name, serviceSet]) => [name, withoutDetails(serviceSet)]));
  return { ...parts, services: withoutDetails(services), accounts: strangers };
}

/** Wildcard addresses: all addresses of this machine. */
const isEvery = (host: string): boolean => ["0.0.0.0", "::"].includes(host);

/** The host as a URL writes it. */
const nameIn = (host: string): string => (host.includes(":") ? `[${host}]` : host);
