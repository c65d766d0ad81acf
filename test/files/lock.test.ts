/** One holder at a time, even after a process died with the lock. */
import { existsSync, mkdirSync, rmdirSync, rmSync, utimesSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { withLock } from "../../src/files/lock.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { eventually, newSignal } from "../helpers/waiting.ts";

const longAgo = new Date("2026-01-01");

/** Leaves a lock like a process that died. */
function abandoned(file: string): void {
  mkdirSync(`${file}.lock`);
  utimesSync(`${file}.lock`, longAgo, longAgo);
}

test.each([1, 2, 3])(
  "the lock of a dead holder is taken over by one process at a time, round %d",
  async () => {
    const file = join(temporaryFolder(), "login");
    abandoned(file);
    let [inside, most, done] = [0, 0, 0];
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      inside -= 1;
      done += 1;
    };
    await Promise.all(Array.from({ length: 14 }, () => withLock(file, work)));
    expect({ most, done }).toEqual({ most: 1, done: 14 });
    expect(existsSync(`${file}.lock`)).toBe(false);
  },
);

/** Runs `meanwhile` after the next look at a file, before the one who looks learns what it was. */
function afterTheNextLook(meanwhile: () => Promise<unknown>): { readonly looks: () => number } {
  const { stat } = promises;
  const spy = vi.spyOn(promises, "stat").mockImplementationOnce(async (path) => {
    const found = await stat(path);
    await meanwhile();
    return found;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return { looks: () => spy.mock.calls.length };
}

test("a process that saw the lock of a dead holder does not remove that of the one who took it over since", async () => {
  const file = join(temporaryFolder(), "login");
  abandoned(file);
  const [entered, leave] = [newSignal(), newSignal()];
  let [inside, most] = [0, 0];
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    entered.give();
    await leave.given;
    inside -= 1;
  };
  let quick = Promise.resolve();
  const { looks } = afterTheNextLook(async () => {
    quick = withLock(file, work);
    await entered.given;
  });
  const slow = withLock(file, work);
  await entered.given;
  const before = looks();
  // The slow one looks again after it has the right to remove the lock, then each time it finds the lock taken.
  await eventually(() => expect(most === 2 || looks() >= before + 2).toBe(true));
  leave.give();
  await Promise.all([quick, slow]);
  expect(most).toBe(1);
});

test("a holder that lost the lock notices it, and does not release the lock of the next holder", async () => {
  const file = join(temporaryFolder(), "login");
  let leave = (): void => {};
  let next = Promise.resolve();
  await withLock(file, async (ensureHeld) => {
    await ensureHeld();
    utimesSync(`${file}.lock`, longAgo, longAgo);
    await new Promise<void>((entered) => {
      next = withLock(file, () => {
        entered();
        return new Promise((resolve) => (leave = resolve));
      });
    });
    await expect(ensureHeld()).rejects.toThrow("lost");
  });
  expect(existsSync(`${file}.lock`)).toBe(true);
  leave();
  await next;
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test("a failure to write the holder's name leaves no lock behind, and the next call gets it at once", async () => {
  const file = join(temporaryFolder(), "login");
  mkdirSync(`${file}.holder`);
  await expect(withLock(file, async () => "work")).rejects.toThrow(
    /^store_unreachable: the login cannot be locked against other processes/,
  );
  expect(existsSync(`${file}.lock`)).toBe(false);
  rmdirSync(`${file}.holder`);
  expect(await withLock(file, async () => "work")).toBe("work");
});

test("the lock is released if the holder's name was removed, and if the work fails", async () => {
  const file = join(temporaryFolder(), "login");
  const failing = withLock(file, async () => {
    rmSync(`${file}.holder`);
    throw new Error("the work failed");
  });
  await expect(failing).rejects.toThrow("the work failed");
  expect(existsSync(`${file}.lock`)).toBe(false);
});
