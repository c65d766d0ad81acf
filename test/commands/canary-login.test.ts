/** The secrets of a stored login appear in no output, no other file and no command line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Canaries, debugging } from "../helpers/canaries.ts";
import { logInByCommand, newUser } from "../helpers/commands.ts";
import { oneDay } from "../helpers/http.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import type { Environment } from "../helpers/process.ts";

const passphrase = "canary passphrase";

/** What the encrypted file does not show: asked of the same, written plainly. */
const secretsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\\"(?:accessToken|refreshToken|clientSecret|secret|token)\\":\\"([^\\]+)\\"/g,
    ),
  ].map(([, secret = ""]) => secret);

test("no command leaks the secrets of a stored login, however it fails", async () => {
  const canaries = new Canaries();
  const served = await serveOAuth({ oauth: { rotateAlways: true } });
  const user = newUser();
  const store = join(user["HOME"] ?? "", "credentials");
  canaries.plant(served.oauth.clientSecret);
  const login = await logInByCommand(served, { ...user, ...debugging });
  canaries.saw("login", login.stdout + login.stderr);
  const secrets = secretsIn(readFileSync(store, "utf8"));
  expect(secrets).toHaveLength(3);
  canaries.plant(...secrets);

  for (const words of [
    ["status"],
    ["status", "--json"],
    ["doctor"],
    ["doctor", "--json"],
    ["call", "get_current_user"],
    ["call", "get_profile_metrics", JSON.stringify(oneDay())],
    ["call", "get_current_user", "--base-url", "http://127.0.0.1:9"],
    ["call", "get_current_user", "--account", "other"],
    ["call", "get_current_user", "not json"],
    ["tools"],
    ["logout"],
    ["status"],
  ]) {
    await canaries.run(words, user);
  }

  canaries.sawFiles(user["HOME"] ?? "", store);
  expect(canaries.leaks()).toEqual([]);
});

test("no command leaks the secrets and the passphrase of an encrypted file", async () => {
  const canaries = new Canaries();
  const served = await serveOAuth();
  const user: Environment = { ...newUser(), SOCIAL_ANALYTICS_PASSPHRASE: passphrase };
  canaries.plant(passphrase, "sandbox-secret-1", "sandbox-token-1:sandbox-secret-1");
  const stdin = "sandbox-token-1\nsandbox-secret-1\n";
  const login = ["login", "--basic", `--base-url=${served.baseUrl}`];
  expect((await canaries.run(login, user, stdin)).code).toBe(0);
  canaries.plant("wrong canary secret");
  await canaries.run(login, user, "sandbox-token-1\nwrong canary secret\n");
  await canaries.run(["status"], user);
  canaries.plant("canary passphrase 2");
  await canaries.run(["status"], { ...user, SOCIAL_ANALYTICS_PASSPHRASE: "canary passphrase 2" });
  await canaries.run(["status"], { ...user, SOCIAL_ANALYTICS_PASSPHRASE: "" });

  canaries.sawFiles(user["HOME"] ?? "");
  expect(canaries.leaks()).toEqual([]);
});
