/** Logins in Redis: encrypted, renewed once by all nodes together, and never overwritten by a node that was late. */
import { expect, onTestFinished, test } from "vitest";
import {
  headerOf,
  readLogin,
  writeLogin,
  type OAuthLogin,
} from "../../src/suite/credentials/login.ts";
import { StoredAuthorization } from "../../src/suite/credentials/stored-login.ts";
import { RedisLink } from "../../src/suite/redis/link.ts";
import { RedisLoginStore } from "../../src/suite/redis/login-store.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { run, runCall } from "../helpers/process.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { repetitions } from "../helpers/repetitions.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

const storeAt = (url: string, passphrase = "open sesame"): RedisLoginStore =>
  new RedisLoginStore({
    passphrase: new Secret(passphrase),
    open: () => RedisLink.open({ url, prefix: "test:" }),
  });

/** A login of which the token of this number is the newest. */
const login = (number: number): OAuthLogin => ({
  scheme: "oauth",
  id: "1",
  baseUrl: "https://api.example.com/",
  clientId: "client",
  clientSecret: new Secret("client-secret-of-tests"),
  accessToken: new Secret(`access-token-${number}`),
  accessTokenUntil: number === 0 ? 0 : now + 3_600_000,
  accessTokenLife: 3600,
  refreshToken: new Secret(`refresh-token-${number}`),
  refreshTokenSince: now,
});

test.skipIf(!hasRedis)(
  "nodes that renew at the same time use each refresh token once",
  async () => {
    const { url } = await serveRedis();
    for (let life = 0; life < repetitions(2, 50); life += 1) {
      await storeAt(url).delete("work");
      await writeLogin(storeAt(url), "work", login(0));
      const used: string[] = [];
      const refresh = async ({ refreshToken }: OAuthLogin): Promise<OAuthLogin> => {
        used.push(refreshToken?.reveal() ?? "none");
        return login(used.length);
      };
      const uninterrupted = <T>(work: () => Promise<T>): Promise<T> => work();
      const nodes = Array.from({ length: 4 }, () => {
        const parts = {
          store: storeAt(url),
          account: "work",
          now: () => now,
          refresh,
          uninterrupted,
        };
        return new StoredAuthorization(login(0), parts);
      });
      const headers = await Promise.all(nodes.map((node) => node.header()));
      expect(used).toEqual(["refresh-token-0"]);
      expect(headers.map((header) => header.reveal())).toEqual(
        nodes.map(() => headerOf(login(1)).reveal()),
      );
    }
  },
  120_000,
);

test.skipIf(!hasRedis)(
  "a node that was late does not overwrite a login that another has stored",
  async () => {
    const { url } = await serveRedis();
    const [late, secondStore] = [storeAt(url), storeAt(url)];
    await writeLogin(late, "work", login(1));
    await readLogin(secondStore, "work");
    await writeLogin(secondStore, "work", login(2));
    await expect(writeLogin(late, "work", login(3))).rejects.toThrow(
      /^store_unreachable: Redis holds another login named work by now\nCall again now\.$/,
    );
    expect(headerOf(await readLogin(late, "work")).equals(headerOf(login(2)))).toBe(true);
    await writeLogin(late, "work", login(3));
  },
);

