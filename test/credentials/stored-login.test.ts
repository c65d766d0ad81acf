/** A stored login in use, without the network: what it is called, and what a rejection leads to. */
import { expect, test } from "vitest";
import { identityOf } from "../../src/suite/api/authorization.ts";
import {
  headerOf,
  writeLogin,
  type Login,
  type OAuthLogin,
} from "../../src/suite/credentials/login.ts";
import {
  GrantRefused,
  StoredAuthorization,
  type StoredParts,
} from "../../src/suite/credentials/stored-login.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { memoryStore } from "../helpers/oauth.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const bound = { id: "1", baseUrl: "https://api.example.com/" };
const secret = (name: string): Secret => new Secret(`${name}-of-tests`);

const basic: Login = {
  scheme: "basic",
  ...bound,
  token: secret("token"),
  secret: secret("secret"),
};
const oauth: OAuthLogin = {
  scheme: "oauth",
  ...bound,
  clientId: "client",
  clientSecret: secret("client-secret"),
  accessToken: secret("access"),
  accessTokenUntil: now + 3_600_000,
  accessTokenLife: 3600,
  refreshToken: secret("refresh"),
  refreshTokenSince: now,
};
const renewed: OAuthLogin = {
  ...oauth,
  accessToken: secret("renewed"),
  refreshToken: secret("next"),
};

async function storedWith(
  login: Login,
  refresh: StoredParts["refresh"] = async () => renewed,
): Promise<{ authorization: StoredAuthorization; store: ReturnType<typeof memoryStore> }> {
  const store = memoryStore();
  await writeLogin(store, "work", login);
  const uninterrupted: StoredParts["uninterrupted"] = (work) => work();
  const parts = { store, account: "work", now: () => now, refresh, uninterrupted };
  return { authorization: new StoredAuthorization(login, parts), store };
}

test("a login of token and secret is known by its header, and belongs to no account that is known", async () => {
  const { authorization } = await storedWith(basic);
  expect(authorization.identity).toBe(identityOf(headerOf(basic).reveal()));
  expect(authorization.account).toBeUndefined();
  expect(await authorization.isReplaced()).toBe(false);
  expect((await authorization.header()).equals(headerOf(basic))).toBe(true);
});

test("a login of OAuth is known by its id, and its account by the client", async () => {
  const { authorization } = await storedWith(oauth);
  expect(authorization.identity).toBe(identityOf("1"));
  expect(authorization.account).toBe(identityOf("client"));
});

test("a header that is no longer in use is worth another try, without a renewal", async () => {
  const refused = async (): Promise<never> => {
    throw new Error("not asked");
  };
  const { authorization } = await storedWith(oauth, refused);
  expect(await authorization.renew(new Secret("Bearer an-older-one"))).toBe(true);
});

test("a rejected login of token and secret cannot be renewed", async () => {
  const { authorization } = await storedWith(basic);
  expect(await authorization.renew(headerOf(basic))).toBe(false);
});

test("a rejected token is renewed; the same token again is worth no other try", async () => {
  const { authorization } = await storedWith(oauth);
  expect(await authorization.renew(headerOf(oauth))).toBe(true);
  expect(authorization.login).toMatchObject({ accessToken: renewed.accessToken });
  const { authorization: unchanged } = await storedWith(oauth, async () => oauth);
  expect(await unchanged.renew(headerOf(oauth))).toBe(false);
});

const ended =
  /^not_logged_in: the login work has ended\nTell the user: run social-analytics-mcp login --account work again\.$/;

test("a login without a refresh token ends with its access token", async () => {
  const { refreshToken: _, ...unrenewable } = oauth;
  const { authorization } = await storedWith(unrenewable);
  await expect(authorization.renew(headerOf(unrenewable))).rejects.toThrow(ended);
});

test("a refused refresh token ends the login, unless another process has stored a later one", async () => {
  const refuse = async (): Promise<never> => {
    throw new GrantRefused("invalid_grant");
  };
  const { authorization } = await storedWith(oauth, refuse);
  await expect(authorization.renew(headerOf(oauth))).rejects.toThrow(ended);

  const late = await storedWith(oauth, async () => {
    await writeLogin(late.store, "work", renewed);
    return refuse();
  });
  expect(await late.authorization.renew(headerOf(oauth))).toBe(true);

  const changed = await storedWith(oauth, async () => {
    await writeLogin(changed.store, "work", basic);
    return refuse();
  });
  await expect(changed.authorization.renew(headerOf(oauth))).rejects.toThrow(ended);
});

test("a login that was replaced is not used, and is reported as replaced", async () => {
  const { authorization, store } = await storedWith(oauth);
  await writeLogin(store, "work", { ...renewed, id: "2" });
  await expect(authorization.renew(headerOf(oauth))).rejects.toThrow(
    /^not_logged_in: the login work was replaced by another\nCall again: the new one is used then\.$/,
  );
  expect(await authorization.isReplaced()).toBe(true);
});

test("a login that was replaced while it works is noticed within a minute, and one that cannot be read stays", async () => {
  const store = memoryStore();
  await writeLogin(store, "work", oauth);
  let passed = 0;
  let reads = 0;
  const counted = { ...store, get: (account: string) => ((reads += 1), store.get(account)) };
  const authorization = new StoredAuthorization(oauth, {
    store: counted,
    account: "work",
    now: () => now + passed,
    refresh: async () => renewed,
    uninterrupted: (work) => work(),
  });
  await authorization.header();
  passed = 30_000;
  expect([await authorization.isReplaced(), reads]).toEqual([false, 0]);
  await store.delete("work");
  passed = 61_000;
  expect(await authorization.isReplaced()).toBe(false);
  await writeLogin(store, "work", { ...renewed, id: "2" });
  expect([await authorization.isReplaced(), reads]).toEqual([false, 1]);
  passed += 61_000;
  expect([await authorization.isReplaced(), reads]).toEqual([true, 2]);
});

test("a store that does not store the new tokens is an error", async () => {
  const { authorization, store } = await storedWith(oauth);
  store.set = async () => {};
  await expect(authorization.renew(headerOf(oauth))).rejects.toThrow(
    "store_unreachable: the test's store did not store the renewed login",
  );
});
