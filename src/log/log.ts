/** A structured log for operators: one line of JSON per event. */
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/sanitize.ts";

/** Log levels, from the least to the most detailed. Each level includes the levels before it. */
export const levels = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof levels)[number];

type Fields = Readonly<Record<string, string | number | boolean>>;
export type Log = (level: Level, event: string, fields?: Fields) => void;

export const noLog: Log = () => {};

/** @param write receives each line without its line break. @param most is the most detailed level written. */
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

/** Adds the id of the call to each line. */
export function logOfCall(log: Log): Log {
  if (log === noLog) return log;
  const call = crypto.randomUUID().slice(0, 8);
  return (level, event, fields) => log(level, event, { call, ...fields });
}
