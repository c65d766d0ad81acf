/** What a login says of itself: when it is renewed, when it ends, and what its scopes lack. */
import { expect, test } from "vitest";
import {
  endOf,
  isStale,
  noticeOf,
  problemsOf,
  readLogin,
  type Login,
  type OAuthLogin,
} from "../../src/suite/credentials/login.ts";
import { checkAccount, loginCommand } from "../../src/suite/credentials/store.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { memoryStore } from "../helpers/oauth.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
const day = 24 * 3_600_000;
const bound = { id: "1", baseUrl: "https://api.example.com/" };
const some = new Secret("a-secret-of-tests");

const basic: Login = { scheme: "basic", ...bound, token: some, secret: some };
const oauth: OAuthLogin = {
  scheme: "oauth",
  ...bound,
  clientId: "client",
  clientSecret: some,
  accessToken: some,
  accessTokenUntil: start + 3_600_000,
  accessTokenLife: 3600,
  scope: "api.read offline_access",
  refreshToken: some,
  refreshTokenSince: start,
};
const { refreshToken: _, ...unrenewable } = oauth;

test("a token is renewed a minute before it expires, or after nine tenths of a short life", () => {
  expect(isStale(oauth, start + 3_540_000 - 1)).toBe(false);
  expect(isStale(oauth, start + 3_540_000)).toBe(true);
  const short = { ...oauth, accessTokenLife: 100, accessTokenUntil: start + 100_000 };
  expect(isStale(short, start + 90_000 - 1)).toBe(false);
  expect(isStale(short, start + 90_000)).toBe(true);
  expect(isStale(basic, start + 1e12)).toBe(false);
});

test("a login ends with its refresh token, or with its access token where it has none", () => {
  expect(endOf(basic)).toBeUndefined();
  expect(endOf(oauth)).toBe(start + 180 * day);
  expect(endOf(unrenewable)).toBe(start + 3_600_000);
});

test("replies announce the end for two weeks", () => {
  const end = start + 180 * day;
  expect(noticeOf(basic, "default", end)).toBeUndefined();
  expect(noticeOf(oauth, "default", end - 14 * day - 1)).toBeUndefined();
  expect(noticeOf(oauth, "default", end - 14 * day)).toBe(
    "The login ends on 2027-05-19: ask the user to run social-analytics-mcp login again before.",
  );
  expect(noticeOf(oauth, "acme", end)).toContain(
    "run social-analytics-mcp login --account acme again",
  );
});

test("the problems of a login are the scopes that were not granted", () => {
  expect(problemsOf(basic)).toEqual([]);
  expect(problemsOf(oauth)).toEqual([]);
  const { scope: __, ...unnamed } = oauth;
  expect(problemsOf(unnamed)).toEqual([]);
  expect(problemsOf({ ...unrenewable, scope: "offline_access" })).toEqual([
    "The login ends at 2026-11-20 13:00 UTC and cannot be renewed, because the scope offline_access was not granted.",
    "The login does not allow reading, because the scope api.read was not granted.",
  ]);
});

test("a login that is missing or damaged is an error that says what to do", async () => {
  const store = memoryStore();
  await store.set("work", new Secret("{}"));
  await expect(readLogin(store, "default")).rejects.toThrow(
    /^not_logged_in: \S.* holds no login named default\nTell the user: run social-analytics-mcp login, or set /,
  );
  await expect(readLogin(store, "other")).rejects.toThrow(
    /^not_logged_in: \S.* holds no login named other\nTell the user: run social-analytics-mcp login --account other\.$/,
  );
  await expect(readLogin(store, "work")).rejects.toThrow(
    /^not_logged_in: \S.* holds a login named work that cannot be read\n/,
  );
});

test("names of accounts can be names of files", () => {
  for (const name of ["a", "7", "@team", "ada.b+c@example.com", "a".repeat(64)])
    expect(checkAccount(name)).toBe(name);
  for (const name of ["", ".a", "-a", "a/b", "a b", "é", "a".repeat(65)])
    expect(() => checkAccount(name)).toThrow(
      /^invalid_input: ".*" is not an account name\nUse up to 64 letters, digits and \. _ - \+ @\.$/,
    );
  expect(() => checkAccount("/".repeat(100))).toThrow(`"${"/".repeat(80)}" is not`);
  expect(loginCommand("default")).toEqual({ command: "login" });
  expect(loginCommand("work")).toEqual({ command: "login --account work" });
});
