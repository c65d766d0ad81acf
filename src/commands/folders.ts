/** The folders of this program. */
import { join, resolve } from "node:path";
import { readSetting, type Environment } from "../credentials/environment.ts";
import { home } from "../files/home.ts";
import { foldersOf } from "../platform/folders.ts";

const name = "social-analytics-mcp";

/** State that the processes of this machine share. @throws ToolError `invalid_input` without a home folder. */
export const stateFolder = (): string => foldersOf(process.platform, home(), name).state;

/** The folders of the state: locks of logins, requests of the hour, what answers have taught about the API. */
export const stateParts = ["locks", "quota", "learnt"] as const;

export const statePart = (part: (typeof stateParts)[number]): string => join(stateFolder(), part);

/** Cached answers; `SOCIAL_ANALYTICS_CACHE_DIR` overrides it. @throws as {@link stateFolder}. */
export function cacheFolder(environment: Environment): string {
  const chosen = readSetting(environment, "CACHE_DIR");
  return chosen === undefined ? foldersOf(process.platform, home(), name).cache : resolve(chosen);
}
