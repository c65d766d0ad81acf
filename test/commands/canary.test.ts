/** No secret in any stream: planted ones are looked for in all that every command writes, and in the process list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { Canaries, debugging } from "../helpers/canaries.ts";
import { logInByCommand, newUser } from "../helpers/commands.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import { connectTo, post } from "../helpers/http.ts";
import { readAll, run, start, urlOf, type Environment } from "../helpers/process.ts";

const passphrase = "canary passphrase";

/** What the encrypted file does not show: asked of the same, written plainly. */
const secretsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\\"(?:accessToken|refreshToken|clientSecret|secret|token)\\":\\"([^\\]+)\\"/g,
    ),
  ].map(([, secret = ""]) => secret);

const metrics = JSON.stringify({
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2026-10-01",
  date_end: "2026-10-02",
});

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
    ["call", "get_profile_metrics", metrics],
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

const environmentSecrets = {
  SOCIAL_ANALYTICS_TOKEN: "canary-token-1",
  SOCIAL_ANALYTICS_SECRET: "canary-secret-1",
  SOCIAL_ANALYTICS_CLIENT_SECRET: "canary-client-secret",
};

test("no command leaks the secrets of the environment, however the API fails", async () => {
  const canaries = new Canaries();
  const user: Environment = { ...newUser(), ...environmentSecrets };
  canaries.plant(...Object.values(environmentSecrets), "canary-token-1:canary-secret-1");
  for (const words of [
    ["tools"],
    ["demo"],
    ["doctor", "--sandbox"],
    ["call", "get_current_user"],
    ["call", "get_current_user", "--sandbox"],
    [
      "login",
      "--oauth",
      "--base-url=http://127.0.0.1:9",
      "--client-id=c",
      "--redirect-uri=http://127.0.0.1:1/x",
    ],
    ["status", "--base-url", "http://127.0.0.1:9"],
    ["nonsense"],
  ]) {
    await canaries.run(words, user);
  }
  const keychain = { ...user, SOCIAL_ANALYTICS_CREDENTIAL_STORE: "keychain" };
  await canaries.run(["status", "--account", "work"], {
    ...keychain,
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
  });

  for (const [status, body] of [
    [401, "ECHO"],
    [401, '{"success":false,"errors":[{"code":401,"errors":["ECHO"]}]}'],
    [200, '{"success":false,"errors":[{"code":3,"errors":["you sent ECHO"]}]}'],
    [500, "<html>ECHO</html>"],
    [307, "ECHO"],
    [200, "{broken ECHO"],
  ] as const) {
    const { baseUrl } = await serveFakeApi({
      otherwise: ({ headers }, response) => {
        const echo = headers.authorization ?? "";
        const plain = atob(echo.split(" ")[1] ?? "");
        // Elsewhere: to a place where a credential must not follow.
        response.writeHead(status, { location: "http://127.0.0.1:9/elsewhere" });
        response.end(body.replace("ECHO", `${echo} ${plain}`));
        return undefined;
      },
    });
    for (const words of [["call", "get_current_user"], ["status"], ["doctor"]]) {
      await canaries.run([...words, `--base-url=${baseUrl}`], user);
    }
  }
  canaries.sawFiles(user["HOME"] ?? "");
  expect(canaries.leaks()).toEqual([]);
});

test("a server over stdio leaks no secrets while the API rejects them", async () => {
  const canaries = new Canaries();
  const served = await serveOAuth();
  const user: Environment = {
    ...newUser(),
    ...environmentSecrets,
    SOCIAL_ANALYTICS_BASE_URL: served.baseUrl,
  };
  canaries.plant(...Object.values(environmentSecrets), "canary-token-1:canary-secret-1");
  const child = start(["serve"], { ...user, ...debugging });
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
  const all = readAll(child);
  const url = await urlOf(child);
  const { call } = await connectTo(url, "2025-11-25", token);
  await call("get_profile_metrics", JSON.parse(metrics));
  await call("get_profile_metrics", { network: token });
  await post(url, token, { authorization: `Bearer ${token}`, "mcp-session-id": "x" });
  await post(url, "{", { authorization: `Bearer ${token}x` });
  child.kill("SIGTERM");
  const { stdout, stderr } = await all;

  canaries.saw("http", stdout + stderr);
  canaries.sawFiles(home, join(home, "none"));
  expect(stderr).toContain('"event":"request"');
  expect(canaries.leaks()).toEqual([]);
});
