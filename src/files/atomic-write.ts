/** Replaces a file in one step: a reader finds the whole old content or the whole new one. */
import { open, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface AtomicWriteOptions {
  /** Waits until the content is on the disk. */
  readonly isDurable?: boolean;
  /** Replaces the target of a symbolic link instead of the link. */
  readonly followsLink?: boolean;
}

/** Matches the name of the file that is written first; a killed process may leave it behind. */
export const temporaryName = /^[\da-f-]{36}\.tmp$/;

/** The file is readable and writable by its owner only. */
export async function writeAtomically(
  file: string,
  content: string | Uint8Array,
  { isDurable = false, followsLink = false }: AtomicWriteOptions = {},
): Promise<void> {
  const target = followsLink ? await realpath(file).catch(() => file) : file;
  const temporary = join(dirname(target), `${crypto.randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(content);
      if (isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
