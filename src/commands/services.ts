/** Puts the server and its services together from the options; nothing is opened before it is needed. */
import type { SharedServices } from "../mcp/call.ts";
import type { Connection } from "../connection/connection.ts";
import { version } from "../../package.json";
import { prompts } from "../../prompts/index.ts";
import { tools } from "../../tools/index.ts";
import { systemClock } from "../time/clock.ts";
import type { ServerParts } from "../mcp/server.ts";
import { ResultStore } from "../replies/result-store.ts";
import { logTo, type Log } from "../log/log.ts";
import { complain } from "./terminal.ts";
import type { Options } from "./options.ts";

/** Stderr is for those who run the server. */
export const logOf = ({ logLevel }: Options): Log => logTo(complain, logLevel, Date.now);

export const serverParts = (options: Options, storedResultBytes?: number): ServerParts => ({
  version,
  tools,
  prompts,
  toolsets: options.toolsets,
  structured: options.structured,
  log: logOf(options),
  deadline: { clock: systemClock, seconds: options.deadlineSeconds },
  services: composeServices(options, storedResultBytes),
});

export function composeServices(options: Options, storedResultBytes?: number): SharedServices {
  let connection: Promise<Connection> | undefined;
  const open = async (): Promise<Connection> => {
    const { openConnection } = await import("./connection.ts");
    return openConnection(options);
  };
  return {
    settings: {
      maxAnswerTokens: options.maxAnswerTokens,
      maxRequests: options.maxRequests,
      settledAfterDays: options.settledAfterDays,
    },
    results: new ResultStore(storedResultBytes),
    now: Date.now,
    async connection() {
      const known = connection;
      const opened = await known?.catch(() => undefined);
      // Of two calls that notice it, the second finds the new one.
      if (opened?.authorization.isReplaced() === true && connection === known)
        connection = undefined;
      connection ??= open();
      // What failed to open is tried again by the next call.
      connection.catch(() => (connection = undefined));
      return connection;
    },
  };
}
