/** Deletes the files of this program, except logins: cached answers, learned limits, the record of the quota, locks. */
import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../credentials/environment.ts";
import { segmentName } from "../files/segments.ts";
import { plural } from "../text/words.ts";
import { defineCommand } from "./command.ts";
import { cacheFolder, stateFolder, statePart, stateParts } from "./folders.ts";
import type { Report } from "./report.ts";
import { jsonFlag } from "./shared-flags.ts";
import { programName } from "./terminal.ts";

export const command = defineCommand({
  name: "clean",
  summary: "delete cached answers and the record of the quota; logins stay",
  examples: [""],
  flags: jsonFlag,
  run: ({ environment }) => clean(environment),
});

async function clean(environment: Environment): Promise<Report> {
  const cache = cacheFolder(environment);
  const state = stateFolder();
  const files = await deleteSegments(cache);
  for (const part of stateParts) await rm(statePart(part), { recursive: true, force: true });
  // The user may have chosen a folder that holds other files, which stay.
  const kept = [...(await removeIfEmpty(cache)), ...(await removeIfEmpty(state))];
  const text = [
    `Deleted: ${plural(files, "file")} of cached answers in ${cache}, and the state in ${state}.`,
    ...kept.map((folder) => `${folder} contains other files and stays.`),
    `Logins stay: "${programName()} logout --all" deletes them. Running servers record their requests of this hour again.`,
  ].join("\n");
  return { text, json: { cache, state, files, kept } };
}

async function deleteSegments(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => []);
  const segments = names.filter((name) => segmentName.test(name));
  for (const name of segments) await rm(join(folder, name), { force: true });
  return segments.length;
}

/** Returns the path of a folder that is not empty, and therefore stays. */
async function removeIfEmpty(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return [];
  if (names.length > 0) return [folder];
  await rmdir(folder);
  return [];
}
