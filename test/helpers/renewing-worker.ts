/**
 * A process that reads and renews a login by the lines `read` and `renew` on stdin, each written back when it is done.
 * The first line names the login's file, and the point of a renewal at which the process is killed.
 */
import { createInterface } from "node:readline";
import { uninterrupted } from "../../src/commands/signals.ts";
import { fileStore } from "../../src/credentials/file-store.ts";
import { refreshLogin } from "../../src/credentials/oauth/authorization-server.ts";
import { readLogin, type Login } from "../../src/credentials/login.ts";
import { StoredAuthorization } from "../../src/credentials/stored-login.ts";
import type { KillPoint } from "./kill-points.ts";

interface Asked {
  readonly path: string;
  readonly killAt?: KillPoint;
  readonly signal?: "SIGKILL" | "SIGTERM";
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first: IteratorResult<string> = await lines.next();
const asked: Asked = JSON.parse(first.value);
const store = fileStore({ path: asked.path, passphrase: undefined });

function pass(point: KillPoint): void {
  if (point === asked.killAt) process.kill(process.pid, asked.signal);
}

async function renew(login: Login): Promise<void> {
  let isStored = false;
  const authorization = new StoredAuthorization(login, {
    account: "default",
    now: Date.now,
    uninterrupted,
    async refresh(expired) {
      pass("before the request");
      const renewed = await refreshLogin(expired, Date.now);
      pass("after the request");
      return renewed;
    },
    store: {
      ...store,
      async get(account) {
        if (!isStored) pass("with the lock");
        const text = await store.get(account);
        if (isStored) pass("after reading back");
        return text;
      },
      async set(account, text) {
        await store.set(account, text);
        isStored = true;
        pass("after storing");
      },
    },
  });
  await authorization.header();
}

let login: Login | undefined;
for await (const line of lines) {
  if (line === "read") login = await readLogin(store, "default");
  else if (login !== undefined) await renew(login);
  process.stdout.write(`${line}\n`);
}
