/** A stored login in use: renewed once, before it expires or after a rejection, and never lost. */
import { utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { apiClient } from "../../src/suite/api/client.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { httpTransport } from "../../src/suite/api/transport.ts";
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { readLogin, writeLogin } from "../../src/suite/credentials/login.ts";
import { withLock } from "../../src/base/files/lock.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { never } from "../helpers/in-memory.ts";
import { second, day, start, type Used, inUse } from "../helpers/login-in-use.ts";

test("a token is used until shortly before it expires, then renewed once for all calls", async () => {
  let reads = 0;
  const used = await inUse(refreshLogin, (store) => ({
    ...store,
    get(account) {
      reads += 1;
      return store.get(account);
    },
  }));
  const end = start + 30 * day;
  used.clock = end - 61 * second;
  const before = await used.authorization.header();
  expect(before.equals(new Secret(`Bearer ${used.login.accessToken.reveal()}`))).toBe(true);

  used.clock = end - 60 * second;
  const headers = await Promise.all([1, 2, 3].map(() => used.authorization.header()));

  expect(used.refreshed).toBe(1);
  expect(reads, "under the lock, and after storing").toBe(2);
  for (const header of headers) {
    expect(header.equals(before)).toBe(false);
    expect(header.equals(headers[0])).toBe(true);
  }
});

test("a token with a short life is renewed after nine tenths of it", async () => {
  const used = await inUse(async (login, now) => ({
    ...login,
    accessToken: new Secret("short-lived"),
    accessTokenLife: 20,
    accessTokenUntil: now() + 20 * second,
  }));
  used.clock = start + 31 * day;
  await used.authorization.header();
  used.clock += 17.9 * second;
  await used.authorization.header();
  expect(used.refreshed).toBe(1);
  used.clock += 0.1 * second;
  await used.authorization.header();
  expect(used.refreshed).toBe(2);
});

test("a login that another process renewed is used without a request", async () => {
  const used = await inUse();
  used.clock = start + 31 * day;
  const renewedLogin = await refreshLogin(used.login, () => used.clock);
  await writeLogin(used.store, "default", renewedLogin);

  const header = await used.authorization.header();

  expect(header.reveal()).toBe(`Bearer ${renewedLogin.accessToken.reveal()}`);
  expect(used.refreshed).toBe(0);
});

test("a rejection by the API causes one renewal; a second rejection is an error", async () => {
  const used = await inUse();
  const { baseUrl, requests } = await serveFakeApi({
    user: (_request, response) => void response.writeHead(401).end("{}"),
  });
  const api = apiClient(httpTransport(new URL(baseUrl)), used.authorization);

  await expect(api.user(3, never)).rejects.toThrow(/^unauthorized: /);

  expect(requests("user")).toHaveLength(2);
  expect(used.refreshed).toBe(1);
});

test("a replaced refresh token is not used again: the stored login is used instead", async () => {
  const used = await inUse(async (login, now) => {
    // While this one asks, another process that does not share the lock is done first.
    const renewedLogin = await refreshLogin(login, now);
    await writeLogin(used.store, "default", renewedLogin);
    return refreshLogin(login, now);
  });
  used.clock = start + 31 * day;

  const header = await used.authorization.header();

  const storedLogin = await readLogin(used.store, "default");
  expect(storedLogin).toMatchObject({ scheme: "oauth" });
  expect(header.reveal()).toBe(
    `Bearer ${"accessToken" in storedLogin ? storedLogin.accessToken.reveal() : ""}`,
  );
});

test("a process that lost the lock does not send the refresh token that another has used", async () => {
  let reads = 0;
  const used: Used = await inUse(refreshLogin, (store) => ({
    ...store,
    async get(account) {
      const read = await store.get(account);
      reads += 1;
      // After the first read this process sleeps for so long that another renews the login meanwhile.
      if (reads === 1) await renewElsewhere(used.store.lockFile(account));
      return read;
    },
  }));
  let renewed = "";
  const renewElsewhere = async (lockFile: string): Promise<void> => {
    utimesSync(`${lockFile}.lock`, 0, 0);
    await withLock(lockFile, async () => {
      const renewedLogin = await refreshLogin(used.login, () => used.clock);
      await writeLogin(used.store, "default", renewedLogin);
      renewed = `Bearer ${renewedLogin.accessToken.reveal()}`;
    });
  };
  used.clock = start + 31 * day;

  const header = await used.authorization.header();

  expect(used.refreshed).toBe(0);
  expect(header.reveal()).toBe(renewed);
  expect(reads).toBe(2);
});

test("a notice appears in the last 14 days of a login", async () => {
  const used = await inUse();
  used.clock = start + 166 * day - 1;
  expect(used.authorization.notice()).toBeUndefined();
  used.clock = start + 166 * day;
  expect(used.authorization.notice()).toBe(
    "The login ends on 2027-05-19: ask the user to run social-analytics-mcp login again before.",
  );
});
