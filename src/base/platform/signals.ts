/** The signals that end a process. */

/** Windows sends Ctrl+C, Ctrl+Break and the end of the console; it ends a process without SIGTERM. */
export const endingSignals = (platform: NodeJS.Platform): readonly NodeJS.Signals[] =>
  platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Those that stop a server in order. */
export const stoppingSignals = (platform: NodeJS.Platform): readonly NodeJS.Signals[] =>
  endingSignals(platform).filter((signal) => signal !== "SIGHUP");
