/** A process uses the credentials of a named login, else of the environment, else of the store; never a mixture. */
import { expect, test } from "vitest";
import { Secret } from "../../src/base/secrets/secret.ts";
import { ToolError } from "../../src/base/errors/tool-error.ts";
import { findCredentials, type Found, type Sources } from "../../src/suite/credentials/find.ts";
import { writeLogin } from "../../src/suite/credentials/login.ts";
import { memoryStore } from "../helpers/oauth.ts";

const environment = {
  SOCIAL_ANALYTICS_BASE_URL: "https://work.example",
  SOCIAL_ANALYTICS_TOKEN: "token-of-the-environment",
  SOCIAL_ANALYTICS_SECRET: "secret-of-the-environment",
};

async function find(sources: Partial<Sources> = {}): Promise<Found> {
  const store = memoryStore();
  for (const name of ["default", "work"]) {
    const baseUrl = `https://${name}.example/`;
    const [token, secret] = [new Secret(`token-of-${name}`), new Secret("client-secret-of-tests")];
    await writeLogin(store, name, { scheme: "basic", id: name, baseUrl, token, secret });
  }
  return findCredentials({
    environment: {},
    baseUrl: undefined,
    account: undefined,
    store: async () => store,
    refresh: (login) => Promise.resolve(login),
    uninterrupted: (work) => work(),
    now: Date.now,
    ...sources,
  });
}

const tokenOf = async ({ authorization }: Found): Promise<string> => {
  const [, text = ""] = (await authorization.header()).reveal().split(" ");
  return atob(text).replace(/:.*/, "");
};

test.each([
  ["a named login beats the environment", { account: "work", environment }, "token-of-work"],
  ["the environment beats the store", { environment }, "token-of-the-environment"],
  ["else the store's default is taken", {}, "token-of-default"],
])("%s", async (_rule, sources, token) => {
  expect(await tokenOf(await find(sources))).toBe(token);
});

test.each([
  [{ baseUrl: "https://other.example" }],
  [{ environment: { SOCIAL_ANALYTICS_BASE_URL: "https://other.example/" } }],
  [{ account: "work", baseUrl: "https://default.example" }],
  [{ baseUrl: "https://default.example/path" }],
])("a login is sent to no other base URL than its own: %j", async (sources) => {
  await expect(find(sources)).rejects.toThrow(
    /^not_logged_in: the login \w+ is for https:\/\/\w+\.example\/, not for /,
  );
});

test("two spellings of a base URL are the same", async () => {
  expect(await tokenOf(await find({ baseUrl: "HTTPS://Default.example:443" }))).toBe(
    "token-of-default",
  );
});

test("a half set environment is not completed from the store", async () => {
  const half = { ...environment, SOCIAL_ANALYTICS_SECRET: "" };
  await expect(find({ environment: half })).rejects.toThrow(
    "not_logged_in: SOCIAL_ANALYTICS_SECRET is not set, although other credentials",
  );
});

test("an error about a missing login names the existing ones", async () => {
  await expect(find({ account: "home" })).rejects.toThrow(
    /holds no login named home\n.*\(default, work\) with --account/,
  );
});

test("a store that does not answer is not treated as empty", async () => {
  const store = {
    ...memoryStore(),
    get: () => Promise.reject(new ToolError("keychain_unreachable", "locked")),
  };
  await expect(find({ store: async () => store })).rejects.toThrow("keychain_unreachable: locked");
});

test.each(["", "a/b", "../x", "a b", "x".repeat(65)])(
  "%j is not an account name",
  async (account) => {
    await expect(find({ account })).rejects.toThrow(/^invalid_input: .* is not an account name/);
  },
);

test("an unreadable login is not shown", async () => {
  const store = memoryStore();
  store.texts.set("default", '{"scheme":"basic","secret":"canary"}');
  const error: unknown = await find({ store: async () => store }).catch(
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toContain("holds a login named default that cannot be read");
  expect(String(error)).not.toContain("canary");
});

test("where a credential comes from is named, and a stored login is shown as it is now", async () => {
  const credentials = await find({ environment });
  expect([credentials.origin, credentials.stored]).toEqual(["the environment", undefined]);
  const workCredentials = await find({ account: "work" });
  expect(workCredentials.origin).toBe("the test's store");
  expect(workCredentials.stored?.account).toBe("work");
  expect(workCredentials.stored?.login()).toMatchObject({ id: "work", scheme: "basic" });
});

test("a store without logins, or one that does not answer, gives its own error", async () => {
  const empty = memoryStore();
  const of = (store: typeof empty): Partial<Sources> => ({ store: async () => store });
  await expect(find(of(empty))).rejects.toThrow(/holds no login named default\nTell the user: run/);
  const trouble = new ToolError("keychain_unreachable", "it is locked");
  const locked = { ...empty, get: () => Promise.reject(trouble), accounts: async () => ["other"] };
  await expect(find(of(locked))).rejects.toBe(trouble);
  const silent = { ...empty, accounts: () => Promise.reject(trouble) };
  await expect(find(of(silent))).rejects.toThrow(
    /holds no login named default\nTell the user: run/,
  );
});

test("a base URL of another login says what to do", async () => {
  await expect(find({ baseUrl: "https://other.example" })).rejects.toThrow(
    /\nTell the user: unset the base URL, or log in to it under another name \(social-analytics-mcp login --account NAME\) and start the server with that name\.$/,
  );
});
