/** Commands for several accounts, and callers over HTTP with several logins. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo } from "../helpers/http.ts";
import { storeLogins } from "../helpers/logins.ts";
import { urlOf, type Environment } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";

const both = ["--account", "acme", "--account", "globex"];

async function twoLogins(): Promise<Environment> {
  const sandbox = await serveSandbox();
  onTestFinished(() => sandbox.close());
  return storeLogins(temporaryFolder(), { acme: { sandbox }, globex: { sandbox, user: 1 } });
}

test("status shows each account, and one without a login fails without hiding the others", async () => {
  const environment = await twoLogins();
  const { stdout, code } = await run(["status", ...both], environment);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /as Ada Sandbox\.\n.*login acme \(.*\n(.*\n)+\n.*as Ben Sandbox\.\n.*login globex \(/,
  );
  const failed = await run(["status", ...both, "--account", "other", "--json"], environment);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    accounts: [
      { user: "Ada Sandbox", account: "acme" },
      { user: "Ben Sandbox", account: "globex" },
      { account: "other", error: { code: "not_logged_in" } },
    ],
  });
});

test("doctor checks the credentials of each account, and prints settings with all of them", async () => {
  const { stdout } = await run(["doctor", ...both], await twoLogins());
  expect(stdout).toMatch(/ok +credentials: .*login acme: Ada Sandbox\n/);
  expect(stdout).toMatch(/ok +credentials: .*login globex: Ben Sandbox\n/);
  expect(stdout).toMatch(/"--account",\s+"acme",\s+"--account",\s+"globex"/);
});

test("a token for two logins gives its caller a choice, and a token for one gives none", async () => {
  const environment = await twoLogins();
  const auth = `tokens:${join(environment["HOME"] ?? "", "tokens")}`;
  const add = async (name: string, accounts: readonly string[]): Promise<string> => {
    const added = await run(
      ["token", "add", name, "--auth", auth, ...accounts, "--json"],
      environment,
    );
    const { token }: { token: string } = JSON.parse(added.stdout);
    return token;
  };
  const [agency, client] = [await add("agency", both), await add("client", both.slice(2))];
  const listed = await run(["token", "list", "--auth", auth], environment);
  expect(listed.stdout).toMatch(
    /^agency: logins acme and globex, since .*\nclient: login globex, /,
  );

  const url = await urlOf(start(["http", "--port", "0", "--auth", auth], environment));
  const [ofAgency, ofClient] = [
    await connectTo(url, "2026-07-28", agency),
    await connectTo(url, "2025-11-25", client),
  ];
  const user = await ofAgency.call("get_current_user", { account: "globex" });
  expect(user.text).toMatch(/^Account: globex\n(.*\n)*.*Ben Sandbox/);
  expect((await ofAgency.failing("get_current_user")).text).toContain("account is missing");
  expect((await ofClient.call("get_current_user")).text).toContain("Ben Sandbox");
  expect((await ofClient.failing("get_current_user", { account: "acme" })).isError).toBe(true);
});
