/** Replaces a file in one step: a reader finds the whole old content or the whole new one. */
import { readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { replaceFile } from "../platform/replace-file.ts";

/** Removes what a process that was killed has left of a file. Nobody may write the file at the same time. */
export async function removeLeftovers(file: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const names = await readdir(dirname(target)).catch((): string[] => []);
  const leftovers = names.filter(
    (name) =>
      name.startsWith(`${basename(target)}.`) &&
      /^\.[\da-f-]{36}\.tmp$/.test(name.slice(basename(target).length)),
  );
  for (const name of leftovers) await rm(join(dirname(target), name), { force: true });
}

interface WriteOptions {
  /** Waits until the content is on the disk. */
  readonly isDurable?: boolean;
  /** Replaces the target of a symbolic link. */
  readonly followsLink?: boolean;
  /** Who may read and write it; its owner (default). */
  readonly mode?: number;
}

/** @param content a text, bytes, or a long text in blocks. */
export async function writeAtomically(
  file: string,
  content: Parameters<typeof writeFile>[1],
  { isDurable = false, followsLink = false, mode = 0o600 }: WriteOptions = {},
): Promise<void> {
  const target = followsLink ? await realpath(file).catch(() => file) : file;
  const temporary = `${target}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { flag: "wx", mode, flush: isDurable });
    await replaceFile(temporary, target, { platform: platform(), rename, wait });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
