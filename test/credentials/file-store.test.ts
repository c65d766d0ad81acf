/** The file that may stand in the keychain's place. */
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Secret } from "../../src/secrets/secret.ts";
import { fileStore } from "../../src/credentials/file-store.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const secret = new Secret("canary-secret");

const newPath = (): string => join(temporaryFolder(), "credentials");

test("keeps texts by account, for this user only", async () => {
  const path = newPath();
  const store = fileStore({ path, passphrase: undefined });
  expect(await store.get("default")).toBeUndefined();
  await store.set("default", secret);
  await store.set("work", new Secret("other"));

  expect((await store.get("default"))?.reveal()).toBe("canary-secret");
  expect(await store.accounts()).toEqual(["default", "work"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await store.delete("default")).toBe(true);
  expect(await store.delete("default")).toBe(false);
  expect((await store.get("work"))?.reveal()).toBe("other");
  expect(readdirSync(join(path, ".."))).toEqual(["credentials"]);
});

test("an account named like a part of every object is none", async () => {
  const store = fileStore({ path: newPath(), passphrase: undefined });
  expect(await store.get("constructor")).toBeUndefined();
});

test("with a passphrase nothing of it can be read without", async () => {
  const path = newPath();
  await fileStore({ path, passphrase: new Secret("open sesame") }).set("default", secret);

  expect(readFileSync(path, "utf8")).not.toMatch(/canary|default|open sesame/);
  const again = fileStore({ path, passphrase: new Secret("open sesame") });
  expect((await again.get("default"))?.reveal()).toBe("canary-secret");
  await expect(fileStore({ path, passphrase: new Secret("wrong") }).get("default")).rejects.toThrow(
    /keychain_unreachable: .* cannot be read: another passphrase, or damaged\n.*SOCIAL_ANALYTICS_PASSPHRASE/,
  );
  await expect(fileStore({ path, passphrase: undefined }).get("default")).rejects.toThrow(
    /keychain_unreachable: .* is encrypted\n.*SOCIAL_ANALYTICS_PASSPHRASE/,
  );
});

test("whatever was changed in it is noticed", async () => {
  const path = newPath();
  const store = fileStore({ path, passphrase: new Secret("open sesame") });
  await store.set("default", secret);
  const whole: { sealedLogins: Record<string, string> } = JSON.parse(readFileSync(path, "utf8"));
  for (const [part, value] of Object.entries(whole.sealedLogins)) {
    const changed = value.startsWith("A") ? `B${value.slice(1)}` : `A${value.slice(1)}`;
    const sealedLogins = { ...whole.sealedLogins, [part]: changed };
    writeFileSync(path, JSON.stringify({ sealedLogins }));
    await expect(store.get("default"), `its ${part}`).rejects.toThrow("keychain_unreachable");
  }
});

test("a file that others can read is refused", async () => {
  const path = newPath();
  const store = fileStore({ path, passphrase: undefined });
  await store.set("default", secret);
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(path, mode);
    await expect(store.get("default")).rejects.toThrow(
      `can be read by others\nTell the user to run: chmod 600 ${path}`,
    );
    await expect(store.set("default", secret)).rejects.toThrow("can be read by others");
  }
});

test("a folder is no file, and its rights are left alone", async () => {
  const store = fileStore({ path: temporaryFolder(), passphrase: undefined });
  await expect(store.get("default")).rejects.toThrow("is none: it is a folder");
});

test("a file that is damaged, or none of ours, is an error, and is not written over", async () => {
  const path = newPath();
  for (const damaged of ['{"logins": {"default": 5', '{"logins": {"default": 5}}', "{}"]) {
    writeFileSync(path, damaged, { mode: 0o600 });
    const store = fileStore({ path, passphrase: undefined });
    await expect(store.set("default", secret)).rejects.toThrow("is damaged, or none of ours");
    expect(readFileSync(path, "utf8")).toBe(damaged);
  }
});

test("a link to the file stays one", async () => {
  const [path, link] = [newPath(), newPath()];
  const store = fileStore({ path: link, passphrase: undefined });
  await fileStore({ path, passphrase: undefined }).set("default", secret);
  symlinkSync(path, link);
  await store.set("default", new Secret("later"));
  expect(readFileSync(path, "utf8")).toContain("later");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test("changes at the same time lose none", async () => {
  const path = newPath();
  const names = Array.from({ length: 12 }, (_, index) => `account-${index}`);
  await Promise.all(
    names.map((name) => fileStore({ path, passphrase: undefined }).set(name, new Secret(name))),
  );
  const kept = await fileStore({ path, passphrase: undefined }).accounts();
  expect(new Set(kept)).toEqual(new Set(names));
});
