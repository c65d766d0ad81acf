/** The store of logins is the keychain, a file or none: the one that the environment names. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { chooseStore } from "../../src/suite/credentials/choose-store.ts";
import type { CredentialStore } from "../../src/suite/credentials/store.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const chosen = (
  store?: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<CredentialStore> =>
  chooseStore({
    environment: { SOCIAL_ANALYTICS_CREDENTIAL_STORE: store, ...variables },
    helper: { node: "node", script: "helper.js" },
    lockFolder: () => "/locks",
    patience: 1,
    reachPatience: 1,
    entryLength: 1280,
    redis: async () => ({ ...(await chosen("none")), name: "Redis" }),
  });

test.each([undefined, "", "keychain"])(
  "the keychain, unless another is named: %j",
  async (value) => {
    const store = await chosen(value);
    expect(store.name).toBe("the keychain");
    expect(store.trouble).toBe("keychain_unreachable");
  },
);

test("a file, by its path from the home folder or from this one", async () => {
  expect((await chosen("file:/a/logins")).name).toBe("the credentials file /a/logins");
  expect((await chosen("file:~/logins")).name).toBe(`the credentials file ${homedir()}/logins`);
  expect((await chosen("file:logins")).name).toBe(`the credentials file ${resolve("logins")}`);
  expect((await chosen("file:/a/~/logins")).name).toBe("the credentials file /a/~/logins");
  expect((await chosen("file:/a/logins")).trouble).toBe("store_unreachable");
});

test("the logins in Redis, which the caller opens", async () => {
  expect((await chosen("redis")).name).toBe("Redis");
});

test("the file is encrypted under the passphrase", async () => {
  const file = `file:${temporaryFolder()}/logins`;
  const encrypted = await chosen(file, { SOCIAL_ANALYTICS_PASSPHRASE: "open sesame" });
  await encrypted.set("work", new Secret("text"));
  await expect((await chosen(file)).get("work")).rejects.toThrow(
    /^store_unreachable: the credentials file .* is encrypted\nTell the user: set SOCIAL_ANALYTICS_PASSPHRASE\.$/,
  );
});

test.each(["file:", "File:/a", "keyring", "xfile:/a", "redis:a", "none:", "toString"])(
  "any other value is an error: %s",
  async (value) => {
    await expect(chosen(value)).rejects.toThrow(
      `invalid_input: SOCIAL_ANALYTICS_CREDENTIAL_STORE is "${value}"\nTell the user: set it to keychain, to file:PATH, to redis, or to none.`,
    );
  },
);

test("a value that may be a secret is not quoted whole", async () => {
  await expect(chosen("x".repeat(100))).rejects.toThrow(`is "${"x".repeat(80)}"\n`);
});

test("no store holds nothing, and says where credentials come from instead", async () => {
  const store = await chosen("none");
  expect([store.name, store.trouble]).toEqual(['the store "none"', "store_unreachable"]);
  expect(await store.accounts()).toEqual([]);
  await expect(store.get("work")).rejects.toThrow(
    /^not_logged_in: there are no credentials in the environment, and no store of logins\nTell the user: enter the base URL, /,
  );
  const nothing =
    /^invalid_input: SOCIAL_ANALYTICS_CREDENTIAL_STORE is none, so that no login is stored\nTell the user: set it to keychain or to file:PATH\.$/;
  await expect(store.set("work", new Secret("text"))).rejects.toThrow(nothing);
  await expect(store.delete("work")).rejects.toThrow(nothing);
  await expect(store.ready()).rejects.toThrow(nothing);
  await expect(store.locked("work", async () => "work")).rejects.toThrow(nothing);
});
