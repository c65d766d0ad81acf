/** The folders of this program. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readSetting, type Environment } from "../../suite/credentials/settings.ts";
import { home } from "../../base/files/home.ts";
import { folderProblem } from "../../base/files/own-file.ts";
import type { Log } from "../../base/log/log.ts";
import { foldersOf } from "../../base/platform/folders.ts";

const name = "social-analytics-mcp";

/** State that the processes of this machine share. @throws ToolError `invalid_input` without a home folder. */
export const stateFolder = (): string => foldersOf(process.platform, home(), name).state;

/** The folders of the state: locks of logins, requests of the hour, what answers have taught about the API, digests. */
export const stateParts = ["locks", "quota", "learnt", "digest"] as const;

export const statePart = (part: (typeof stateParts)[number]): string => join(stateFolder(), part);

/** The fault of a folder of this program, with the command that corrects it; undefined for a safe folder. */
export async function folderFault(path: string): Promise<string | undefined> {
  const problem = await folderProblem(path);
  const argument = path.includes(" ") ? `"${path}"` : path;
  return problem && `${problem}: run chmod 700 ${argument}, or remove it`;
}

export async function stateFaults(): Promise<string[]> {
  const folders = [stateFolder(), ...stateParts.map(statePart)].filter((folder) =>
    existsSync(folder),
  );
  return (await Promise.all(folders.map(folderFault))).filter((fault) => fault !== undefined);
}

/** Without a home folder there is no state. */
export async function warnOfState(log: Log): Promise<void> {
  const faults = await stateFaults().catch((): string[] => []);
  for (const problem of faults) log({ event: "state folder is not safe", problem });
}

/** Cached answers; `SOCIAL_ANALYTICS_CACHE_DIR` overrides it. @throws as {@link stateFolder}. */
export function cacheFolder(environment: Environment): string {
  const chosen = readSetting(environment, "CACHE_DIR");
  return chosen === undefined ? foldersOf(process.platform, home(), name).cache : resolve(chosen);
}
