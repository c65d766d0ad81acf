/** What happens, a line of JSON each, for those who run the server. */
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";

/** Each says what the ones before it say, and more. */
export const levels = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof levels)[number];

type Fields = Readonly<Record<string, string | number | boolean>>;
export type Log = (level: Level, event: string, fields?: Fields) => void;

export const noLog: Log = () => {};

/** @param write gets a line without its end. */
export function logTo(write: (line: string) => void, most: Level, now: () => number): Log {
  return (level, event, fields = {}) => {
    if (levels.indexOf(level) > levels.indexOf(most)) return;
    const inert = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? plainText(value, ourLimits.textLength) : value,
    ]);
    const time = new Date(now()).toISOString();
    write(JSON.stringify({ time, level, event, ...Object.fromEntries(inert) }));
  };
}

/** Names on each line the call that it belongs to. */
export function logOfCall(log: Log): Log {
  const call = crypto.randomUUID().slice(0, 8);
  return (level, event, fields) => log(level, event, { call, ...fields });
}
