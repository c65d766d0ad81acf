/** The folders of this program. */
import { join, resolve } from "node:path";
import type { Environment } from "../credentials/credentials.ts";
import { home } from "../files/home.ts";
import { readSetting } from "../credentials/settings.ts";

const name = "social-analytics-mcp";

/**
 * State that the processes of this machine share. XDG variables are ignored: hosts do not pass them to servers, and a
 * server and a terminal must use the same folder.
 * @throws ToolError `invalid_input` without a home folder.
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

/** Cached answers; `SOCIAL_ANALYTICS_CACHE_DIR` overrides it. @throws as {@link stateFolder}. */
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
