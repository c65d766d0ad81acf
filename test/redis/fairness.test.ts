/** Callers of several nodes share one quota: it is used up exactly, and evenly. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { quotas } from "../../src/catalog/limits.ts";
import { Gate } from "../../src/suite/quota/gate.ts";
import { RedisRequestBook } from "../../src/suite/redis/request-book.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { facebookIds } from "../helpers/connect.ts";
import { admittedOf, countsOf, fairness, times } from "../helpers/fairness.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo } from "../helpers/http.ts";
import { startNode } from "../helpers/node-process.ts";
import { isFull } from "../helpers/repetitions.ts";
import { hasRedis, openLink, serveRedis, type TestRedis } from "../helpers/redis.ts";

const callers = Array.from({ length: 20 }, (_, place) => `caller-${place}`);

async function nodeOn({ url }: TestRedis): Promise<Gate> {
  const link = await openLink({ url, prefix: "test:" });
  return new Gate(systemClock, new RedisRequestBook(link, { user: "ada", account: undefined }));
}

/** The largest difference between the requests of two callers at any time. */
function widestGap(admitted: readonly string[]): number {
  const counts = new Map(callers.map((caller) => [caller, 0]));
  const gaps = admitted.map((caller) => {
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
    return Math.max(...counts.values()) - Math.min(...counts.values());
  });
  return Math.max(...gaps);
}

test.skipIf(!hasRedis)(
  "nobody gets a second request while another, on any node, waits for the first",
  async () => {
    const redis = await serveRedis();
    const [firstNode, secondNode] = [await nodeOn(redis), await nodeOn(redis)];
    // A caller of the first node has it almost alone: all others wait on the second.
    const admitted = await admittedOf(
      { gate: secondNode, callers: callers.slice(1).flatMap((caller) => times(100, caller)) },
      { gate: firstNode, callers: times(100, "caller-0") },
    );
    expect(admitted).toHaveLength(quotas.user);
    expect(fairness(countsOf(callers, admitted))).toBeGreaterThan(0.99);
    // Both nodes learn of their requests at slightly different times, so that the order seen here is not exact.
    expect(widestGap(admitted)).toBeLessThanOrEqual(5);
  },
);

test.skipIf(!hasRedis)("requests of a caller on one node count on the other", async () => {
  const redis = await serveRedis();
  const [firstNode, secondNode] = [await nodeOn(redis), await nodeOn(redis)];
  await admittedOf({ gate: firstNode, callers: times(30, "caller-0") });
  const mixed = [...times(20, "caller-0"), ...times(20, "caller-1")];
  const admitted = await admittedOf({ gate: secondNode, callers: mixed });
  // The first request found nobody waiting.
  expect(admitted.slice(1, 21)).toEqual(times(20, "caller-1"));
});

test.skipIf(!hasRedis)(
  "a node that has died with callers in its line does not stop the others",
  async () => {
    const redis = await serveRedis();
    const link = await openLink({ url: redis.url, prefix: "test:" });
    const secondNode = await nodeOn(redis);
    await admittedOf({ gate: secondNode, callers: times(5, "caller-0") });
    // As a node leaves it that was killed.
    await link.ask("HSET", "test:quota:ada:waiting", "killed", `0 ${Date.now() + 500}`);
    const admitted = await admittedOf({ gate: secondNode, callers: times(5, "caller-0") });
    expect(admitted).toHaveLength(5);
    expect(await link.ask("HLEN", "test:quota:ada:waiting")).toBe(0);
  },
);

/** The requests in the record of the hour, of each caller. */
async function requestsByCaller({ url }: TestRedis): Promise<number[]> {
  const link = await openLink({ url, prefix: "social-analytics-mcp:" });
  const texts = z.array(z.string());
  const keys = texts.parse(await link.ask("KEYS", "*quota:*"));
  const hour = keys.find((key) => !key.endsWith(":waiting")) ?? "";
  const counts = new Map<string, number>();
  for (const id of texts.parse(await link.ask("HKEYS", hour))) {
    const [, , caller] = id.split(":");
    // The facts of the hour are in the hash too.
    if (caller === undefined) continue;
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
  }
  return [...counts.values()];
}

/** A day of one profile: a request for each question. */
const questionOf = (caller: number, place: number): Record<string, unknown> => ({
  network: "facebook",
  metrics: ["fans_change"],
  profiles: facebookIds(callers.length).slice(caller, caller + 1),
  date_start: new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10),
  date_end: new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10),
});

/** Of each caller; all together are more than the quota. */
const questions = isFull ? 100 : 26;

test.skipIf(!hasRedis)(
  `${questions} different questions of each of 20 callers to two processes: exactly the quota is sent, and all get the same share`,
  async () => {
    const [redis, sandbox] = [await serveRedis(), await serveSandbox()];
    onTestFinished(() => sandbox.close());
    const path = join(temporaryFolder(), "tokens");
    const bearers = new BearerTokens(path);
    // A busy machine is slow, and the deadline is not what is tested.
    const words = ["--redis", redis.url, "--auth", `tokens:${path}`, "--deadline", "300"];
    const tokens: string[] = [];
    for (const caller of callers)
      tokens.push((await bearers.add(caller, [], "2026-11-20")).reveal());
    const [firstNode, secondNode] = [
      await startNode(words, sandbox.environment),
      await startNode(words, sandbox.environment),
    ];
    const counts = await Promise.all(
      tokens.map(async (token, caller) => {
        const first = await connectTo(firstNode.url, "2026-07-28", token);
        const clients = [first, await connectTo(secondNode.url, "2026-07-28", token)];
        const answers = await Promise.all(
          Array.from({ length: questions }, (_, place) =>
            (clients[place % 2] ?? first).attempt("get_profile_metrics", questionOf(caller, place)),
          ),
        );
        const refused = answers.filter(({ isError }) => isError);
        for (const { text } of refused) expect(text).toMatch(/^user_quota_exhausted/);
        return answers.length - refused.length;
      }),
    );
    expect(sandbox.sandbox.requests()).toHaveLength(quotas.user);
    expect(fairness(counts)).toBeGreaterThan(0.9);
    const requests = await requestsByCaller(redis);
    expect(requests).toHaveLength(callers.length);
    expect(requests.reduce((sum, count) => sum + count, 0)).toBe(quotas.user);
    expect(fairness(requests)).toBeGreaterThan(0.99);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(quotas.user - 10);
  },
  300_000,
);
