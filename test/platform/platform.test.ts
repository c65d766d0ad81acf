/** What differs on Windows and macOS, with the platform injected. */
import { constants } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldersOf, settingsFolder } from "../../src/base/platform/folders.ts";
import { keychainEntryLength } from "../../src/base/platform/keychain-limits.ts";
import { guardedFlags } from "../../src/base/platform/open-flags.ts";
import {
  belongsToUser,
  isPrivate,
  isWritableByOthers,
} from "../../src/base/platform/permissions.ts";
import { replaceFile } from "../../src/base/platform/replace-file.ts";
import { endingSignals, stoppingSignals } from "../../src/base/platform/signals.ts";
import { isNpxCopy, nodeFile, withNpx } from "../../src/base/platform/starting.ts";

test.each([
  ["linux", ".local/state/program", ".cache/program"],
  ["freebsd", ".local/state/program", ".cache/program"],
  ["darwin", "Library/Application Support/program", "Library/Caches/program"],
  ["win32", "AppData/Local/program", "AppData/Local/program/Cache"],
] as const)("folders on %s", (platform, state, cache) => {
  const home = join("/", "home");
  expect(foldersOf(platform, home, "program")).toEqual({
    state: join(home, state),
    cache: join(home, cache),
  });
});

test("settings of desktop programs", () => {
  expect(settingsFolder("linux", "/h", undefined)).toBe("/h/.config");
  expect(settingsFolder("darwin", "/h", undefined)).toBe("/h/Library/Application Support");
  expect(settingsFolder("win32", "/h", "/roaming")).toBe("/roaming");
  expect(settingsFolder("win32", "/h", undefined)).toBe("/h/AppData/Roaming");
});

test("files belong to a user, and others may not touch them; Windows says neither", () => {
  expect(belongsToUser({ uid: 1000 }, 1000)).toBe(true);
  expect(belongsToUser({ uid: 0 }, 1000)).toBe(false);
  expect(belongsToUser({ uid: 0 }, undefined)).toBe(true);
  expect(isWritableByOthers({ mode: 0o100666 }, "linux")).toBe(true);
  expect(isWritableByOthers({ mode: 0o100644 }, "darwin")).toBe(false);
  expect(isWritableByOthers({ mode: 0o100666 }, "win32")).toBe(false);
  expect(isPrivate({ mode: 0o100600 }, "linux")).toBe(true);
  expect(isPrivate({ mode: 0o100640 }, "linux")).toBe(false);
  expect(isPrivate({ mode: 0o100666 }, "win32")).toBe(true);
});

test("links are not followed where there is a flag for that", () => {
  expect(guardedFlags(constants)).toBe(constants.O_NOFOLLOW | constants.O_NONBLOCK);
  expect(guardedFlags({})).toBe(0);
});

/** Fails some times, then renames. */
function failing(
  times: number,
  code: string,
): { rename: () => Promise<void>; attempts: () => number } {
  let attempts = 0;
  return {
    attempts: () => attempts,
    rename: () => {
      attempts += 1;
      return attempts > times
        ? Promise.resolve()
        : Promise.reject(Object.assign(new Error("rename failed"), { code }));
    },
  };
}

test("on Windows a file that another process holds open is replaced a little later", async () => {
  const { rename, attempts } = failing(3, "EPERM");
  const waited: number[] = [];
  const wait = (milliseconds: number): Promise<number> =>
    Promise.resolve(waited.push(milliseconds));
  await replaceFile("a", "b", { platform: "win32", rename, wait });
  expect(attempts()).toBe(4);
  expect(waited).toEqual([10, 20, 40]);
});

test.each([
  ["linux", "EPERM", 1],
  ["win32", "ENOENT", 1],
  ["win32", "EBUSY", 9],
] as const)("on %s, %s ends after %i attempts", async (platform, code, expected) => {
  const { rename, attempts } = failing(100, code);
  const wait = (): Promise<void> => Promise.resolve();
  await expect(replaceFile("a", "b", { platform, rename, wait })).rejects.toMatchObject({ code });
  expect(attempts()).toBe(expected);
});

test("Windows has other signals", () => {
  expect(endingSignals("linux")).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
  expect(stoppingSignals("darwin")).toEqual(["SIGINT", "SIGTERM"]);
  expect(stoppingSignals("win32")).toEqual(["SIGINT", "SIGBREAK"]);
});

test("Windows starts npx through its shell", () => {
  expect(withNpx("linux", "program")).toEqual({ command: "npx", args: ["-y", "program"] });
  expect(withNpx("win32", "program")).toEqual({
    command: "cmd",
    args: ["/c", "npx", "-y", "program"],
  });
  expect([nodeFile("darwin"), nodeFile("win32")]).toEqual(["node", "node.exe"]);
  expect(isNpxCopy("/home/ada/.npm/_npx/0a1b/node_modules/program/dist/cli.js")).toBe(true);
  expect(
    isNpxCopy(String.raw`C:\Users\ada\npm-cache\_npx\0a1b\node_modules\program\dist\cli.js`),
  ).toBe(true);
  expect(isNpxCopy("/work/program/dist/cli.js")).toBe(false);
});

test("an entry of the Windows keychain has 2,560 bytes, two for each character", () => {
  expect(keychainEntryLength("win32") * Buffer.byteLength("x", "utf16le")).toBe(2560);
  expect(keychainEntryLength("linux")).toBe(Number.POSITIVE_INFINITY);
  expect(keychainEntryLength("darwin")).toBe(Number.POSITIVE_INFINITY);
});
