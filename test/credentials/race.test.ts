/** Many processes, one login: each refresh token is used once, whoever comes first, and whoever dies. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { uninterrupted } from "../../src/commands/signals.ts";
import { fileStore } from "../../src/credentials/file-store.ts";
import { readLogin, writeLogin } from "../../src/credentials/login.ts";
import { refreshLogin } from "../../src/credentials/oauth/authorization-server.ts";
import { StoredAuthorization } from "../../src/credentials/stored.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { readCall } from "../helpers/connect.ts";
import { killPoints, type KillPoint } from "../helpers/kill-points.ts";
import { logIn, serveOAuth, tokenRequests } from "../helpers/oauth.ts";
import { cli } from "../helpers/process.ts";

const [processes, expiries] = process.env["FULL"] === undefined ? [8, 12] : [8, 50];
const month = 31 * 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

async function startServer(environment: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const [command, args] = [process.execPath, [cli, "serve"]];
  await client.connect(new StdioClientTransport({ command, args, env: environment }));
  onTestFinished(() => client.close());
  return client;
}

test(`${processes} servers over one login, ${expiries} expiries: one token request for each`, async () => {
  const folder = temporaryFolder();
  const log = join(folder, "requests.log");
  const served = await serveOAuth({ oauth: { rotateAlways: true }, log });
  const path = join(folder, "credentials");
  await writeLogin(fileStore({ path, passphrase: undefined }), "default", await logIn(served));
  const environment = { SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${path}`, HOME: folder };
  const ask = async (client: Client): Promise<void> => {
    const { text, isError } = readCall(await client.callTool({ name: "get_current_user" }));
    expect(text).toContain("Ada Sandbox");
    expect(isError).toBe(false);
  };
  const clients = await Promise.all(
    Array.from({ length: processes }, () => startServer(environment)),
  );
  const requested = (): number => tokenRequests(readFileSync(log, "utf8"));
  await Promise.all(clients.map(ask));
  expect(requested()).toBe(1);

  // The sandbox's clock alone moves on: to the servers each token ends without a warning.
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let round = 1; round <= expiries; round += 1) {
    vi.setSystemTime(Date.now() + month);
    await Promise.all(clients.map(ask));
    expect(requested()).toBe(1 + round);
  }

  await ask(await startServer(environment));
  expect(requested(), "a late starter asks for none").toBe(1 + expiries);
});

async function buildWorker(folder: string): Promise<string> {
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "../helpers/renewing-worker.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return outfile;
}

/** Lets a process die at a point, then asks as another would; how that ends. */
async function afterDeathAt(
  killAt: KillPoint,
  signal: "SIGKILL" | "SIGTERM" = "SIGKILL",
): Promise<{ outcome: string; seconds: number }> {
  const folder = temporaryFolder();
  const served = await serveOAuth({ oauth: { rotateAlways: true } });
  const path = join(folder, "credentials");
  const store = fileStore({ path, passphrase: undefined });
  const login = { ...(await logIn(served)), accessTokenUntil: 0 };
  await writeLogin(store, "default", login);
  const worker = spawn(process.execPath, [await buildWorker(folder)]);
  worker.stdin.end(JSON.stringify({ path, killAt, signal }));
  const died = await new Promise((resolve) => worker.once("exit", (_code, name) => resolve(name)));
  expect(died).toBe(signal);

  const begun = Date.now();
  const parts = {
    store,
    account: "default",
    now: Date.now,
    refresh: (kept: typeof login) => refreshLogin(kept, Date.now),
    uninterrupted,
  };
  const outcome = await new StoredAuthorization(login, parts).header().then(
    async (header) => {
      const response = await fetch(`${served.baseUrl}/3/user/me`, {
        headers: { authorization: header.reveal() },
      });
      return `status ${response.status}`;
    },
    (error: Error) => error.message.split("\n")[0] ?? "",
  );
  const kept = await readLogin(store, "default");
  expect(kept.baseUrl, "nothing is deleted").toBe(login.baseUrl);
  return { outcome, seconds: (Date.now() - begun) / 1000 };
}

test("a holder of the lock that is killed does not keep the others from going on", async () => {
  const deaths = await Promise.all(
    killPoints.map(async (point) => ({ point, ...(await afterDeathAt(point)) })),
  );
  for (const { point, outcome, seconds } of deaths) {
    const tokenDied = point === "after the request";
    expect(outcome, `killed ${point}`).toBe(
      tokenDied ? "not_logged_in: the login default has ended" : "status 200",
    );
    expect(seconds, `killed ${point}`).toBeLessThan(15);
  }
});

test("a process that is told to end while it renews stores what it renewed first", async () => {
  const { outcome, seconds } = await afterDeathAt("after the request", "SIGTERM");
  expect(outcome).toBe("status 200");
  expect(seconds, "the lock was given back").toBeLessThan(5);
});

const rounds = process.env["FULL"] === undefined ? 4 : 40;

test(`${rounds} times, 14 processes at once find the lock of one that died: one token request`, async () => {
  const folder = temporaryFolder();
  const worker = await buildWorker(folder);
  const log = join(folder, "requests.log");
  const served = await serveOAuth({ oauth: { rotateAlways: true }, log });
  const path = join(folder, "credentials");
  const store = fileStore({ path, passphrase: undefined });
  await writeLogin(store, "default", await logIn(served));
  const requested = (): number => tokenRequests(readFileSync(log, "utf8"));
  const begin = (at: number): Promise<unknown> => {
    const child = spawn(process.execPath, [worker], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.end(JSON.stringify({ path, at }));
    return new Promise((resolve) => child.once("exit", resolve));
  };
  for (let round = 1; round <= rounds; round += 1) {
    const login = await readLogin(store, "default");
    if (login.scheme === "basic") throw new Error("another login");
    await writeLogin(store, "default", { ...login, accessTokenUntil: 0 });
    mkdirSync(`${path}.default.lock`);
    utimesSync(`${path}.default.lock`, 0, 0);
    const at = Date.now() + 1500;
    const codes = await Promise.all(Array.from({ length: 14 }, () => begin(at)));
    expect(codes).toEqual(codes.map(() => 0));
    expect(requested()).toBe(1 + round);
  }
});
