/** `http` and `token` as they are run. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo, post } from "../helpers/http.ts";
import { newUser } from "../helpers/commands.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import { run, start, urlOf } from "../helpers/process.ts";

const basic = "sandbox-token-2\nsandbox-secret-2\n";

test("a token gives access with its login, until it is removed", async () => {
  const served = await serveOAuth();
  const user = newUser();
  const words = ["login", "--basic", "--base-url", served.baseUrl, "--account", "work"];
  await run(words, user, basic);
  const file = join(temporaryFolder(), "tokens");
  const auth = ["--auth", `tokens:${file}`];
  const added = await run(["token", "add", "ada", "--account", "work", ...auth], user);
  const [, token = ""] = /^(sam_[\w-]{43})$/m.exec(added.stdout) ?? [];
  expect(added.stdout).toContain("The token of ada, which uses the login work.");
  expect(readFileSync(file, "utf8")).not.toContain(token.slice(4));
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const url = await urlOf(start(["http", "--port", "0", ...auth], user));
  const { call } = await connectTo(url, "2026-07-28", token);
  expect((await call("get_current_user")).text).toContain("Ben Sandbox");
  expect((await post(url, "{}")).status).toBe(401);
  expect((await post(url, "{}", { authorization: `Bearer ${token}x` })).status).toBe(401);

  expect((await run(["token", "list", ...auth], user)).stdout).toMatch(
    /^ada: login work, since \d{4}-\d{2}-\d{2}\n$/,
  );
  await run(["token", "remove", "ada", ...auth], user);
  const late = await post(url, "{}", { authorization: `Bearer ${token}` });
  expect(late.status, "from the next request on").toBe(401);
});

test("a caller whose login is missing learns nothing about the server's files and logins", async () => {
  const user = newUser();
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  const { stdout } = await run(["token", "add", "ada", "--account", "work", ...auth], user);
  const child = start(["http", "--port", "0", ...auth], user);
  let logged = "";
  child.stderr.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const url = await urlOf(child);
  const { call } = await connectTo(url, "2026-07-28", /^sam_\S+$/m.exec(stdout)?.[0]);
  const { text } = await call("get_current_user");
  expect(text).toBe(
    "not_logged_in: this server has no login for you that works\nTell the user: ask who runs the server to check the login that the token is for.",
  );
  expect(logged).toContain("holds no login named work");
});

test("token add reports a missing login, and rejects a name that is taken", async () => {
  const user = newUser();
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  const { stdout, code } = await run(["token", "add", "ada", "--account", "work", ...auth], user);
  expect(stdout).toMatch(/holds no login named work\.\nRun node \S+ login --account work\.\n$/);
  expect(code).toBe(0);
  expect((await run(["token", "add", "ada", ...auth], user)).stderr).toMatch(
    /^invalid_input: .* already has a token named ada\n/,
  );
  expect((await run(["token", "remove", "ben", ...auth], user)).stdout).toBe(
    "There is no token of ben: nothing to remove.\n",
  );
});

test("a token without a login uses the server's own login", async () => {
  const served = await serveOAuth();
  const user = { ...newUser(), ...served.environment };
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  const { stdout } = await run(["token", "add", "ada", ...auth], user);
  const url = await urlOf(start(["http", "--port", "0", ...auth], user));
  const { call } = await connectTo(url, "2025-11-25", /^sam_\S+$/m.exec(stdout)?.[0]);
  expect((await call("get_current_user")).text).toContain("Ada Sandbox");
  const listed = await run(["token", "list", ...auth], user);
  expect(listed.stdout).toContain("ada: the server's own login");
});

test.each([
  [["--host", "0.0.0.0"], "lets other machines in: --auth tokens:FILE"],
  [["--host", "192.168.0.7"], "lets other machines in"],
  [
    ["--auth", "tokens:/nowhere/tokens"],
    "holds no token: make one by social-analytics-mcp token add",
  ],
])("http %j does not start", async (words, problem) => {
  const { stderr, code } = await run(["http", "--port", "0", ...words]);
  expect(stderr).toContain(problem);
  expect(code).toBe(2);
});

test("the error for a port in use names the port", async () => {
  const url = await urlOf(start(["http", "--sandbox", "--port", "0"]));
  const { port } = new URL(url);
  const { stderr, code } = await run(["http", "--sandbox", "--port", port]);
  expect(stderr).toContain(`port ${port} is taken: name another with --port`);
  expect(code).toBe(2);
});

test("other machines can call the server by an allowed name", async () => {
  const user = newUser();
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  await run(["token", "add", "ada", ...auth], user);
  const words = ["http", "--sandbox", "--host", "0.0.0.0", "--port", "0", ...auth];
  const url = await urlOf(start([...words, "--allowed-host", "mcp.example.com"], user));
  const { port } = new URL(url);
  const local = `http://127.0.0.1:${port}`;
  expect((await fetch(`${local}/healthz`)).status).toBe(200);
  expect((await fetch(`${local}/readyz`)).status).toBe(200);
  expect((await fetch(`${local}/mcp`)).status).toBe(401);
});
