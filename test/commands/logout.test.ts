/** `logout` deletes the logins of the store, and a store that holds none is no error. */
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { run, start } from "../helpers/program.ts";

test("logout --all deletes every login of the store", async () => {
  const user = newUser();
  const credentials = "sandbox-token-1\nsandbox-secret-1\n";
  const child = start(["sandbox", "--port", "0"]);
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString()) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  for (const account of ["one", "two"])
    await run(["login", "--basic", "--base-url", url, "--account", account], user, credentials);
  const { stdout, code } = await run(["logout", "--all", "--json"], user);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).logins).toMatchObject([
    { account: "one", deleted: true },
    { account: "two", deleted: true },
  ]);
  expect((await run(["logout", "--all"], user)).stdout).toMatch(
    /holds no login: nothing to delete/,
  );
  expect((await run(["logout", "--all", "--account", "one"], user)).code).toBe(2);
});

test("without a store of logins, login says so before it does anything, and logout has nothing to delete", async () => {
  const env = { SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none" };
  const words = ["login", "--basic", "--base-url", "http://127.0.0.1:9"];
  const { stderr, code } = await run(words, env, "t0ken-of-this-test\ns3cret-of-this-test\n");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^invalid_input: SOCIAL_ANALYTICS_CREDENTIAL_STORE is none/);
  const loggedOut = await run(["logout"], env);
  expect(loggedOut.code).toBe(0);
  expect(loggedOut.stdout).toContain('the store "none" holds no login named default');
});
