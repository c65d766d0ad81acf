/** Processes on several nodes renew one login in Redis: no login is lost, at whatever point one of them is killed. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { headerOf, readLogin, writeLogin } from "../../src/suite/credentials/login.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { killPoints } from "../helpers/kill-points.ts";
import { logIn, serveOAuth, tokenRequests } from "../helpers/oauth.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { useRenewingWorkers } from "../helpers/renewing-workers.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { sharedLogins } from "../helpers/shared-logins.ts";
import { eventually } from "../helpers/waiting.ts";

const startWorker = useRenewingWorkers();
const lives = repetitions(2, 50);

test.skipIf(!hasRedis)(
  `4 nodes, ${lives} lives of a login, a node killed in each: no login is lost`,
  async () => {
    const log = join(temporaryFolder(), "requests.log");
    const [redis, served] = [await serveRedis(), await serveOAuth({ log })];
    const link = await openLink({ url: redis.url, prefix: "test:" });
    const store = sharedLogins(redis.url);
    await writeLogin(store, "default", await logIn(served));
    const requested = (): number => tokenRequests(readFileSync(log, "utf8"));
    const survivors = [1, 2, 3].map(() => startWorker({ redis: redis.url }));
    for (let life = 0; life < lives; life += 1) {
      const killAt = killPoints[life % killPoints.length] ?? "with the lock";
      const login = await readLogin(store, "default");
      if (login.scheme === "basic") throw new Error("another login");
      await writeLogin(store, "default", { ...login, accessTokenUntil: 0 });
      const before = requested();
      const victim = startWorker({ redis: redis.url, killAt, signal: "SIGKILL" });
      await Promise.all([victim, ...survivors].map(({ send }) => send("read")));

      const died = once(victim.child, "exit");
      void victim.send("renew");
      // The others come while the victim holds the lock, or has died with it.
      await eventually(async () =>
        expect(await link.ask("EXISTS", "test:logins:lock:default")).toBe(1),
      );
      const renewed = await Promise.all(survivors.map(({ send }) => send("renew")));

      expect(await died, `killed ${killAt}`).toEqual([null, "SIGKILL"]);
      expect(renewed).toEqual(["renew", "renew", "renew"]);
      // Only the victim's answer was lost, if any.
      expect(requested() - before, `killed ${killAt}`).toBe(killAt === "after the request" ? 2 : 1);
      const header = headerOf(await readLogin(store, "default"));
      const response = await fetch(`${served.baseUrl}/3/user/me`, {
        headers: { authorization: header.reveal() },
      });
      expect(response.status).toBe(200);
    }
  },
);
