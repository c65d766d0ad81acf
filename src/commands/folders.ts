/** The folders of this program. */
import { resolve } from "node:path";
import { readSetting, type Environment } from "../credentials/environment.ts";
import { home } from "../files/home.ts";
import { foldersOf } from "../platform/folders.ts";

const name = "social-analytics-mcp";

/** State that the processes of this machine share. @throws ToolError `invalid_input` without a home folder. */
export const stateFolder = (): string => foldersOf(process.platform, home(), name).state;

/** Cached answers; `SOCIAL_ANALYTICS_CACHE_DIR` overrides it. @throws as {@link stateFolder}. */
export function cacheFolder(environment: Environment): string {
  const chosen = readSetting(environment, "CACHE_DIR");
  return chosen === undefined ? foldersOf(process.platform, home(), name).cache : resolve(chosen);
}
