/** Secrets of servers and their callers appear in no output, file or command line. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { Canaries, debugging, environmentSecrets } from "../helpers/canaries.ts";
import { newUser } from "../helpers/commands.ts";
import { connectTo, oneDay, post } from "../helpers/http.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import { readAll, start as startProcess, urlOf, type Environment } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";

test("a server over stdio leaks no secrets while the API rejects them", async () => {
  const canaries = new Canaries();
  const served = await serveOAuth();
  const user: Environment = {
    ...newUser(),
    ...environmentSecrets,
    SOCIAL_ANALYTICS_BASE_URL: served.baseUrl,
  };
  canaries.plant(...Object.values(environmentSecrets), "canary-token-1:canary-secret-1");
  const child = startProcess(["serve"], { ...user, ...debugging });
  const client = { name: "test", version: "1" };
  const messages: object[] = [
    {
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client },
    },
    { method: "notifications/initialized" },
    { id: 1, method: "tools/list" },
    { id: 2, method: "tools/call", params: { name: "get_current_user", arguments: {} } },
    { id: 3, method: "resources/read", params: { uri: "result://none.csv" } },
    { id: 4, method: "nonsense" },
  ];
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  let answered = 0;
  createInterface(child.stdout).on("line", () => {
    answered += 1;
    if (answered === 5) child.stdin.end();
  });
  const { stdout, stderr } = await readAll(child);
  expect(stdout).toContain("unauthorized: ");
  canaries.saw("serve", stdout + stderr);
  expect(canaries.leaks()).toEqual([]);
});

test("a server over HTTP leaks no token of a caller into its output and files", async () => {
  const canaries = new Canaries();
  const served = await serveOAuth();
  const user: Environment = { ...newUser(), ...served.environment, ...debugging };
  const home = user["HOME"] ?? "";
  const auth = ["--auth", `tokens:${join(home, "tokens")}`];
  const added = await run(["token", "add", "ada", ...auth], user);
  const [token = ""] = /^sam_\S+$/m.exec(added.stdout) ?? [];
  canaries.plant(token, token.slice(4), served.environment["SOCIAL_ANALYTICS_SECRET"] ?? "");

  const child = start(["http", "--port", "0", "--log-level", "debug", ...auth], user);
  const output = readAll(child);
  const url = await urlOf(child);
  const { call, failing } = await connectTo(url, "2025-11-25", token);
  await call("get_profile_metrics", oneDay());
  await failing("get_profile_metrics", { network: token });
  await post(url, token, { authorization: `Bearer ${token}`, "mcp-session-id": "x" });
  await post(url, "{", { authorization: `Bearer ${token}x` });
  child.kill("SIGTERM");
  const { stdout, stderr } = await output;

  canaries.saw("http", stdout + stderr);
  canaries.sawFiles(home, join(home, "none"));
  expect(stderr).toContain('"event":"request"');
  expect(canaries.leaks()).toEqual([]);
});
