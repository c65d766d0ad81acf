/** One holder at a time, even after a process died with the lock. */
import { existsSync, mkdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { utimesSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockError, lockTimes, lockTries, withLock } from "../../src/base/files/lock.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { eventually, newSignal } from "../helpers/waiting.ts";

const longAgo = new Date("2026-01-01");

/** Leaves a lock like a process that died. @param time of its last sign of life: of a clock that ran ahead, it is to come. */
function abandoned(file: string, time = longAgo): void {
  mkdirSync(`${file}.lock`);
  utimesSync(`${file}.lock`, time, time);
}

const toCome = new Date(Date.now() + 24 * 60 * 60 * 1000);

test.each([
  ["before", longAgo, undefined],
  ["in the future", toCome, undefined],
  ["in the future, while it took over from another", toCome, toCome],
])(
  "the lock of a holder that died %s is taken over by one process at a time",
  async (_, time, takeover) => {
    const file = join(temporaryFolder(), "login");
    abandoned(file, time);
    if (takeover !== undefined) abandoned(`${file}.takeover`, takeover);
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
    const stats = await stat(path);
    await meanwhile();
    return stats;
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
    await leave.promise;
    inside -= 1;
  };
  let quick = Promise.resolve();
  const { looks } = afterTheNextLook(async () => {
    quick = withLock(file, work);
    await entered.promise;
  });
  const slow = withLock(file, work);
  await entered.promise;
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
    /^store_unreachable: the file cannot be locked against other processes/,
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

test("the message of a failing lock names the cause", () => {
  const messageOf = (code: string): string =>
    lockError("/locks/login", Object.assign(new Error("x"), { code })).message;
  expect(messageOf("ENOSPC")).toMatch(/: the disk is full\nTell the user: free space/);
  expect(messageOf("EDQUOT")).toMatch(/: the disk is full\n/);
  expect(messageOf("EACCES")).toMatch(/: the folder is not writable\nTell .* writable/);
  expect(messageOf("EROFS")).toMatch(/: the folder is not writable\n/);
  expect(messageOf("ELOCKED")).toMatch(/: another process holds the lock\n/);
  expect(messageOf("EIO")).toMatch(/: EIO\n/);
  const unknown = /: an unknown error\nTell the user: check that folder, then try again\.$/;
  const cause = new Error("x");
  expect(lockError("/locks/login", cause).message).toMatch(unknown);
  expect(lockError("/locks/login", { code: "EIO" }).message).toMatch(unknown);
  expect(lockError("/locks/login", cause).cause).toBe(cause);
});

test("a lock that stays taken is waited for many times, and then reported with the next step", async () => {
  const file = join(temporaryFolder(), "login");
  const pause = vi.fn<() => Promise<void>>(() => setImmediate());
  await withLock(file, async () => {
    await expect(withLock(file, async () => "work", pause)).rejects.toThrow(
      /: another process holds the lock\nTell the user: try again, or end the other process/,
    );
  });
  expect(pause).toHaveBeenCalledTimes(lockTries - 1);
});

test("a folder that cannot be made is reported at once", async () => {
  const folder = join(temporaryFolder(), "file");
  writeFileSync(folder, "");
  const pause = vi.fn<() => Promise<void>>();
  const file = join(folder, "locks", "login");
  await expect(withLock(file, async () => "work", pause)).rejects.toThrow(/: ENOTDIR\n/);
  expect(pause).not.toHaveBeenCalled();
});

test.each([
  ["a second before", 1000, false],
  ["a second after", -1000, true],
])("a lock is taken over %s its holder counts as dead: %s ms left", async (_, left, isTaken) => {
  const file = join(temporaryFolder(), "login");
  abandoned(file);
  const last = new Date(Date.now() - lockTimes.stale + left);
  utimesSync(`${file}.lock`, last, last);
  const givenUp = new Error("given up");
  const taken = withLock(
    file,
    async () => true,
    async () => {
      if (!isTaken || existsSync(`${file}.lock`)) throw givenUp;
    },
  ).catch(() => false);
  expect(await taken).toBe(isTaken);
});

test("only its owner can read the folder of the lock and the holder's name", async () => {
  const file = join(temporaryFolder(), "locks", "login");
  await withLock(file, async () => {
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(statSync(`${file}.holder`).mode & 0o777).toBe(0o600);
  });
  expect(existsSync(`${file}.holder`)).toBe(false);
});

test("an abandoned holder's name is replaced by that of the next holder", async () => {
  const file = join(temporaryFolder(), "login");
  writeFileSync(`${file}.holder`, "dead");
  await withLock(file, (ensureHeld) => ensureHeld());
  expect(existsSync(`${file}.holder`)).toBe(false);
});

test("work that lost the lock starts again and its second outcome counts", async () => {
  const file = join(temporaryFolder(), "login");
  let runs = 0;
  const outcome = await withLock(file, async (ensureHeld) => {
    runs += 1;
    if (runs === 1) rmSync(`${file}.holder`);
    await ensureHeld();
    return runs;
  });
  expect(outcome).toBe(2);
});

test("a lock that cannot be made is reported at once", async () => {
  const pause = vi.fn<() => Promise<void>>();
  const file = join(temporaryFolder(), "x".repeat(252));
  await expect(withLock(file, async () => "work", pause)).rejects.toThrow(/: ENAMETOOLONG\n/);
  expect(pause).not.toHaveBeenCalled();
});

test("only the process with the right to do so takes over the lock of a dead holder", async () => {
  const file = join(temporaryFolder(), "login");
  abandoned(file);
  mkdirSync(`${file}.takeover.lock`);
  const givenUp = new Error("given up");
  const giveUp = async (): Promise<void> => {
    throw givenUp;
  };
  await expect(withLock(file, async () => "work", giveUp)).rejects.toThrow("cannot be locked");
  utimesSync(`${file}.takeover.lock`, longAgo, longAgo);
  expect(await withLock(file, async () => "work")).toBe("work");
  expect(existsSync(`${file}.takeover.lock`)).toBe(false);
});

test("a lock that is released while a process looks at it is not taken for a dead one", async () => {
  const file = join(temporaryFolder(), "login");
  mkdirSync(`${file}.lock`);
  const spy = vi.spyOn(promises, "stat").mockRejectedValueOnce(new Error("ENOENT"));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  const released = vi.fn<() => Promise<void>>(async () => rmdirSync(`${file}.lock`));
  expect(await withLock(file, async () => "work", released)).toBe("work");
  expect(released).toHaveBeenCalledTimes(1);
});
