/** Deletes the files of this program, except logins: cached answers, learned limits, the record of the quota, what digest has printed, locks. */
import { existsSync } from "node:fs";
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { inputError, tellUser } from "../../base/errors/tool-error.ts";
import { segmentName } from "../../base/files/segments.ts";
import { plural } from "../../base/text/words.ts";
import { defineCommand } from "../terminal/command.ts";
import { storeOf } from "../compose/credentials.ts";
import { cacheFolder, stateFolder, statePart, stateParts } from "../compose/folders.ts";
import { jsonFlag } from "../terminal/shared-flags.ts";
import { programName } from "../terminal/output.ts";

export const command = defineCommand({
  name: "clean",
  summary:
    "delete cached answers, the record of the quota and of what digest has printed; logins stay",
  examples: [""],
  flags: jsonFlag,
  async run({ environment }) {
    const [cache, state] = [cacheFolder(environment), stateFolder()];
    for (const folder of [cache, state]) await checkFolder(folder);
    const files = await deleteSegments(cache);
    const parts = existsSync(state) ? stateParts : [];
    for (const part of parts) await rm(statePart(part), { recursive: true, force: true });
    // The user may have chosen a folder that holds other files, which stay.
    const remainingFolders = [...(await removeIfEmpty(cache)), ...(await removeIfEmpty(state))];
    const store = await storeOf(environment).catch(() => undefined);
    await store?.tidy?.();
    const text = [
      `Deleted: ${plural(files, "file")} of cached answers in ${cache}, and the state in ${state}.`,
      ...remainingFolders.map((folder) => `${folder} contains other files and stays.`),
      `Logins stay: "${programName()} logout --all" deletes them. Running servers record their requests of this hour again. What check-api had found is deleted too, and what digest has printed: it prints everything again.`,
    ].join("\n");
    // oxlint-disable-next-line id-denylist -- a name of the output
    return { text, json: { cache, state, files, kept: remainingFolders } };
  },
});

async function deleteSegments(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => []);
  const segments = names.filter((name) => segmentName.test(name));
  for (const name of segments) await rm(join(folder, name), { force: true });
  return segments.length;
}

/** Returns the path of a folder that is not empty, and therefore stays. */
const removeIfEmpty = (folder: string): Promise<string[]> =>
  rmdir(folder).then(
    () => [],
    () => (existsSync(folder) ? [folder] : []),
  );

/** @throws ToolError for a link, which leads to files that clean must not delete, or for a file. */
async function checkFolder(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return;
  const kind = stats.isSymbolicLink() ? "a symbolic link" : "a file";
  throw inputError(`${path} is ${kind}, not a folder`, tellUser`Remove it, then run clean again.`);
}
