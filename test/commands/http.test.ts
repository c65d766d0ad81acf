/** `http` and `token` as they are run. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { httpLimits } from "../../src/catalog/limits.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { serveHeld } from "../helpers/held-api.ts";
import { connectTo, oneDay, openSession, post } from "../helpers/http.ts";
import { newUser } from "../helpers/commands.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import { hastened, start as startProcess, urlOf, type Environment } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";
import { eventually } from "../helpers/waiting.ts";

const basic = "sandbox-token-2\nsandbox-secret-2\n";

/** Ends only what hangs: the tests with it start many processes, each slowly on a busy machine. */
const manyProcesses = 300_000;

/** Adds a token that uses the server's own login. */
async function addToken(name: string, auth: readonly string[], user: Environment): Promise<string> {
  const { stdout } = await run(["token", "add", name, ...auth], user);
  return /^sam_\S+$/m.exec(stdout)?.[0] ?? `no token: ${stdout}`;
}

test(
  "a token gives access with its login, until it is removed",
  { timeout: manyProcesses },
  async () => {
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
  },
);

test("only a header of the form Bearer TOKEN gives access", async () => {
  const user = newUser();
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  const token = await addToken("ada", auth, user);
  const url = await urlOf(start(["http", "--sandbox", "--port", "0", ...auth], user));
  const table: readonly (readonly [string, number])[] = [
    ["Bearer TOKEN", 400],
    ["bearer TOKEN", 400],
    ["Bearer   TOKEN", 400],
    ["TOKEN", 401],
    ["BearerTOKEN", 401],
    ["xBearer TOKEN", 401],
    ["Basic TOKEN", 401],
    ["Basic x Bearer TOKEN", 401],
    ["Bearer TOKEN extra", 401],
    ["Bearer TOKEN, Bearer TOKEN", 401],
    ["Bearer x TOKEN", 401],
    ["Bearer ", 401],
  ];
  const answered = await Promise.all(
    table.map(async ([header]) => {
      const authorization = header.replaceAll("TOKEN", token);
      return [header, (await post(url, "{}", { authorization })).status];
    }),
  );
  expect(answered).toEqual(table);
});

/** Lets a server look for removed tokens all the time, instead of once a minute. */
const sweepingOften = hastened("setInterval", httpLimits.sweepSeconds * 1000, 20);

test(
  "once a token is removed, its sessions are refused, its streams end, and its calls are cancelled",
  { timeout: manyProcesses },
  async () => {
    const api = await serveHeld();
    const login = { SOCIAL_ANALYTICS_TOKEN: "token", SOCIAL_ANALYTICS_SECRET: "secret-of-tests" };
    const user = { ...newUser(), ...login, SOCIAL_ANALYTICS_BASE_URL: api.baseUrl };
    const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
    const tokens = [await addToken("ada", auth, user), await addToken("ben", auth, user)];
    const server = startProcess(["http", "--port", "0", ...auth], { ...user, ...sweepingOften });
    const url = await urlOf(server);
    const busy = async (token: string, day: string) => {
      const session = await openSession(url, token);
      const headers = { authorization: `Bearer ${token}`, "mcp-session-id": session };
      const params = { name: "get_profile_metrics", arguments: oneDay(day) };
      const called = { jsonrpc: "2.0", id: 2, method: "tools/call", params };
      return {
        headers,
        listening: await fetch(url, { headers: { ...headers, accept: "text/event-stream" } }),
        calling: await post(url, called, headers),
      };
    };
    const [ada, ben] = [
      await busy(tokens[0] ?? "", "2026-10-01"),
      await busy(tokens[1] ?? "", "2026-10-02"),
    ];
    await eventually(() => expect(api.waiting()).toBe(2));

    await run(["token", "remove", "ada", ...auth], user);

    const ping = { jsonrpc: "2.0", id: 3, method: "ping" };
    const listen = { ...ada.headers, accept: "text/event-stream" };
    expect((await post(url, ping, ada.headers)).status).toBe(401);
    expect((await fetch(url, { headers: listen })).status).toBe(401);
    expect((await fetch(url, { headers: listen, method: "DELETE" })).status).toBe(401);
    await eventually(() => expect(api.leftAlone()).toBe(1));
    expect(await ada.calling.text()).toBe("");
    expect(await ada.listening.text()).toBe("");

    expect((await post(url, ping, ben.headers)).status).toBe(200);
    api.release();
    expect(await ben.calling.text()).toContain("fans_change sum|7\\n");
    await ben.listening.body?.cancel();
  },
);

test("a caller whose login is missing learns nothing about the server's files and logins", async () => {
  const user = newUser();
  const auth = ["--auth", `tokens:${join(temporaryFolder(), "tokens")}`];
  const { stdout } = await run(["token", "add", "ada", "--account", "work", ...auth], user);
  const child = start(["http", "--port", "0", ...auth], user);
  let logged = "";
  child.stderr.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const url = await urlOf(child);
  const { failing } = await connectTo(url, "2026-07-28", /^sam_\S+$/m.exec(stdout)?.[0]);
  const { text } = await failing("get_current_user");
  expect(text).toBe(
    "not_logged_in: this server has no login for you that works\nTell the user: ask the operator of the server to check the login that the token is for.",
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
  const token = await addToken("ada", auth, user);
  const url = await urlOf(start(["http", "--port", "0", ...auth], user));
  const { call } = await connectTo(url, "2025-11-25", token);
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
