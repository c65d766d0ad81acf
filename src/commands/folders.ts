/** The folders of this program. */
import { join, resolve } from "node:path";
import { readSetting, type Environment } from "../credentials/environment.ts";
import { home } from "../files/home.ts";

const name = "social-analytics-mcp";

const linux = { state: `.local/state/${name}`, cache: `.cache/${name}` };
const folders: Partial<Record<NodeJS.Platform, typeof linux>> = {
  darwin: { state: `Library/Application Support/${name}`, cache: `Library/Caches/${name}` },
  win32: { state: `AppData/Local/${name}`, cache: `AppData/Local/${name}/Cache` },
};
const { state, cache } = folders[process.platform] ?? linux;

/**
 * State that the processes of this machine share. XDG variables are ignored: hosts do not pass them to servers, and a
 * server and a terminal must use the same folder.
 * @throws ToolError `invalid_input` without a home folder.
 */
export const stateFolder = (): string => join(home(), state);

/** Cached answers; `SOCIAL_ANALYTICS_CACHE_DIR` overrides it. @throws as {@link stateFolder}. */
export function cacheFolder(environment: Environment): string {
  const chosen = readSetting(environment, "CACHE_DIR");
  return chosen === undefined ? join(home(), cache) : resolve(chosen);
}
