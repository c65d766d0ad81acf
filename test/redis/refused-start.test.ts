/** A node that cannot use Redis, its port or its callers ends at its start, with what to correct. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { MappedCallers } from "../../src/server/callers/mapped-callers.ts";
import { identityLimits } from "../../src/catalog/limits.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { readAll, run, start } from "../helpers/process.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";

test.skipIf(!hasRedis)(
  "a server that could remove quotas, rejects the password or does not answer is refused at the start",
  async () => {
    const redis = await serveRedis({
      "maxmemory-policy": "allkeys-lru",
      requirepass: "secret-of-tests",
    });
    const url = redis.url.replace("//", "//:secret-of-tests@");
    const refused = await run(["http", "--sandbox", "--port", "0", "--redis", url]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      "--redis: the maxmemory-policy of Redis is allkeys-lru, so that it could remove quotas and logins. Set volatile-lru or noeviction.",
    );
    for (const address of [redis.url, redis.url.replace("//", "//:another-secret@")]) {
      const rejected = await run(["http", "--sandbox", "--port", "0", "--redis", address]);
      expect(rejected.code).toBe(2);
      expect(rejected.stderr).toContain(
        "--redis: Redis rejected the password, or requires one. Correct it in the URL of Redis: --redis or SOCIAL_ANALYTICS_REDIS.",
      );
      expect(rejected.stderr).not.toMatch(/does not answer|another-secret/);
    }
    await redis.kill();
    const missing = await run(["http", "--sandbox", "--port", "0", "--redis", url]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(
      /--redis: 127\.0\.0\.1:\d+ does not answer \(.+\): start Redis first/,
    );
    const wrong = await run([
      "http",
      "--sandbox",
      "--port",
      "0",
      "--redis",
      "http://:secret-of-tests@localhost",
    ]);
    expect(wrong.stderr).toContain(
      "--redis: the URL of Redis is not valid. Give one such as redis://localhost:6379 or rediss://HOST:6379.",
    );
    for (const { stdout, stderr } of [refused, missing, wrong])
      expect(stdout + stderr).not.toContain("secret-of-tests");
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "a node that cannot start ends at once, with exit code 2",
  async () => {
    const [redis, silent] = [await serveRedis(), await serveLocally(() => {})];
    const missing = join(temporaryFolder(), "missing");
    const { port } = new URL(silent);
    const audience = ["--audience", "https://mcp.example.com/mcp"];
    const oauth = ["--auth", "oauth", "--issuer", silent, ...audience, "--callers"];
    const mapped = join(temporaryFolder(), "callers.json");
    await new MappedCallers(mapped).map({ issuer: silent, claim: "sub", value: "ada" }, [], "");
    const cases = {
      [`port ${port} is taken: name another with --port`]: ["--port", port, ...oauth, mapped],
      [`port ${port} is taken: name another with --metrics-port`]: ["--metrics-port", port],
      "holds no token": ["--auth", `tokens:${missing}`],
      "maps no caller to a login": [...oauth, missing],
    };
    const ended = Object.entries(cases).map(async ([problem, words]) => {
      const child = start(["http", "--sandbox", "--port", "0", "--redis", redis.url, ...words]);
      let complained = Number.NaN;
      child.stderr.once("data", () => (complained = performance.now()));
      const { code, stderr } = await readAll(child);
      expect(stderr).toContain(problem);
      expect(code).toBe(2);
      expect(performance.now() - complained).toBeLessThan(identityLimits.timeoutSeconds * 900);
    });
    await Promise.all(ended);
  },
  60_000,
);
