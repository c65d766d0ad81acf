/** Many processes share one login: each refresh token is used once, even if processes are killed. */
import { existsSync, mkdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { uninterrupted } from "../../src/command/terminal/signals.ts";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { readLogin, writeLogin } from "../../src/suite/credentials/login.ts";
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { StoredAuthorization } from "../../src/suite/credentials/stored-login.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { readCall } from "../helpers/connect.ts";
import { killPoints, type KillPoint } from "../helpers/kill-points.ts";
import { logIn, serveOAuth, tokenRequests } from "../helpers/oauth.ts";
import { cli } from "../helpers/process.ts";
import { useRenewingWorkers } from "../helpers/renewing-workers.ts";
import { isFull, repetitions } from "../helpers/repetitions.ts";

const [processes, expiries] = isFull ? [8, 50] : [3, 2];
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
  await writeLogin(fileStore(path), "default", await logIn(served));
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
  expect(requested(), "a late starter requests no token").toBe(1 + expiries);
});

const startWorker = useRenewingWorkers();

interface Death {
  /** Whether the dead process left its lock behind. */
  readonly isLockLeft: boolean;
  /** How the next renewal ended, of another process. */
  readonly outcome: string;
}

/** Lets a process die at a point, then renews like another process, once the lock of the dead one is old enough. */
async function afterDeathAt(
  killAt: KillPoint,
  signal: "SIGKILL" | "SIGTERM" = "SIGKILL",
): Promise<Death> {
  const folder = temporaryFolder();
  const served = await serveOAuth({ oauth: { rotateAlways: true } });
  const path = join(folder, "credentials");
  const store = fileStore(path);
  const login = { ...(await logIn(served)), accessTokenUntil: 0 };
  await writeLogin(store, "default", login);
  const { child } = startWorker({ path, killAt, signal });
  child.stdin.end("read\nrenew\n");
  const died = await new Promise((resolve) => child.once("exit", (_code, name) => resolve(name)));
  expect(died).toBe(signal);
  const lock = `${path}.default.lock`;
  const isLockLeft = existsSync(lock);
  if (isLockLeft) utimesSync(lock, 0, 0);

  const parts = {
    store,
    account: "default",
    now: Date.now,
    refresh: (oldLogin: typeof login) => refreshLogin(oldLogin, Date.now),
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
  const storedLogin = await readLogin(store, "default");
  expect(storedLogin.baseUrl, "nothing is deleted").toBe(login.baseUrl);
  return { isLockLeft, outcome };
}

test("after the holder of the lock was killed, another process takes over", async () => {
  const deaths = await Promise.all(
    killPoints.map(async (point) => ({ point, ...(await afterDeathAt(point)) })),
  );
  for (const { point, outcome, isLockLeft } of deaths) {
    const tokenDied = point === "after the request";
    expect(outcome, `killed ${point}`).toBe(
      tokenDied ? "not_logged_in: the login default has ended" : "status 200",
    );
    expect(isLockLeft, `killed ${point}`).toBe(true);
  }
});

test("a process that is asked to end during a renewal stores the new tokens first", async () => {
  const { outcome, isLockLeft } = await afterDeathAt("after the request", "SIGTERM");
  expect({ outcome, isLockLeft }).toEqual({ outcome: "status 200", isLockLeft: false });
});

const rounds = repetitions(2, 40);
const finders = isFull ? 14 : 4;

test(`${rounds} times, ${finders} processes find the lock of a dead one at the same time: one token request`, async () => {
  const folder = temporaryFolder();
  const log = join(folder, "requests.log");
  const served = await serveOAuth({ oauth: { rotateAlways: true }, log });
  const path = join(folder, "credentials");
  const store = fileStore(path);
  await writeLogin(store, "default", await logIn(served));
  const requested = (): number => tokenRequests(readFileSync(log, "utf8"));
  const workers = Array.from({ length: finders }, () => startWorker({ path }));
  for (let round = 1; round <= rounds; round += 1) {
    const login = await readLogin(store, "default");
    if (login.scheme === "basic") throw new Error("another login");
    await writeLogin(store, "default", { ...login, accessTokenUntil: 0 });
    mkdirSync(`${path}.default.lock`);
    utimesSync(`${path}.default.lock`, 0, 0);
    for (const line of ["read", "renew"] as const) {
      const done = await Promise.all(workers.map(({ send }) => send(line)));
      expect(done).toEqual(done.map(() => line));
    }
    expect(requested()).toBe(1 + round);
  }
});
