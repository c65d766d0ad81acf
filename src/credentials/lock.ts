/** One process at a time: among all that share a store, only one renews a login. */
import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { lock } from "proper-lockfile";
import { ToolError } from "../catalog/errors.ts";

/** Milliseconds. A lock whose holder died is taken over after `stale`; no request within may take as long. */
export const lockTimes = { stale: 12_000, request: 10_000 } as const;

const options = {
  realpath: false,
  stale: lockTimes.stale,
  update: 2000,
  // Waits about as long as three holders may die one after the other.
  retries: { retries: 500, factor: 1, minTimeout: 50, maxTimeout: 150, randomize: true },
  onCompromised: (): void => {},
};

/**
 * Waits for the lock, does the work, and gives the lock back.
 * @param work is told whether the lock is still held: two that take over a dead holder's may both believe so.
 * @throws ToolError `keychain_unreachable` where the lock's folder cannot be written or the lock is not to be had.
 */
export async function withLock<T>(
  file: string,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const { release, inode } = await take(file);
  try {
    return await work(async () => (await inodeOf(file)) === inode);
  } finally {
    // Another may have taken it over, of a machine that slept.
    await release().catch(() => {});
  }
}

async function take(
  file: string,
): Promise<{ release: () => Promise<void>; inode: bigint | undefined }> {
  try {
    const folder = dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    const release = await lock(file, options);
    return { release, inode: await inodeOf(file) };
  } catch (cause) {
    throw new ToolError(
      "keychain_unreachable",
      `the login cannot be locked against other processes (${file})`,
      "Tell the user to make that folder writable, then call again.",
      { cause },
    );
  }
}

const inodeOf = (file: string): Promise<bigint | undefined> =>
  stat(`${file}.lock`, { bigint: true }).then(
    ({ ino }) => ino,
    () => undefined,
  );
