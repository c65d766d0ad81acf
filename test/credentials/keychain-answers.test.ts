/** The keychain's helper is a program of its own: each of its answers, its silence and its end have an outcome. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keychain, type KeychainOptions } from "../../src/suite/credentials/keychain.ts";
import type { KeychainAnswer, KeychainFailure } from "../../src/suite/credentials/keychain.ts";
import type { CredentialStore } from "../../src/suite/credentials/store.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { temporaryFolder } from "../helpers/folders.ts";

/** A keychain whose helper runs this code; `input` is what it was asked. */
function keychainOf(code: string, options: Partial<KeychainOptions> = {}): CredentialStore {
  const script = join(temporaryFolder(), "helper.mjs");
  writeFileSync(
    script,
    `let text = ""; for await (const part of process.stdin) text += part;
     const input = JSON.parse(text); const say = (answer) => console.log(JSON.stringify(answer));
     ${code}`,
  );
  return keychain({
    helper: { node: process.execPath, script },
    environment: {},
    lockFolder: () => "/locks",
    patience: 60_000,
    reachPatience: 60_000,
    entryLength: Infinity,
    ...options,
  });
}

const answering = (answer: KeychainAnswer): CredentialStore =>
  keychainOf(`say(${JSON.stringify(answer)});`);

/** A helper that answers with its question. */
const echo = `say({ reached: true }); say({ text: text, deleted: true, accounts: [text] });`;

test("each operation is one question", async () => {
  const store = keychainOf(echo);
  expect((await store.get("work"))?.reveal()).toBe('{"operation":"get","account":"work"}');
  expect(await store.delete("work")).toBe(true);
  expect(await store.accounts()).toEqual(['{"operation":"accounts"}']);
  await store.set("work", new Secret("text-of-a-login"));
  const failing = keychainOf(`say({ failed: { kind: "broken", message: text } });`);
  await expect(failing.set("work", new Secret("a long login"))).rejects.toThrow(
    '{"operation":"set","account":"work","text":"',
  );
  await expect(failing.delete("work")).rejects.toThrow('{"operation":"delete","account":"work"}');
});

test("what is not there is undefined, false or empty", async () => {
  const store = answering({});
  expect(await store.get("work")).toBeUndefined();
  expect(await store.delete("work")).toBe(false);
  expect(await store.accounts()).toEqual([]);
});

test("the helper gets the environment without this program's settings and Node's", async () => {
  const environment = {
    SOCIAL_ANALYTICS_TOKEN: "a-token-of-tests",
    NODE_OPTIONS: "--no-warnings",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/bus",
  };
  const store = keychainOf(`say({ accounts: Object.keys(process.env) });`, { environment });
  const names = await store.accounts();
  expect(names).toContain("DBUS_SESSION_BUS_ADDRESS");
  expect(names).not.toContain("SOCIAL_ANALYTICS_TOKEN");
  expect(names).not.toContain("NODE_OPTIONS");
});

const failures: Readonly<Record<Exclude<KeychainFailure, "broken">, RegExp>> = {
  locked:
    /: the keychain is locked, and the request to unlock it was dismissed\nTell the user: unlock the keychain, then try again\. To log in without a keychain, set SOCIAL_ANALYTICS_CREDENTIAL_STORE=file:PATH, .* run social-analytics-mcp login; or set /,
  "no bus":
    /: there is no session bus to reach the keychain through\nTell the user: run this program in a desktop session\. To log in /,
  "no service":
    /: no keychain is installed: nothing offers the Secret Service\nTell the user: install one, such as gnome-keyring\. To log in /,
  "not started":
    /: the keychain's service does not start\nTell the user: repair or restart it \(gnome-keyring or KWallet\)\. To log in /,
  "not installed":
    /: this installation has no keychain package for this machine \(@napi-rs\/keyring\)\nTell the user: install social-analytics-mcp with npm\. To log in /,
};

test.each(Object.entries(failures))("a failure is explained: %s", async (kind, expected) => {
  const store = keychainOf(
    `say({ failed: { kind: ${JSON.stringify(kind)}, message: "hidden" } });`,
  );
  const error = await store.get("work").catch(String);
  expect(error).toMatch(expected);
  expect(error).toMatch(/^ToolError: keychain_unreachable|^keychain_unreachable/);
  expect(error).not.toContain("hidden");
});

test("a failure of no known kind is quoted, without control characters", async () => {
  const store = answering({ failed: { kind: "broken", message: "it \u001B[31m broke" } });
  const error = String(await store.get("work").catch(String));
  expect(error).toMatch(
    /keychain_unreachable: the keychain failed: it .*broke\nTell the user: check that it is running and unlocked\. To log in /,
  );
  expect(error).not.toContain("\u001B");
});

test.each([
  [
    "cannot be read",
    `console.log("no JSON");`,
    /the keychain failed: the helper's answer cannot be read/,
  ],
  [
    "is no object",
    `console.log("null");`,
    /the keychain failed: the helper's answer cannot be read/,
  ],
  ["is missing", `process.exit(0);`, /the keychain failed: the helper ended early/],
])("an answer that %s is a failure", async (_name, code, expected) => {
  await expect(keychainOf(code).get("work")).rejects.toThrow(expected);
});

test("a helper that does not start is a failure", async () => {
  const store = keychainOf("", { helper: { node: "/no/such/node", script: "helper.mjs" } });
  await expect(store.get("work")).rejects.toThrow("the keychain failed: the helper did not start");
});

test("a service that is not reached in time does not start", async () => {
  const store = keychainOf(`setInterval(() => {}, 1000);`, { reachPatience: 50 });
  await expect(store.get("work")).rejects.toThrow("the keychain's service does not start");
  const hurried = keychainOf(`setInterval(() => {}, 1000);`, { patience: 50 });
  await expect(hurried.get("work")).rejects.toThrow("the keychain's service does not start");
});

test("a service that was reached waits for the user, for a longer time", async () => {
  const code = `say({ reached: true }); setInterval(() => {}, 1000);`;
  await expect(keychainOf(code, { patience: 1500 }).get("work")).rejects.toThrow(
    /keychain_unreachable: the keychain did not answer within 1\.5 seconds: it is locked and waits for the user\nTell the user: answer the keychain's prompt, /,
  );
});
