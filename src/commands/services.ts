/** Composes the server and its services from the settings; a connection is opened with the first call. */
import type { Connection } from "../connection/connection.ts";
import { version } from "../../package.json";
import { prompts } from "../../prompts/index.ts";
import { tools } from "../../tools/index.ts";
import { systemClock } from "../time/clock.ts";
import type { SharedServices } from "../mcp/call.ts";
import type { ServerParts } from "../mcp/server.ts";
import { ResultStore } from "../replies/result-store.ts";
import { logTo, type Log } from "../log/log.ts";
import { complain } from "./terminal.ts";
import type { CallSettings, ConnectionSettings, ServeSettings } from "./shared-flags.ts";

/** The log goes to stderr, for the people who run the server. */
export const logOf = ({ logLevel }: Pick<CallSettings, "logLevel">): Log =>
  logTo(complain, logLevel, Date.now);

export const serverParts = (settings: ServeSettings, maxResultBytes?: number): ServerParts => ({
  version,
  tools,
  prompts,
  toolsets: settings.toolsets,
  structured: settings.structured,
  log: logOf(settings),
  deadline: { clock: systemClock, seconds: settings.deadlineSeconds },
  services: composeServices(settings, maxResultBytes),
});

export function composeServices(
  settings: ConnectionSettings & Pick<CallSettings, "settings" | "logLevel">,
  maxResultBytes?: number,
): SharedServices {
  let connection: Promise<Connection> | undefined;
  const log = logOf(settings);
  const open = async (): Promise<Connection> =>
    (await import("./connection.ts")).openConnection(settings, log);
  return {
    settings: settings.settings,
    results: new ResultStore(maxResultBytes),
    now: Date.now,
    async connection() {
      const previous = connection;
      const opened = await previous?.catch(() => undefined);
      // Another call may have opened a new connection in the meantime.
      if (opened?.authorization.isReplaced() === true && connection === previous)
        connection = undefined;
      connection ??= open();
      // The next call retries after a failure.
      connection.catch(() => (connection = undefined));
      return connection;
    },
  };
}
