/** Uses the operator's catalogue, and reads it again when its file changes. */
import { statSync } from "node:fs";
import { setOwnCatalogue } from "../../catalog/own.ts";
import { errorCodeOf } from "../../base/errors/tool-error.ts";
import type { Log } from "../../base/log/log.ts";
import { UsageError } from "../terminal/flags.ts";
import { readOwnCatalogue } from "./read-own-catalogue.ts";

/** Milliseconds between two looks at the file. */
const interval = 5000;

/** Uses the file, and reads it again after each change. A later error is logged, and the last valid catalogue stays. @throws UsageError */
export function useOwnCatalogue(file: string, log: Log): void {
  let used = stateOf(file);
  setOwnCatalogue(readOwnCatalogue(file));
  const look = (): void => {
    const state = stateOf(file);
    if (state === used) return;
    used = state;
    try {
      setOwnCatalogue(readOwnCatalogue(file));
      log({ event: "catalogue read again", file });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      log({ event: "catalogue not usable", problem: error.message });
    }
  };
  setInterval(look, interval).unref();
}

/** Changes with the file. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return [ino, size, mtimeMs].join(" ");
  } catch (error) {
    return errorCodeOf(error) ?? "unknown";
  }
}
