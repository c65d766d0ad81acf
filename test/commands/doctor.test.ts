/** The findings of doctor, and the client settings that it prints. */
import { chmodSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { ourLimits } from "../../src/catalog/limits.ts";
import { newUser } from "../helpers/commands.ts";
import { readCall } from "../helpers/connect.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { serveOAuth } from "../helpers/oauth.ts";
import { hastened, run as runProcess, type Environment } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";

interface Checked {
  readonly ok: boolean;
  readonly findings: { what: string; state: string; detail: string }[];
  readonly clients: { client: string; where: string; text: string }[];
}

async function doctor(
  environment: Environment,
  words: readonly string[] = [],
  how = run,
): Promise<Checked> {
  const { stdout, code } = await how(["doctor", "--json", ...words], environment);
  const checked: Checked = JSON.parse(stdout);
  expect(code).toBe(checked.ok ? 0 : 1);
  return checked;
}

const stateOf = ({ findings }: Checked, name: string): string =>
  findings.find(({ what }) => what === name)?.state ?? "absent";

async function loggedIn(): Promise<{ user: Environment; baseUrl: string }> {
  const { baseUrl } = await serveOAuth();
  const user = newUser();
  const words = ["login", "--basic", "--base-url", baseUrl];
  await run(words, user, "sandbox-token-1\nsandbox-secret-1\n");
  return { user, baseUrl };
}

test("every check passes for a user who is logged in", async () => {
  const { user } = await loggedIn();
  const checked = await doctor(user);
  expect(checked.findings.map(({ what, state }) => [what, state])).toEqual([
    ["Node.js", "good"],
    ["PATH", "good"],
    ["store", "good"],
    ["lock folder", "good"],
    ["cache folder", "good"],
    ["pictures", "good"],
    ["base URL", "good"],
    ["clock", "good"],
    ["credentials", "good"],
    ["API", "warning"],
  ]);
});

test("the printed settings start this server, from any folder, with the login", async () => {
  const { user } = await loggedIn();
  const { clients } = await doctor(user);
  expect(clients.map(({ client }) => client)).toEqual([
    "Claude Desktop",
    "Claude Code",
    "VS Code",
    "Cursor",
  ]);
  const desktop: {
    mcpServers: Record<string, { command: string; args: string[]; env: Environment }>;
  } = JSON.parse(clients[0]?.text ?? "");
  const server = desktop.mcpServers["social-analytics"];
  expect([server?.command, server?.args[0]].every((path) => isAbsolute(path ?? ""))).toBe(true);

  const client = new Client({ name: "test", version: "1" });
  const env = { HOME: user["HOME"] ?? "", ...server?.env };
  await client.connect(
    new StdioClientTransport({
      command: server?.command ?? "",
      args: server?.args ?? [],
      env,
      cwd: "/",
    }),
  );
  onTestFinished(() => client.close());
  const { text } = readCall(await client.callTool({ name: "get_current_user" }));
  expect(text).toContain("Ada Sandbox");
});

test("the printed settings have absolute paths", async () => {
  const [saved, cached] = [temporaryFolder(), temporaryFolder()];
  const user = { ...newUser(), SOCIAL_ANALYTICS_CACHE_DIR: relative("", cached) };
  const { clients } = await doctor(user, ["--sandbox", "--save-to", relative("", saved)]);
  const { args, env } = JSON.parse(clients[0]?.text ?? "").mcpServers["social-analytics"];
  expect(args.slice(-2)).toEqual(["--save-to", saved]);
  expect(env).toMatchObject({ SOCIAL_ANALYTICS_CACHE_DIR: cached });
});

test("a user who is not logged in gets the login command", async () => {
  const checked = await doctor(newUser());
  expect(stateOf(checked, "store")).toBe("good");
  expect(checked.findings.at(-1)?.detail).toMatch(/^not_logged_in: .* Run node \S+cli\.js login/);
});

test("the printed settings repeat flags and variables, but no secrets", async () => {
  const user = {
    ...newUser(),
    SOCIAL_ANALYTICS_PASSPHRASE: "canary-passphrase",
    SOCIAL_ANALYTICS_MAX_REQUESTS: "9",
  };
  const { clients } = await doctor(user, ["--toolsets", "metrics", "--structured"]);
  for (const { text } of clients) {
    expect(text).toMatch(/SOCIAL_ANALYTICS_PASSPHRASE"?[:=] ?"?\$\{SOCIAL_ANALYTICS_PASSPHRASE\}/);
    expect(text).toMatch(/SOCIAL_ANALYTICS_MAX_REQUESTS"?[:=] ?"?9/);
    expect(text).toMatch(/--toolsets[",\s]+metrics[",\s]+--structured/);
    expect(text).not.toContain("canary");
  }
});

test("an unreachable base URL and a wrong clock are findings", async () => {
  const environment = { SOCIAL_ANALYTICS_TOKEN: "t", SOCIAL_ANALYTICS_SECRET: "s" };
  const user = { ...newUser(), ...environment };
  const unreachable = await doctor(user, ["--base-url", "http://127.0.0.1:9"]);
  expect(stateOf(unreachable, "base URL")).toBe("bad");
  expect(unreachable.findings.find(({ what }) => what === "credentials")?.detail).toBe(
    "upstream_failed: 127.0.0.1:9 refused the connection. Check the base URL and the network connection, then try again.",
  );

  const { baseUrl } = await serveFakeApi({
    otherwise: (_request, response) => {
      response.setHeader("date", new Date(Date.now() - 7_200_000).toUTCString());
      return {};
    },
  });
  const late = await doctor(user, ["--base-url", baseUrl]);
  expect(late.findings.find(({ what }) => what === "clock")?.detail).toMatch(
    /^7\d\d\d seconds ahead of the server's: set this machine's clock$/,
  );
});

test("an API that never answers is an error with advice, and doctor prints its other checks", async () => {
  const { baseUrl } = await serveFakeApi({ user: () => undefined, otherwise: {} });
  const user = {
    ...newUser(),
    ...hastened("setTimeout", ourLimits.proofSeconds * 1000, 200),
    SOCIAL_ANALYTICS_BASE_URL: baseUrl,
    SOCIAL_ANALYTICS_TOKEN: "a-token",
  };
  const withSecret = { ...user, SOCIAL_ANALYTICS_SECRET: "a-secret" };
  const problem = `the API did not answer within ${ourLimits.proofSeconds} seconds`;
  const next = "Check the base URL and the network, then try again.";
  const [status, login, checked] = await Promise.all([
    runProcess(["status"], withSecret),
    runProcess(["login", "--basic"], user, "a-secret\n"),
    doctor(withSecret, [], runProcess),
  ]);
  expect(status.stdout.startsWith(`upstream_failed: ${problem}\n${next}\n`)).toBe(true);
  expect(login).toEqual({ code: 1, stdout: "", stderr: `upstream_failed: ${problem}\n${next}\n` });
  expect(checked.findings.find(({ what }) => what === "credentials")).toEqual({
    what: "credentials",
    state: "bad",
    detail: `upstream_failed: ${problem}. ${next}`,
  });
  expect([stateOf(checked, "Node.js"), stateOf(checked, "base URL")]).toEqual(["good", "good"]);
});

test("a credentials file that others can read is a finding with a remedy", async () => {
  const { user } = await loggedIn();
  const file = join(user["HOME"] ?? "", "credentials");
  chmodSync(file, 0o644);
  const { findings } = await doctor(user);
  expect(findings.find(({ what }) => what === "store")?.detail).toContain(`chmod 600 ${file}`);
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test("the sandbox needs no credentials", async () => {
  const { stdout, code } = await run(["doctor", "--sandbox"], newUser());
  expect(stdout).toContain("credentials: from the embedded sandbox: Ada Sandbox");
  expect(stdout).toContain('"--sandbox"');
  expect(code).toBe(0);
});
