/** A process that renews a login, and may be killed on the way; its argument says where. */
import { once } from "node:events";
import { uninterrupted } from "../../src/commands/signals.ts";
import { fileStore } from "../../src/credentials/file-store.ts";
import { refreshLogin } from "../../src/credentials/oauth/authorization-server.ts";
import { readLogin } from "../../src/credentials/login.ts";
import { StoredAuthorization } from "../../src/credentials/stored.ts";
import type { KillPoint } from "./kill-points.ts";

interface Asked {
  readonly path: string;
  readonly killAt?: KillPoint;
  readonly signal?: "SIGKILL" | "SIGTERM";
  /** Begins when the parent process says so, at the same time as others. */
  readonly waits?: boolean;
}

const asked: Asked = JSON.parse(process.argv[2] ?? "{}");
const store = fileStore({ path: asked.path, passphrase: undefined });
const login = await readLogin(store, "default");
let isStored = false;

function pass(point: KillPoint): void {
  if (point === asked.killAt) process.kill(process.pid, asked.signal);
}

const authorization = new StoredAuthorization(login, {
  account: "default",
  now: Date.now,
  uninterrupted,
  async refresh(kept) {
    pass("before the request");
    const renewed = await refreshLogin(kept, Date.now);
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

if (asked.waits === true) {
  process.send?.("ready");
  await once(process, "message");
  process.disconnect();
}
await authorization.header();
