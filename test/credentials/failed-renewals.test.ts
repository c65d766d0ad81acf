/** A renewal that fails deletes no login, and says what to do. */
import { expect, test } from "vitest";
import { Secret } from "../../src/base/secrets/secret.ts";
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { readLogin, writeLogin } from "../../src/suite/credentials/login.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { day, start, inUse } from "../helpers/login-in-use.ts";

test("an expired login is an error that says so, and is not deleted", async () => {
  const used = await inUse();
  await refreshLogin(used.login, () => used.clock);
  const before = used.store.texts.get("default");
  used.clock = start + 31 * day;

  await expect(used.authorization.header()).rejects.toThrow(
    "not_logged_in: the login default has ended\nTell the user: run social-analytics-mcp login again.",
  );

  expect(used.store.texts.get("default")).toBe(before);
});

test("a login that was replaced is not used any more: the new one may belong to another user", async () => {
  const used = await inUse();
  await writeLogin(used.store, "default", { ...used.login, id: "another" });
  used.clock = start + 31 * day;
  await expect(used.authorization.header()).rejects.toThrow(
    "not_logged_in: the login default was replaced by another\nCall again: the new one is used then.",
  );
  expect(await used.authorization.isReplaced()).toBe(true);
  expect(used.refreshed).toBe(0);
});

test("a network failure deletes nothing, and the next call renews", async () => {
  let isDown = true;
  const used = await inUse((login, now) =>
    refreshLogin(isDown ? { ...login, baseUrl: "http://127.0.0.1:9/" } : login, now),
  );
  const before = used.store.texts.get("default");
  used.clock = start + 31 * day;

  await expect(used.authorization.header()).rejects.toThrow(
    "upstream_failed: 127.0.0.1:9 did not send a valid HTTP answer\n",
  );
  expect(used.store.texts.get("default")).toBe(before);

  isDown = false;
  await expect(used.authorization.header()).resolves.toBeInstanceOf(Secret);
});

test.each([
  [429, { error: "slow_down" }, /^rate_limited: .* \(status 429\)\nTry again in 2 min\./],
  [503, { error: "temporarily_unavailable" }, /^upstream_failed: .* \(status 503\)\nTry again/],
])(
  "status %i of a renewal deletes nothing, and the next call renews",
  async (status, body, error) => {
    const { baseUrl } = await serveFakeApi({
      otherwise: (_request, response) => {
        response.statusCode = status;
        response.setHeader("retry-after", "120");
        return JSON.stringify(body);
      },
    });
    let isBusy = true;
    const used = await inUse((login, now) =>
      refreshLogin(isBusy ? { ...login, baseUrl } : login, now),
    );
    const before = used.store.texts.get("default");
    used.clock = start + 31 * day;

    await expect(used.authorization.header()).rejects.toThrow(error);
    expect(used.store.texts.get("default")).toBe(before);

    isBusy = false;
    await expect(used.authorization.header()).resolves.toBeInstanceOf(Secret);
  },
);

test("new tokens are stored and read back before use, and survive a store that fails", async () => {
  let isBroken = true;
  const used = await inUse(refreshLogin, (store) => ({
    ...store,
    set: (account, text) => (isBroken ? Promise.resolve() : store.set(account, text)),
  }));
  used.clock = start + 31 * day;
  await expect(used.authorization.header()).rejects.toThrow(
    "store_unreachable: the test's store did not store the renewed login",
  );

  isBroken = false;
  const header = await used.authorization.header();

  expect(used.refreshed).toBe(1);
  const storedLogin = await readLogin(used.store, "default");
  expect(header.reveal()).toBe(
    `Bearer ${"accessToken" in storedLogin ? storedLogin.accessToken.reveal() : ""}`,
  );
});
