/** What a Redis that restarts has lost: nodes restore it, and count right meanwhile. */
import { expect, test } from "vitest";
import { Gate } from "../../src/quota/gate.ts";
import { RedisRequestBook } from "../../src/redis/request-book.ts";
import { testClock } from "../helpers/clock.ts";
import { never } from "../helpers/in-memory.ts";
import { countOf, nodeOn } from "../helpers/redis-books.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { hour, minute, start, takeMany } from "../helpers/request-books.ts";
import { eventually } from "../helpers/waiting.ts";

test.skipIf(!hasRedis)(
  "after a restart, requests wait until every node has said what it has sent",
  async () => {
    const redis = await serveRedis();
    const link = await openLink({ url: redis.url, prefix: "test:" });
    const book = new RedisRequestBook(
      link,
      { user: "ada", account: undefined },
      { now: () => start },
    );
    const denied = await book.take(start, 0);
    expect(denied).toMatchObject({ code: "rate_limited" });
    expect(denied?.until).toBeGreaterThan(start);
    expect(denied?.until).toBeLessThanOrEqual(start + 5000);
    const clock = testClock(() => start);
    const waiting = {
      signal: never,
      deadline: start + minute,
      onWait: () => {},
      caller: undefined,
    };
    await new Gate(clock, book).admit(waiting);
    expect(clock.slept).toEqual([denied && denied.until - start]);
  },
);

test.skipIf(!hasRedis)(
  "requests that a crash or a failover has lost are restored, and count",
  async () => {
    const redis = await serveRedis();
    const [one, other] = [await nodeOn(redis), await nodeOn(redis)];
    const link = await openLink({ url: redis.url, prefix: "test:" });
    await takeMany(one, start, 30);
    await takeMany(other, start, 20);
    expect(await countOf(one)).toBe(50);
    // The latest 10 requests were not on the disk yet; the facts were.
    await link.ask("ZREMRANGEBYRANK", "test:quota:ada:sent", "40", "-1");
    await eventually(async () => {
      expect(await link.ask("ZCARD", "test:quota:ada:sent")).toBe(50);
    });
    expect([await countOf(one), await countOf(other)]).toEqual([50, 50]);
  },
);

test.skipIf(!hasRedis)("a report or a closing restores an emptied server too", async () => {
  const redis = await serveRedis();
  const [one, other] = [await nodeOn(redis), await nodeOn(redis)];
  const link = await openLink({ url: redis.url, prefix: "test:" });
  await takeMany(one, start, 30);
  await countOf(other);
  await link.ask("FLUSHALL");
  await one.report({ remaining: 400, until: start + hour });
  expect(await countOf(other)).toBe(30);
});

test.skipIf(!hasRedis).each(["inf", "-inf"])(
  "a request with the time %s in Redis is removed, and the nodes go on",
  async (time) => {
    const redis = await serveRedis();
    const [one, other] = [await nodeOn(redis), await nodeOn(redis)];
    const link = await openLink({ url: redis.url, prefix: "test:" });
    const spoil = async (): Promise<unknown> =>
      link.ask("ZADD", "test:quota:ada:sent", time, "hostile");
    await takeMany(one, start, 30);
    await spoil();
    await other.close({ code: "rate_limited", until: start - 1, isReset: false });
    await link.ask("FLUSHALL");
    expect([await countOf(one), await countOf(other)], "what they have sent").toEqual([30, 30]);
    await spoil();
    await takeMany(other, start, 470);
    await spoil();
    for (const node of [one, other])
      expect(await node.take(start, 0)).toMatchObject({ code: "user_quota_exhausted" });
    expect(await link.ask("ZCARD", "test:quota:ada:sent")).toBe(500);
  },
);

test.skipIf(!hasRedis)("without the server, a closed gate stays closed", async () => {
  const redis = await serveRedis();
  const node = await nodeOn(redis);
  await takeMany(node, start, 100);
  await redis.kill();
  await takeMany(node, start, 2);
  await node.close({ code: "rate_limited", until: start + minute, isReset: false });
  expect(await node.take(start, 0)).toMatchObject({ code: "rate_limited", until: start + minute });
  expect(await node.take(start + 2 * minute, 0)).toBeUndefined();
});

test.skipIf(!hasRedis)(
  "reports whose reset is rounded, after answers that took a while, leave the whole quota",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    let sent = 0;
    // 50 requests a second; each answer comes after 0.4 seconds and names its reset in whole seconds.
    for (let now = start; ; now += 20) {
      if ((await node.take(now, 0)) !== undefined) break;
      sent += 1;
      const answered = now + 400;
      const reset = Math.ceil((start + hour - answered) / 1000) * 1000;
      await node.report({
        remaining: 500 - sent,
        until: answered + reset,
        limit: 500,
        window: hour,
      });
    }
    expect(sent).toBe(500);
  },
);
