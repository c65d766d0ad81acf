/** While the server of an hour cannot be used, each node sends a tenth of the quota by itself. */
import { expect, onTestFinished, test } from "vitest";
import { countOf, nodeOn } from "../helpers/redis-books.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { hour, minute, start, takeMany, denialOf } from "../helpers/request-books.ts";
import { eventually } from "../helpers/waiting.ts";

/** A server that writes each command to its disk, so that a crash loses nothing. */
const durable = { appendonly: "yes", appendfsync: "always" };

test.skipIf(!hasRedis)(
  "without the server, a node sends a tenth of the hour's requests; the server learns of it later",
  async () => {
    const redis = await serveRedis(durable);
    const [firstNode, secondNode] = [await nodeOn(redis, "acme"), await nodeOn(redis, "acme")];
    await takeMany(firstNode, start, 100);
    await takeMany(secondNode, start, 50);
    await redis.kill();
    await takeMany(firstNode, start, 50);
    const denied = {
      code: "store_unreachable",
      until: start + minute,
      isReset: false,
      mayOpenEarlier: false,
    };
    expect(await denialOf(firstNode, start, 0)).toEqual(denied);
    expect(await denialOf(firstNode, start + 30 * minute, 0)).toMatchObject({
      code: "store_unreachable",
    });
    const { counted, allowance } = await firstNode.state(start);
    expect([counted.count, allowance.requests], "of its share").toEqual([50, 50]);
    await redis.start();
    await eventually(async () => expect(await countOf(firstNode)).toBe(200));
    await eventually(async () => expect(await countOf(secondNode)).toBe(200));
    expect(await countOf(await nodeOn(redis, "acme")), "a new node").toBe(200);
    await takeMany(secondNode, start, 300);
    expect(await denialOf(firstNode, start, 0)).toMatchObject({ code: "user_quota_exhausted" });
  },
);

test.skipIf(!hasRedis)(
  "without the server for more than an hour, each hour has its tenth",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await redis.kill();
    for (const now of [start, start + hour]) {
      await takeMany(node, now, 50);
      expect(await denialOf(node, now + hour - 1, 0)).toMatchObject({ code: "store_unreachable" });
    }
  },
);

test.skipIf(!hasRedis)(
  "without the server, the caller with the fewest requests is next",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await redis.kill();
    expect(await node.take(["ada"], start, 0)).toEqual({ caller: "ada" });
    for (const caller of ["ben", "ada", "ben"])
      expect(await node.take(["ada", "ben"], start, 0)).toEqual({ caller });
  },
);

test.skipIf(!hasRedis)("without the server, a closed gate stays closed", async () => {
  const redis = await serveRedis();
  const node = await nodeOn(redis);
  await takeMany(node, start, 100);
  await redis.kill();
  await takeMany(node, start, 2);
  await node.close({ code: "rate_limited", until: start + minute, isReset: false });
  expect(await denialOf(node, start, 0)).toMatchObject({
    code: "rate_limited",
    until: start + minute,
  });
  expect(await denialOf(node, start + 2 * minute, 0)).toBeUndefined();
});

test.skipIf(!hasRedis)(
  "a server that stops answering delays no call by more than a moment",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await takeMany(node, start, 100);
    redis.freeze();
    onTestFinished(() => redis.thaw());
    await takeMany(node, start, 50);
    expect(await denialOf(node, start, 0)).toMatchObject({ code: "store_unreachable" });
    redis.thaw();
    await eventually(async () => expect(await denialOf(node, start, 0)).toBeUndefined());
    expect(await countOf(await nodeOn(redis))).toBe(151);
  },
);

test.skipIf(!hasRedis)("a server that is full counts as away until it has room", async () => {
  const redis = await serveRedis({ "maxmemory-policy": "noeviction" });
  const node = await nodeOn(redis);
  await takeMany(node, start, 100);
  const operator = await openLink({ url: redis.url, prefix: "" });
  await operator.ask("CONFIG", "SET", "maxmemory", "1mb");
  await takeMany(node, start, 50);
  expect(await denialOf(node, start, 0)).toMatchObject({ code: "store_unreachable" });
  await operator.ask("CONFIG", "SET", "maxmemory", "100mb");
  await eventually(async () => expect(await denialOf(node, start, 0)).toBeUndefined());
  expect(await countOf(await nodeOn(redis))).toBe(151);
});
