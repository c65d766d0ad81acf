/** The contract of every credential store. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { keychain } from "../../src/suite/credentials/keychain.ts";
import type { CredentialStore } from "../../src/suite/credentials/store.ts";
import { RedisLink } from "../../src/suite/redis/link.ts";
import { RedisLoginStore } from "../../src/suite/redis/login-store.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { memoryStore } from "../helpers/oauth.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { keychainHelper } from "../helpers/process.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { sessionIn } from "../helpers/secret-service.ts";
import { isMissing } from "../helpers/system.ts";

/** Opens one store as often as the test asks: each time like another process. */
type Opening = () => Promise<() => CredentialStore>;

const inFile = async (passphrase?: string): Promise<() => CredentialStore> => {
  const path = join(temporaryFolder(), "credentials");
  const secret = passphrase === undefined ? undefined : new Secret(passphrase);
  return () => fileStore(path, secret);
};

async function inKeychain(entryLength: number): Promise<() => CredentialStore> {
  const folder = temporaryFolder();
  const session = await sessionIn("working", folder);
  const environment = { PATH: process.env["PATH"], ...session };
  const helper = { node: process.execPath, script: keychainHelper };
  const limits = { patience: 10_000, reachPatience: 10_000, entryLength };
  return () => keychain({ helper, environment, lockFolder: () => folder, ...limits });
}

async function inRedis(): Promise<() => CredentialStore> {
  const { url } = await serveRedis({ appendonly: "yes" });
  const options = {
    passphrase: new Secret("open sesame"),
    open: () => RedisLink.open({ url, prefix: "test:" }),
  };
  return () => new RedisLoginStore(options);
}

const hasNoKeychain = isMissing("dbus-daemon", "gnome-keyring-daemon");

const stores: readonly (readonly [string, boolean, Opening])[] = [
  [
    "memory",
    false,
    async () => {
      const store = memoryStore();
      return () => store;
    },
  ],
  ["file", false, () => inFile()],
  ["sealed file", false, () => inFile("open sesame")],
  ["Redis", !hasRedis, inRedis],
  ["keychain", hasNoKeychain, () => inKeychain(Number.POSITIVE_INFINITY)],
  ["keychain with short entries", hasNoKeychain, () => inKeychain(repetitions(8, 4))],
];

describe.each(stores)("%s", (_kind, isSkipped, opening) => {
  test.skipIf(isSkipped)("stores texts by account, also for other processes", async () => {
    const open = await opening();
    const store = open();
    expect(await store.get("default")).toBeUndefined();
    expect(await store.accounts()).toEqual([]);
    await store.set("default", new Secret("old"));
    await store.set("default", new Secret('{"text":"ž\n日"}'));
    await store.set("work", new Secret("other"));
    const reader = open();
    expect((await reader.get("default"))?.reveal()).toBe('{"text":"ž\n日"}');
    expect((await reader.get("work"))?.reveal()).toBe("other");
    expect((await reader.accounts()).toSorted()).toEqual(["default", "work"]);
  });

  test.skipIf(isSkipped)("deletes one account, and reports whether there was one", async () => {
    const open = await opening();
    const store = open();
    await store.set("default", new Secret("text"));
    await store.set("work", new Secret("other"));
    expect(await store.delete("default")).toBe(true);
    expect(await store.delete("default")).toBe(false);
    expect(await open().get("default")).toBeUndefined();
    expect(await open().accounts()).toEqual(["work"]);
  });

  test.skipIf(isSkipped)("holds nothing under the names of built-in properties", async () => {
    const store = (await opening())();
    expect(await store.get("constructor")).toBeUndefined();
    await store.set("constructor", new Secret("text"));
    expect((await store.get("constructor"))?.reveal()).toBe("text");
  });

  test.skipIf(isSkipped)(
    "loses none of several changes at the same time",
    async () => {
      const open = await opening();
      const names = Array.from({ length: repetitions(3, 6) }, (_, index) => `account-${index}`);
      await Promise.all(names.map((name) => open().set(name, new Secret(name))));
      expect((await open().accounts()).toSorted()).toEqual(names.toSorted());
    },
    30_000,
  );

  test.skipIf(isSkipped)("lets one process at a time work on an account", async () => {
    const open = await opening();
    await open().ready();
    const order: string[] = [];
    const work = (name: string): Promise<void> =>
      open().locked("work", async (ensureHeld) => {
        order.push(`${name} begins`);
        await ensureHeld();
        expect(await open().locked("default", async () => "another account")).toBe(
          "another account",
        );
        order.push(`${name} ends`);
      });
    await Promise.all([work("one"), work("other")]);
    const [first = "", second = ""] = [order[0]?.split(" ")[0], order[2]?.split(" ")[0]];
    expect(order).toEqual([
      `${first} begins`,
      `${first} ends`,
      `${second} begins`,
      `${second} ends`,
    ]);
    await expect(
      open().locked("work", () => Promise.reject(new Error("it fails"))),
    ).rejects.toThrow("it fails");
    expect(await open().locked("work", async () => "free again")).toBe("free again");
  });
});
