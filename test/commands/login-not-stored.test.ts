/** Logins that cannot be stored: found before the user consents, or else their tokens are revoked. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { logInByCommand, newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { browse, serveOAuth } from "../helpers/oauth.ts";

const places: readonly (readonly [string, (home: string) => string, RegExp])[] = [
  ["a folder that is a file", (home) => join(home, "file", "logins"), /^store_unreachable: /],
  ["a folder instead of a file", (home) => join(home, "folder"), /is a folder, not an ordinary/],
];

test.each(places)("%s is an error before the user is asked", async (_, place, problem) => {
  const served = await serveOAuth();
  const user = newUser();
  const home = user["HOME"] ?? "";
  writeFileSync(join(home, "file"), "");
  mkdirSync(join(home, "folder"));
  const store = { SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${place(home)}` };
  const { stderr, code } = await logInByCommand(served, { ...user, ...store });
  expect(code).toBe(1);
  expect(stderr).toMatch(problem);
  expect(stderr).not.toContain("Allow access");
});

test("a full disk is found, and the check leaves nothing behind", async () => {
  const folder = temporaryFolder();
  const store = fileStore(join(folder, "logins"));
  await store.ready();
  const { writeFile } = promises;
  promises.writeFile = (path, ...rest) =>
    typeof path === "string" && path.endsWith(".tmp")
      ? Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }))
      : writeFile(path, ...rest);
  syncBuiltinESMExports();
  try {
    await expect(store.ready()).rejects.toThrow(/cannot be written\n.*free space on its disk/);
  } finally {
    promises.writeFile = writeFile;
    syncBuiltinESMExports();
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("the tokens of a login that cannot be stored after all are revoked", async () => {
  const served = await serveOAuth();
  const user = newUser();
  const { stderr, code } = await logInByCommand(served, user, async (address) => {
    mkdirSync(join(user["HOME"] ?? "", "credentials"));
    await browse(address);
  });
  expect(code).toBe(1);
  expect(stderr).toContain("The login is not stored. Its tokens are revoked.");
  expect(stderr).toMatch(/store_unreachable: the credentials file \S+ is a folder/);
});

test("a login that the API rejects is revoked as well, a token and secret are not", async () => {
  const served = await serveOAuth({ failures: { user: 99 } });
  const { stderr } = await logInByCommand(served, newUser());
  expect(stderr).toContain("The login is not stored. Its tokens are revoked.");
  expect(stderr).toContain("unknown_upstream_error");
});
