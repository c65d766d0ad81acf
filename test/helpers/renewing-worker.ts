/**
 * A process that reads and renews a login by the lines `read` and `renew` on stdin, each written back when it is done.
 * The first line names the login's store, and the point of a renewal at which the process is killed.
 */
import { createInterface } from "node:readline";
import { uninterrupted } from "../../src/command/terminal/signals.ts";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { readLogin, type Login } from "../../src/suite/credentials/login.ts";
import { StoredAuthorization } from "../../src/suite/credentials/stored-login.ts";
import type { CredentialStore } from "../../src/suite/credentials/store.ts";
import type { KillPoint } from "./kill-points.ts";
import { sharedLogins } from "./shared-logins.ts";

export interface Asked {
  /** Of the login's file; without it, the login is in Redis. */
  readonly path?: string;
  readonly redis?: string;
  readonly killAt?: KillPoint;
  readonly signal?: "SIGKILL" | "SIGTERM";
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first: IteratorResult<string> = await lines.next();
const task: Asked = JSON.parse(first.value);
const store = storeOf(task);

function storeOf({ path = "", redis }: Asked): CredentialStore {
  return redis === undefined ? fileStore(path) : sharedLogins(redis);
}

function pass(point: KillPoint): void {
  if (point === task.killAt) process.kill(process.pid, task.signal);
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
      name: store.name,
      trouble: store.trouble,
      ready: () => store.ready(),
      delete: (account) => store.delete(account),
      accounts: () => store.accounts(),
      locked: (account, work) => store.locked(account, work),
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
