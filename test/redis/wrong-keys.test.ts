/** Keys of Redis that another program has written: what nodes can make anew is removed and named, and a login is named. */
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { connectTo } from "../helpers/http.ts";
import { urlOf } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { idOf } from "../helpers/results.ts";
import { temporaryFolder } from "../helpers/folders.ts";

/** Values of each type, and those that look like the ones of nodes. */
const values: readonly (readonly string[])[] = [
  ["SET", "KEY", "x"],
  ["SET", "KEY", "9e15"],
  ["RPUSH", "KEY", "x"],
  ["SADD", "KEY", "x"],
  ["ZADD", "KEY", "1", "x"],
  ["HSET", "KEY", "facts", "x", "id", "text", "id:tag", "9e15", "other", "nan"],
  ["HSET", "KEY", "facts", '{"closed":{"code":"rate_limited","until":9e15,"window":9e15}}'],
  ["HSET", "KEY", "facts", '{"closed":{"code":"rate_limited","until":"soon"},"resetAt":9e15}'],
  ["HSET", "KEY", "facts", '{"reported":{"remaining":0,"until":9e15,"window":9e15,"limit":1e300}}'],
  ["HSET", "KEY", "facts", '{"reported":{"remaining":-5,"until":1e300,"at":"now"}}'],
  ["XADD", "KEY", "*", "a", "b"],
  ["XADD", "KEY", "*", "n", "x", "h", "y", "u", "soon"],
];

const replacing = "redis.call('DEL', KEYS[1]); redis.call(unpack(ARGV))";

test.skipIf(!hasRedis)(
  "calls are answered, whatever is in each key that nodes write",
  async () => {
    const redis = await serveRedis();
    const sandbox = await serveSandbox();
    onTestFinished(() => sandbox.close());
    const log: string[] = [];
    const startNode = async () => {
      const child = start(["http", "--port", "0", "--redis", redis.url], sandbox.environment);
      child.stderr.on("data", (text) => log.push(String(text)));
      return connectTo(await urlOf(child), "2026-07-28");
    };
    const ask = async ({ call }: Awaited<ReturnType<typeof startNode>>): Promise<void> => {
      await call("list_profiles", { network: "facebook" });
      const { text } = await call("get_profile_metrics", {
        network: "facebook",
        metrics: ["insights_views"],
        period: "last_week",
      });
      await call("read_result", { result: idOf(text), top: 2 });
      const { text: saved } = await call("save_result", { result: idOf(text), format: "csv" });
      const [link = ""] = /http:\S+(?=: )/.exec(saved) ?? [];
      expect((await fetch(link)).status).toBe(200);
    };
    const link = await openLink({ url: redis.url, prefix: "test:" });
    await ask(await startNode());
    const keys = z.array(z.string()).parse(await link.ask("KEYS", "social-analytics-mcp:*"));
    // Quota, its waiting callers, caches and their names, notes, results, files and their key, and the two beats.
    expect(new Set(keys.map((key) => key.split(":")[1])).size).toBeGreaterThanOrEqual(6);
    let wrong = 0;
    for (const value of values) {
      for (const key of keys) {
        const words = value.map((word) => (word === "KEY" ? key : word));
        // In one step: nodes write their keys meanwhile.
        await link.ask("EVAL", replacing, "1", key, ...words);
        wrong += 1;
      }
      await ask(await startNode());
    }
    expect(wrong).toBeGreaterThan(60);
    expect(log.join("")).toContain('"event":"key of Redis removed"');
    expect(log.join("")).not.toMatch(/"event":"(?:defect|Redis is away)"/);
  },
  120_000,
);

test.skipIf(!hasRedis)("a login of another type is named, with what to do", async () => {
  const { url } = await serveRedis({ appendonly: "yes" });
  const link = await openLink({ url, prefix: "test:" });
  await link.ask("RPUSH", "social-analytics-mcp:logins", "x");
  const environment = {
    HOME: temporaryFolder(),
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: "redis",
    SOCIAL_ANALYTICS_REDIS: url,
    SOCIAL_ANALYTICS_PASSPHRASE: "open sesame",
  };
  const { stdout, stderr } = await run(["status"], environment);
  expect(stdout + stderr).toContain(
    "store_unreachable: the key social-analytics-mcp:logins of Redis is a list, not a hash",
  );
  expect(await link.ask("TYPE", "social-analytics-mcp:logins")).toBe("list");
});
