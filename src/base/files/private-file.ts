/** Files that only their owner may read. */
import { constants, existsSync } from "node:fs";
import { open, realpath, rm, writeFile, type FileHandle } from "node:fs/promises";
import { platform } from "node:os";
import { dirname } from "node:path";
import { isPrivate } from "../platform/permissions.ts";
import { errorCodeOf, tellUser, ToolError, type Advice } from "../errors/tool-error.ts";
import { removeLeftovers, writeAtomically } from "./atomic-write.ts";
import { withLock } from "./lock.ts";

/** Far more than logins or tokens take. */
const maxBytes = 4 * 1024 * 1024;

/** Makes the error for a file that cannot be used; the problem completes "the file PATH". */
export type FileError = (problem: string, next: Advice) => ToolError;

/** Returns the text; undefined if there is no file. @throws `fileError` for a file that others can read. */
export async function readPrivateFile(
  path: string,
  fileError: FileError,
  most = maxBytes,
): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    // The user names the file, so a link is followed; a pipe must not block.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (stats.size > most) throw fileError("is too large", tellUser`Name another file.`);
    if (!stats.isFile()) {
      const kind = stats.isDirectory() ? "a folder" : "a special file";
      throw fileError(`is ${kind}, not an ordinary file`, tellUser`Name another file.`);
    }
    if (isPrivate(stats, platform())) return await handle.readFile("utf8");
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    if (errorCodeOf(cause) === "ENOENT") return undefined;
    throw fileError("cannot be read", tellUser`Make it readable for this user.`);
  } finally {
    await handle?.close();
  }
  throw fileError("can be read by others", tellUser`Run chmod 600 ${path}`);
}

/**
 * Changes a file under its lock; processes that do so at the same time lose nothing.
 * @param edit reads the file, and returns the new text if there is one.
 * @throws `fileError` for a file that cannot be written.
 */
export const changePrivateFile = <T>(
  path: string,
  fileError: FileError,
  edit: () => Promise<{ readonly text?: string; readonly outcome: T }>,
): Promise<T> =>
  withLock(path, async (ensureHeld) => {
    await removeLeftovers(path);
    const { text, outcome } = await edit();
    if (text === undefined) return outcome;
    await ensureHeld();
    await writeAtomically(path, text, { isDurable: true, followsLink: true }).catch(() => {
      throw unwritableError(fileError);
    });
    return outcome;
  });

/** Removes what processes that were killed have left of the file. Without its folder, there is nothing. */
export async function tidyPrivateFile(path: string): Promise<void> {
  if (existsSync(dirname(path))) await withLock(path, () => removeLeftovers(path)).catch(() => {});
}

/** Checks that the file can be changed, by writing a second file beside it. @throws as {@link changePrivateFile}. */
export const checkPrivateFile = (path: string, fileError: FileError): Promise<void> =>
  withLock(path, async () => {
    // If this process is killed, `removeLeftovers` finds the file by this name.
    const probe = `${await realpath(path).catch(() => path)}.${crypto.randomUUID()}.tmp`;
    try {
      await writeFile(probe, " ".repeat(4096), { flag: "wx", mode: 0o600, flush: true });
    } catch {
      throw unwritableError(fileError);
    } finally {
      await rm(probe, { force: true });
    }
  });

const unwritableError = (fileError: FileError): ToolError =>
  fileError("cannot be written", tellUser`Make its folder writable, or free space on its disk.`);
