/** Where files of ours stand. */
import { join, resolve } from "node:path";
import type { Environment } from "../credentials/credentials.ts";
import { home } from "../files/home.ts";
import { readSetting } from "../credentials/settings.ts";

const name = "social-analytics-mcp";

/**
 * For what processes share. Hosts pass HOME to the servers that they start, but no XDG variables: those are not
 * looked at, so that a server and a terminal name the same folder.
 * @throws ToolError `invalid_input` where there is no home folder.
 */
export function stateFolder(): string {
  switch (process.platform) {
    case "darwin":
      return join(home(), "Library", "Application Support", name);
    case "win32":
      return join(home(), "AppData", "Local", name);
    default:
      return join(home(), ".local", "state", name);
  }
}

/** For answers that are kept; `SOCIAL_ANALYTICS_CACHE_DIR` names another. @throws as {@link stateFolder}. */
export function cacheFolder(environment: Environment): string {
  const chosen = readSetting(environment, "CACHE_DIR");
  if (chosen !== undefined) return resolve(chosen);
  switch (process.platform) {
    case "darwin":
      return join(home(), "Library", "Caches", name);
    case "win32":
      return join(home(), "AppData", "Local", name, "Cache");
    default:
      return join(home(), ".cache", name);
  }
}
