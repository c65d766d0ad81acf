/** login, status and logout, as a person and as a program runs them. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { parseCommandLine, readArguments } from "../../src/command/terminal/command.ts";
import { command as login } from "../../src/command/commands/login.ts";
import { logInByCommand, newUser } from "../helpers/commands.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import { cli, readAll, start as startProcess, type Ran } from "../helpers/process.ts";
import { run, runCall } from "../helpers/program.ts";
import { isMissing } from "../helpers/system.ts";
import { typeInTurn, type Turn } from "../helpers/terminal.ts";

const basic = "sandbox-token-1\nsandbox-secret-1\n";

test("a login in a browser is used, reported and ended", async () => {
  const served = await serveOAuth();
  const user = newUser();

  const { stdout, stderr, code } = await logInByCommand(served, user);
  expect(stdout).toMatch(
    /^Logged in to http:\S+ as Ada Sandbox\. The login is stored in the credentials file \S+\.\n$/,
  );
  expect(stderr).toContain("Allow access on this page:");
  expect(code).toBe(0);

  const used = await runCall(["get_current_user"], user);
  expect(used.stdout).toMatch(
    /^This user\. 1 request sent, 498 left this hour\.\n[^]*\nname: Ada Sandbox\n/,
  );

  const status = await run(["status"], user);
  expect(status.stdout).toMatch(
    /^Logged in to \S+ as Ada Sandbox\.\nCredentials: from the credentials file \S+, login default \(\w{8} in metrics and logs\)\nAccess token: renewed automatically before \S+ \S+ UTC\nLogin: expires \S+ \S+ UTC\nQuota: 497 requests left this hour\n$/,
  );
  const reported: Record<string, unknown> = JSON.parse(
    (await run(["status", "--json"], user)).stdout,
  );
  expect(reported).toMatchObject({ user: "Ada Sandbox", account: "default", requests_left: 496 });
  const day = 24 * 60 * 60 * 1000;
  const days = (name: string): number =>
    Math.round((Date.parse(String(reported[name])) - Date.now()) / day);
  expect([days("access_token_ends"), days("login_ends")]).toEqual([30, 180]);

  const out = await run(["logout"], user);
  expect(out.stdout).toMatch(
    /^Logged out: the login default is deleted from the credentials file \S+\. Its tokens are revoked\.\n$/,
  );
  expect((await run(["status"], user)).stderr).toMatch(
    /^not_logged_in: .*\nRun node \S+cli\.js login/,
  );
});

test("logout revokes the tokens, so that copies of them do not work", async () => {
  const served = await serveOAuth();
  const [user, thief] = [newUser(), newUser()];
  await logInByCommand(served, user);
  copyFileSync(join(user["HOME"] ?? "", "credentials"), join(thief["HOME"] ?? "", "credentials"));
  expect((await run(["status"], thief)).code).toBe(0);

  await run(["logout"], user);

  expect((await run(["status"], thief)).stdout).toMatch(
    /^not_logged_in: the login default has ended/,
  );
});

test("login reads a token and a secret from stdin, and stores them under a name", async () => {
  const served = await serveOAuth();
  const user = newUser();
  const words = ["login", "--basic", "--base-url", served.baseUrl, "--account", "work", "--json"];
  const { stdout } = await run(words, user, basic);
  expect(JSON.parse(stdout)).toMatchObject({
    account: "work",
    scheme: "basic",
    user: "Ada Sandbox",
  });

  expect((await run(["status", "--account", "work"], user)).stdout).toContain("login work");
  const byVariable = { ...user, SOCIAL_ANALYTICS_ACCOUNT: "work" };
  expect((await runCall(["get_current_user"], byVariable)).stdout).toContain("Ada Sandbox");
  expect((await run(["status"], user)).stderr).toMatch(
    /\nName one of its logins \(work\) with --account/,
  );

  const known = { ...user, SOCIAL_ANALYTICS_TOKEN: "sandbox-token-2" };
  const second = ["login", "--basic", "--base-url", served.baseUrl];
  expect((await run(second, known, "sandbox-secret-2\n")).stdout).toContain("as Ben Sandbox.");
});

test("credentials that the API rejects are not stored", async () => {
  const served = await serveOAuth();
  const user = newUser();
  const words = ["login", "--basic", "--base-url", served.baseUrl];
  const { stderr, code } = await run(words, user, "sandbox-token-1\nwrong\n");
  expect(stderr).toMatch(/^unauthorized: the API rejected the credentials;.*\nLog in again/);
  expect(code).toBe(1);
  expect(existsSync(join(user["HOME"] ?? "", "credentials"))).toBe(false);
});

test("an error of the client differs from an error of the user", async () => {
  const served = await serveOAuth();
  const wrong = { ...served, oauth: { ...served.oauth, clientSecret: "wrong" } };
  const { stderr, code } = await logInByCommand(wrong, newUser());
  expect(stderr).toMatch(
    /unauthorized: the authorization server rejected the client id and secret\nCheck the client id/,
  );
  expect(code).toBe(1);
});

test("commands in the sandbox do not change the stored login", async () => {
  const served = await serveOAuth();
  const user = newUser();
  await run(["login", "--basic", "--base-url", served.baseUrl], user, basic);
  const inSandbox = { ...user, SOCIAL_ANALYTICS_SANDBOX: "1" };
  const { stderr, code } = await run(["logout"], inSandbox);
  expect(stderr).toContain("SOCIAL_ANALYTICS_SANDBOX selects the sandbox, which has no login");
  expect(code).toBe(2);
  expect((await run(["status", "--sandbox"], user)).stdout).toContain("from the embedded sandbox");
  expect((await run(["status"], user)).stdout).toContain("as Ada Sandbox");
});

test("login reports the login that it replaces, and the environment that takes precedence", async () => {
  const served = await serveOAuth();
  const user = newUser();
  const words = ["login", "--basic", "--base-url", served.baseUrl];
  await run(words, user, basic);
  const overridden = { ...user, SOCIAL_ANALYTICS_ACCESS_TOKEN: "other" };
  const { stdout } = await run(words, overridden, basic);
  expect(stdout).toContain(`It replaces a login for ${served.baseUrl}/`);
  expect(stdout).toContain("SOCIAL_ANALYTICS_ACCESS_TOKEN in the environment takes precedence");
});

test("logout deletes a login whose tokens are already revoked", async () => {
  const served = await serveOAuth();
  const [user, secondUser] = [newUser(), newUser()];
  await logInByCommand(served, user);
  copyFileSync(
    join(user["HOME"] ?? "", "credentials"),
    join(secondUser["HOME"] ?? "", "credentials"),
  );
  await run(["logout"], secondUser);
  expect((await run(["logout"], user)).stdout).toContain("is deleted");
});

test("login does not wait for the end of stdin after the secret", async () => {
  const served = await serveOAuth();
  const child = startProcess(["login", "--basic", "--base-url", served.baseUrl], newUser());
  child.stdin.write(basic);
  expect((await readAll(child)).stdout).toContain("Logged in");
});

test("a missing home folder is an error", async () => {
  const { stderr } = await run(["status"], {
    ...newUser(),
    HOME: "",
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: "file:~/kept",
  });
  expect(stderr).toMatch(/^invalid_input: this user has no home folder/);
});

test("--json prints every failure as JSON", async () => {
  const usage = await run(["login", "--json"], newUser());
  expect(JSON.parse(usage.stdout)).toMatchObject({ error: { code: "usage" } });
  const failure = await run(["status", "--json"], newUser());
  expect(JSON.parse(failure.stdout)).toMatchObject({
    error: { code: "not_logged_in", advice: expect.stringContaining("login") },
  });
});

test("a second logout is not a failure", async () => {
  const { stdout, code } = await run(["logout", "--json"], newUser());
  expect(JSON.parse(stdout)).toEqual({ account: "default", deleted: false, revoked: false });
  expect(code).toBe(0);
});

test.each([
  [["login", "--basic", "--base-url", "http://127.0.0.1:9"], "one line\n", "two lines on stdin"],
  [["login", "--account", "a/b", "--basic"], basic, "is not an account name"],
])("%j is rejected with what it takes", async (words, stdin, what) => {
  const { stderr, code } = await run(words, newUser(), stdin);
  expect(stderr).toContain(what);
  expect(code).not.toBe(0);
});

const url = ["--base-url", "http://127.0.0.1:9"];

test.each([
  [[], "--basic or --oauth"],
  [["--basic", "--oauth"], "exclude each other"],
  [["--basic"], "login takes --base-url URL"],
  [["--oauth", ...url], "login --oauth takes --client-id"],
  [["--oauth", ...url, "--client-id", "c"], "login --oauth takes --redirect-uri"],
])("without a terminal, login %j is rejected with what it takes", async (words, what) => {
  const input = readArguments(login, parseCommandLine(login, words), newUser());
  await expect(login.run(input, async () => [])).rejects.toThrow(what);
});

/** `login` on a terminal, where a person answers the questions in turn. */
async function logInOnTerminal(turns: readonly Turn[]): Promise<Ran> {
  const command = `stty cols 100; ${process.execPath} ${cli} login`;
  const env = { PATH: process.env["PATH"], ...newUser() };
  const child = spawn("script", ["-qec", command, "/dev/null"], { env });
  onTestFinished(() => void child.kill());
  typeInTurn(child, turns);
  return readAll(child);
}

test.skipIf(isMissing("script"))(
  "login asks on a terminal, does not echo secrets, and asks again after a wrong one",
  async () => {
    const served = await serveOAuth();
    const { stdout, code } = await logInOnTerminal([
      ["base URL", `${served.baseUrl}\r`],
      ["How do you log in", "\r"],
      ["The token", "sandbox-token-1\r"],
      ["The secret", "a-wrong-secret\r"],
      ["unauthorized: the API rejected the credentials", ""],
      ["The token", "sandbox-token-1\r"],
      ["The secret", "sandbox-secret-1\r"],
    ]);
    expect(stdout).toContain("as Ada Sandbox.");
    expect(stdout).not.toMatch(/sandbox-(token|secret)|a-wrong-secret/);
    expect(code).toBe(0);
  },
);

test.skipIf(isMissing("script"))("Ctrl+C in the login is 130, as of other programs", async () => {
  const { stdout, code } = await logInOnTerminal([["base URL", "\u0003"]]);
  expect(stdout).toContain("Nothing was changed.");
  expect(code).toBe(130);
});
