/** One at a time, also when the lock was left behind by a process that died. */
import { existsSync, mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { withLock } from "../../src/files/lock.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const longAgo = new Date("2026-01-01");

/** As a process that died leaves it. */
function abandoned(file: string): void {
  mkdirSync(`${file}.lock`);
  utimesSync(`${file}.lock`, longAgo, longAgo);
}

test.each([1, 2, 3])("a dead holder's lock is taken over by one at a time, round %d", async () => {
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
});

test("who lost the lock knows it, and leaves the next holder's alone", async () => {
  const file = join(temporaryFolder(), "login");
  await withLock(file, async (isHeld) => {
    expect(await isHeld()).toBe(true);
    utimesSync(`${file}.lock`, longAgo, longAgo);
    let inner: (() => void) | undefined;
    const entered = new Promise<void>((enter) => {
      void withLock(file, () => {
        enter();
        return new Promise<void>((resolve) => (inner = resolve));
      });
    });
    await entered;
    expect(await isHeld()).toBe(false);
    setTimeout(() => inner?.(), 100);
  });
  expect(existsSync(`${file}.lock`)).toBe(true);
});
