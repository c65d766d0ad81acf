/** The file in which a digest remembers what it has found: one for each file of rules and login. */
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  emptyState,
  printed,
  stateShape,
  type DigestState,
  type News,
} from "../../writing/digest/state.ts";
import { errorCodeOf, tellUser, ToolError } from "../../base/errors/tool-error.ts";
import { removeLeftovers, writeAtomically } from "../../base/files/atomic-write.ts";
import { withLock } from "../../base/files/lock.ts";
import { readPrivateFile, type FileError } from "../../base/files/private-file.ts";
import { parseJson } from "../../base/text/json.ts";
import { complain } from "../terminal/output.ts";
import { statePart } from "./folders.ts";

/** @param identity of the login. @param labels that limit the pages: other pages are news of other runs. */
export async function stateFileOf(
  rules: string,
  identity: string,
  labels: readonly string[],
): Promise<string> {
  const path = await realpath(rules).catch(() => resolve(rules));
  const name = createHash("sha256")
    .update(JSON.stringify([path, identity, ...labels]))
    .digest("hex");
  return join(statePart("digest"), `${name.slice(0, 32)}.json`);
}

/** Far more than all findings of many rules take. */
const mostBytes = 64 * 1024 * 1024;

/** Empty for a file that is gone, or that another version has written. @throws ToolError `store_unreachable` */
export async function readState(file: string): Promise<DigestState> {
  const text = await readPrivateFile(file, errorOf(file), mostBytes);
  if (text === undefined) return emptyState;
  const { data } = stateShape.safeParse(parseJson(text));
  if (data === undefined) complain(`${file} is damaged: what holds now is printed again.`);
  return data ?? emptyState;
}

/**
 * Changes the state, and prints its pending news. The state is stored before they are printed and again afterwards, so
 * that a run which ends in between leaves them to the next one. Runs at the same time follow one another.
 * @returns the news. @throws ToolError `store_unreachable`
 */
export const report = (
  file: string,
  change: (state: DigestState) => DigestState,
  print: (news: readonly News[]) => Promise<void>,
): Promise<readonly News[]> =>
  withLock(file, async (ensureHeld) => {
    await removeLeftovers(file);
    const store = async (state: DigestState): Promise<void> => {
      await ensureHeld();
      await writeAtomically(file, JSON.stringify(state), { isDurable: true }).catch(
        (cause: unknown) => {
          const problem = `cannot be written (${errorCodeOf(cause) ?? "failed"})`;
          throw errorOf(file)(
            problem,
            tellUser`Make its folder writable, or free space on its disk.`,
          );
        },
      );
    };
    const state = change(await readState(file));
    await store(state);
    await print(state.pending);
    await store(printed(state));
    return state.pending;
  });

const errorOf =
  (file: string): FileError =>
  (problem, next) =>
    new ToolError("store_unreachable", `the state of the digest (${file}) ${problem}`, next);
