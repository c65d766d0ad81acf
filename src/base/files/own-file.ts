/**
 * Reads and writes files of this program in folders that others may have reached: no link is followed, nothing that is
 * not a regular file of this user is accepted, and no pipe or device can block the process. Files of a few kilobytes
 * are read and written synchronously: that takes less time than handing them to another thread.
 */
import { errorCodeOf } from "../errors/tool-error.ts";
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync } from "node:fs";
import { readFileSync, readSync, statSync, writeSync, type Stats } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { platform } from "node:os";
import { guardedFlags } from "../platform/open-flags.ts";
import { belongsToUser, isWritableByOthers } from "../platform/permissions.ts";

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT } = constants;
const guarded = guardedFlags(constants);

const isOwn = (stats: { readonly uid: number }): boolean =>
  belongsToUser(stats, process.getuid?.());

/** @throws an error for a file that is missing, too large or not ours. */
export const readOwnFile = (path: string, maxBytes: number): Buffer =>
  withOwn(path, O_RDONLY, (descriptor, { size }) => {
    if (size > maxBytes) throw new Error(`${path} is too large`);
    return readFileSync(descriptor);
  });

/** Appends to a file, or creates it for its owner alone. @throws an error for a file that is not ours. */
export const appendToOwnFile = (path: string, content: Uint8Array): void =>
  withOwn(path, O_WRONLY | O_APPEND | O_CREAT, (descriptor) => {
    if (writeSync(descriptor, content) < content.length) throw new Error("the disk is full");
  });

/** Fewer bytes if the file ends before. @param into is written to; new memory (default). @throws as {@link readOwnFile}. */
export const readPartOfOwnFile = (
  path: string,
  start: number,
  length: number,
  into: Buffer = Buffer.allocUnsafe(length),
): Buffer =>
  withOwn(path, O_RDONLY, (descriptor) =>
    into.subarray(0, readSync(descriptor, into, 0, length, start)),
  );

/** @throws an error that says what the file is instead of a file of this user. */
function withOwn<T>(path: string, flags: number, work: (descriptor: number, stats: Stats) => T): T {
  const descriptor = openSync(path, flags | guarded, 0o600);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    if (!isOwn(stats)) throw new Error(`${path} belongs to another user`);
    return work(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns what is known of a regular file of this user; undefined for anything else. */
export function statOfOwnFile(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && isOwn(stats) ? stats : undefined;
}

/**
 * Creates a folder for its owner alone, or looks at the one that exists.
 * @returns the reason why the folder must not be used; undefined if it can be used.
 */
export const folderProblem = (path: string): Promise<string | undefined> =>
  existingFolderProblem(path, async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return stat(path);
  });

/** The same for a folder that is not created. @param find `lstat` accepts no link. */
export async function existingFolderProblem(
  path: string,
  find: (path: string) => Promise<Stats>,
): Promise<string | undefined> {
  try {
    const stats = await find(path);
    if (!stats.isDirectory()) return `${path} is a link or a file, not a folder`;
    if (!isOwn(stats)) return `the folder ${path} belongs to another user`;
    // Windows has no such permission bits.
    return isWritableByOthers(stats, platform())
      ? `the folder ${path} is writable by others`
      : undefined;
  } catch (error) {
    return `the folder ${path} cannot be used (${errorCodeOf(error) ?? "failed"})`;
  }
}

export interface FolderEvents {
  /** Called once if the folder cannot be used, or others could change it. */
  readonly onProblem?: (problem: string) => void;
  /** Called when the folder was removed and made again. */
  readonly onRemoved?: () => Promise<void> | void;
}

/**
 * Makes the folder with the first call, and with a later one if someone has removed it.
 * @returns false if the folder must not be used.
 */
export function ownFolder(path: string, events: FolderEvents): () => Promise<boolean> {
  let known: string | undefined;
  let usable: Promise<boolean> | undefined;
  const make = async (isRemoved: boolean): Promise<boolean> => {
    const problem = await folderProblem(path);
    if (problem === undefined) known = identityOf(path);
    else events.onProblem?.(problem);
    if (isRemoved && problem === undefined) await events.onRemoved?.();
    return problem === undefined;
  };
  return () => {
    const isRemoved = known !== undefined && known !== identityOf(path);
    if (isRemoved) known = undefined;
    if (isRemoved || usable === undefined) usable = make(isRemoved);
    return usable;
  };
}

/** File systems reuse the number of a folder that was removed. */
function identityOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.birthtimeNs}`;
}
