/** A lock between processes: among all that share a store, only one at a time renews a login. */
import { existsSync } from "node:fs";
import { access, constants, mkdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { isAhead, isValid } from "../time/clock.ts";
import { readOwnFile } from "./own-file.ts";
import { ToolError, errorCodeOf, tellUser } from "../errors/tool-error.ts";

/** Milliseconds. A lock whose holder died is taken over after `stale`; requests under the lock must take less. */
export const lockTimes = { stale: 12_000, request: 10_000 } as const;

/** Enough for three holders that die one after the other. */
export const lockTries = 500;

/** A different time for each process, so that they do not try at the same moments. */
export const briefly = (): Promise<void> => after(50 + Math.random() * 100);

const options = { realpath: false, update: 2000, retries: 0, onCompromised: (): void => {} };

/** The work found that the lock is no longer held. */
class LockLost extends Error {}

/** A lock that was taken. */
export interface HeldLock {
  /** False if another process has taken the lock over. */
  readonly isHeld: () => Promise<boolean>;
  /** Releases the lock, unless another process holds it by now. */
  readonly release: () => Promise<void>;
}

/**
 * Waits for the lock, runs the work, and releases the lock.
 * @param work calls `ensureHeld` before a step that only the holder may take: a machine that slept may have lost the
 * lock, and then the work starts again.
 */
export async function whileHeld<T>(
  take: () => Promise<HeldLock>,
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const heldLock = await take();
  try {
    return await work(async () => {
      if (!(await heldLock.isHeld())) throw new LockLost("the lock was lost");
    });
  } catch (error) {
    if (!(error instanceof LockLost)) throw error;
  } finally {
    await heldLock.release();
  }
  return whileHeld(take, work);
}

/**
 * {@link whileHeld} with the lock of a file.
 * @param pause between two tries to take the lock.
 * @throws ToolError `store_unreachable` if the lock's files cannot be written or the lock stays taken.
 */
export const withLock = <T>(
  file: string,
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
  pause = briefly,
): Promise<T> =>
  whileHeld(
    () =>
      takeFile(file, pause).catch((cause: unknown) => {
        throw lockError(file, cause);
      }),
    work,
  );

async function takeFile(file: string, pause: () => Promise<void>): Promise<HeldLock> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
  const unlock = await waitFor(file, pause);
  const id = crypto.randomUUID();
  const readHolder = async (): Promise<string> => String(readOwnFile(holderOf(file), 1000));
  const holder = (): Promise<string> => readHolder().catch(() => "");
  const release = async (): Promise<void> => {
    // A process that takes over removes the holder's name first, then the lock.
    if (existsSync(lockOf(file)) && ![id, ""].includes(await holder())) return;
    await rm(holderOf(file), { force: true }).catch(() => {});
    await unlock().catch(() => {});
  };
  try {
    // An abandoned name may be left. A new file follows no link.
    await rm(holderOf(file), { force: true });
    await writeFile(holderOf(file), id, { mode: 0o600, flag: "wx" });
  } catch (error) {
    await release();
    throw error;
  }
  return { isHeld: async () => existsSync(lockOf(file)) && (await holder()) === id, release };
}

/** Causes of a failure by the system's code, each with the next step. */
const causes: readonly (readonly [RegExp, string, string])[] = [
  [/^ELOCKED$/, "another process holds the lock", "Try again, or end the other process."],
  [/^(ENOSPC|EDQUOT)$/, "the disk is full", "Free space on that disk, then try again."],
  [/^(EACCES|EPERM|EROFS)$/, "the folder is not writable", "Make it writable, then try again."],
];

export function lockError(file: string, cause: unknown): ToolError {
  const code = errorCodeOf(cause) ?? "an unknown error";
  const [, reason = code, next = "Check that folder, then try again."] =
    causes.find(([pattern]) => pattern.test(code)) ?? [];
  const problem = `the file cannot be locked against other processes (${file}): ${reason}`;
  return new ToolError("store_unreachable", problem, tellUser`${next}`, { cause });
}

async function waitFor(file: string, pause: () => Promise<void>): Promise<() => Promise<void>> {
  for (let tried = 1; ; tried += 1) {
    try {
      // The library never treats a lock as stale: its own take-over would let in two processes at once.
      return await lock(file, { ...options, stale: Number.MAX_SAFE_INTEGER });
    } catch (error) {
      if (errorCodeOf(error) !== "ELOCKED" || tried === lockTries) throw error;
    }
    await removeDead(file);
    await pause();
  }
}

/** Removes the lock of a dead holder, one process at a time. */
async function removeDead(file: string): Promise<void> {
  if (!(await isDead(file))) return;
  const takeoverFile = `${file}.takeover`;
  await removeAhead(takeoverFile);
  const takeover = await lock(takeoverFile, { ...options, stale: lockTimes.stale }).catch(
    () => undefined,
  );
  if (takeover === undefined) return;
  try {
    if (!(await isDead(file))) return;
    await rm(holderOf(file), { force: true });
    await rmdir(lockOf(file));
  } finally {
    await takeover().catch(() => {});
  }
}

/**
 * Removes a lock whose time is to come, which the library never takes over. Only one process can move it aside; a lock
 * that another one took in the meantime is put back.
 */
async function removeAhead(file: string): Promise<void> {
  if (!isAhead((await timeOf(file)) ?? 0, Date.now())) return;
  const aside = `${file}.${randomUUID()}`;
  const isMoved = await rename(lockOf(file), lockOf(aside)).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if (isAhead((await timeOf(aside)) ?? 0, Date.now())) return rmdir(lockOf(aside));
  await rename(lockOf(aside), lockOf(file)).catch(() => rmdir(lockOf(aside)));
}

const lockOf = (file: string): string => `${file}.lock`;
const holderOf = (file: string): string => `${file}.holder`;

/** The holder renews the time of its lock every two seconds: a clock that ran ahead wrote a later one. */
async function isDead(file: string): Promise<boolean> {
  const time = await timeOf(file);
  return time !== undefined && !isValid(time, lockTimes.stale, Date.now());
}

/** Milliseconds since 1970; undefined if the file has no lock. */
const timeOf = async (file: string): Promise<number | undefined> =>
  (await stat(lockOf(file)).catch(() => undefined))?.mtimeMs;
