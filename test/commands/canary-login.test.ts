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

  const nowhere = ["--base-url", "http://127.0.0.1:9"];
  for (const [words, shows] of [
    [["status"], /as Ada Sandbox/],
    [["status", "--json"], /"user": "Ada Sandbox"/],
    [["doctor"], /credentials: .*Ada Sandbox/],
    [["doctor", "--json"], /Ada Sandbox/],
    [["call", "get_current_user"], /name: Ada Sandbox/],
    [["call", "get_profile_metrics", JSON.stringify(oneDay())], /result:\/\//],
    [["call", "get_current_user", ...nowhere], /^\w+: /m],
    [["call", "get_current_user", "--account", "other"], /^not_logged_in: /m],
    [["call", "get_current_user", "not json"], /^invalid_input: /m],
    [["tools"], /^list_profiles /m],
    [["logout"], /^Logged out: /m],
    [["status"], /^not_logged_in: /m],
  ] as const) {
    await canaries.run(words, user, shows);
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
  await canaries.run(login, user, /as Ada Sandbox/, stdin);
  canaries.plant("wrong canary secret");
  await canaries.run(login, user, /^unauthorized: /m, "sandbox-token-1\nwrong canary secret\n");
  await canaries.run(["status"], user, /as Ada Sandbox/);
  canaries.plant("canary passphrase 2");
  for (const wrongPassphrase of ["canary passphrase 2", ""])
    await canaries.run(
      ["status"],
      { ...user, SOCIAL_ANALYTICS_PASSPHRASE: wrongPassphrase },
      /passphrase|SOCIAL_ANALYTICS_PASSPHRASE/i,
    );

  canaries.sawFiles(user["HOME"] ?? "");
  expect(canaries.leaks()).toEqual([]);
});
