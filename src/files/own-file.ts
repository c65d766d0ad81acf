/**
 * Reads and writes files of this program in folders that others may have reached: no link is followed, nothing that is
 * not a regular file of this user is accepted, and no pipe or device can block the process.
 */
import { constants } from "node:fs";
import { lstat, mkdir, open, stat, type FileHandle } from "node:fs/promises";

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
/** On Windows these flags are undefined, which `|` takes for 0. */
const guarded = O_NOFOLLOW | O_NONBLOCK;

const isOwn = ({ uid }: { readonly uid: number }): boolean =>
  process.getuid === undefined || uid === process.getuid();

/** Opens a file, or throws an error that says what it is instead. */
async function openOwn(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags | guarded, 0o600);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error(`${path} is not a regular file`);
    if (!isOwn(found)) throw new Error(`${path} belongs to another user`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Runs work on a file that is open for reading. @throws an error for a file that is missing, too large or not ours. */
export async function withOwnFile<T>(
  path: string,
  maxBytes: number,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await openOwn(path, O_RDONLY);
  try {
    if ((await handle.stat()).size > maxBytes) throw new Error(`${path} is too large`);
    return await work(handle);
  } finally {
    await handle.close().catch(() => {});
  }
}

/** @throws as {@link withOwnFile}. */
export const readOwnFile = (path: string, maxBytes: number): Promise<Buffer> =>
  withOwnFile(path, maxBytes, (handle) => handle.readFile());

/** Appends to a file, or creates it for its owner alone. @throws an error for a file that is not ours. */
export async function appendToOwnFile(path: string, text: string): Promise<void> {
  const handle = await openOwn(path, O_WRONLY | O_APPEND | O_CREAT);
  try {
    await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}

/** Returns the size of a regular file of this user; undefined for anything else. */
export async function sizeOfOwnFile(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && isOwn(found) ? found.size : undefined;
}

/**
 * Creates a folder for its owner alone, or looks at the one that exists.
 * @returns the reason why the folder must not be used; undefined if it can be used.
 */
export async function folderProblem(path: string): Promise<string | undefined> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const found = await stat(path);
    if (!isOwn(found)) return `the folder ${path} belongs to another user`;
    // Windows has no such permission bits.
    const isWritableByOthers = process.getuid !== undefined && (found.mode & 0o022) !== 0;
    return isWritableByOthers ? `the folder ${path} is writable by others` : undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "failed";
    return `the folder ${path} cannot be used (${code})`;
  }
}