test.skipIf(!hasRedis)(
  "nothing of a login is readable in Redis, and an entry cannot take the place of another",
  async () => {
    const { url } = await serveRedis();
    await writeLogin(storeAt(url), "work", login(1));
    const link = await openLink({ url, prefix: "test:" });
    const entry = String(await link.ask("HGET", "test:logins", "work"));
    expect(entry).not.toMatch(/token|client|example/);
    await link.ask("HSET", "test:logins", "home", entry);
    const damaged = /^not_logged_in: Redis holds a login named \w+ that cannot be decrypted/;
    await expect(storeAt(url).get("home")).rejects.toThrow(damaged);
    await expect(storeAt(url, "k3y-of-another-node").get("work")).rejects.toThrow(damaged);
    await link.ask("HSET", "test:logins", "work", entry.replace(/.{5}"}$/, 'AAAA="}'));
    await expect(storeAt(url).get("work")).rejects.toThrow(damaged);
  },
);

test.skipIf(!hasRedis)(
  "names of logins that others have written to Redis cannot control the terminal",
  async () => {
    const redis = await serveRedis({ appendonly: "yes" });
    const link = await openLink({ url: redis.url, prefix: "" });
    const name = "evil\u001B]0;owned\u0007\u001B[31m\nadmin";
    await link.ask("HSET", "social-analytics-mcp:logins", name, "{}");
    const environment = {
      SOCIAL_ANALYTICS_CREDENTIAL_STORE: "redis",
      SOCIAL_ANALYTICS_REDIS: redis.url,
      SOCIAL_ANALYTICS_PASSPHRASE: "open sesame",
    };
    const commands = ["status", "status --account other", "doctor", "logout --all"];
    for (const command of [...commands, "call get_current_user"]) {
      const { stdout, stderr } = await run(command.split(" "), environment);
      expect(stdout + stderr).toContain("evil]0;owned[31m admin");
      expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    }
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "the commands store logins in Redis, which must keep them on its disk",
  async () => {
    const redis = await serveRedis({ appendonly: "yes" });
    const sandbox = await serveSandbox();
    onTestFinished(() => sandbox.close());
    const { token, secret } = sandbox.users[0];
    const environment = {
      SOCIAL_ANALYTICS_CREDENTIAL_STORE: "redis",
      SOCIAL_ANALYTICS_REDIS: redis.url,
      SOCIAL_ANALYTICS_PASSPHRASE: "open sesame",
    };
    const logIn = ["login", "--basic", "--base-url", sandbox.baseUrl];
    const loggedIn = await run(logIn, environment, `${token}\n${secret}\n`);
    expect(loggedIn.stdout).toMatch(/as Ada Sandbox\. The login is stored in Redis\.\n$/);
    expect((await runCall(["get_current_user"], environment)).stdout).toContain("Ada Sandbox");
    const { SOCIAL_ANALYTICS_PASSPHRASE: _, ...unprotected } = environment;
    expect((await run(["call", "get_current_user"], unprotected)).stdout).toMatch(
      /^invalid_input: SOCIAL_ANALYTICS_CREDENTIAL_STORE is redis, but SOCIAL_ANALYTICS_PASSPHRASE is not set\n/,
    );
    expect((await run(["logout"], environment)).stdout).toMatch(
      /^Logged out: the login default is deleted/,
    );

    const volatile = await serveRedis();
    const refused = await run(logIn, { ...environment, SOCIAL_ANALYTICS_REDIS: volatile.url }, "");
    expect(refused.stdout + refused.stderr).toMatch(
      /store_unreachable: Redis does not write its data to disk, .*\nSet appendonly yes/,
    );
    await redis.kill();
    expect((await run(["call", "get_current_user"], environment)).stdout).toMatch(
      /^store_unreachable: Redis does not answer\n/,
    );
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "a rejected password is reported as such, with the place of its setting",
  async () => {
    const { url } = await serveRedis({ requirepass: "secret-of-tests" });
    const environment = {
      SOCIAL_ANALYTICS_CREDENTIAL_STORE: "redis",
      SOCIAL_ANALYTICS_REDIS: url,
      SOCIAL_ANALYTICS_PASSPHRASE: "open sesame",
    };
    const rejection = "store_unreachable: Redis rejected the password, or requires one";
    expect((await run(["call", "get_current_user"], environment)).stdout).toBe(
      `${rejection}\nCorrect it in the URL of Redis: --redis or SOCIAL_ANALYTICS_REDIS.\n`,
    );
    const findings = (await run(["doctor"], environment)).stdout;
    expect(findings).toContain(`BAD  store: ${rejection}. Correct it in the URL`);
    expect(findings).not.toContain("does not answer");
  },
  60_000,
);
