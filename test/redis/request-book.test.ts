/** The hour that nodes share in Redis: decisions are those of one book, also when the server fails. */
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { MemoryRequestBook, type RequestBook } from "../../src/quota/request-book.ts";
import { RedisRequestBook } from "../../src/redis/request-book.ts";
import { countOf, nodeOn } from "../helpers/redis-books.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { hour, minute, start, takeMany } from "../helpers/request-books.ts";
import { eventually } from "../helpers/waiting.ts";

const step = fc.oneof(
  fc.record({
    kind: fc.constant("take" as const),
    inFlight: fc.nat(3),
    count: fc.integer({ min: 1, max: 120 }),
  }),
  fc.record({
    kind: fc.constant("report" as const),
    remaining: fc.nat(9),
    minutes: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant("close" as const),
    isReset: fc.boolean(),
    minutes: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ kind: fc.constant("clear" as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What a book answers to a step, and its state afterwards. */
async function outcomeOf(book: RequestBook, one: Step, now: number): Promise<unknown> {
  const denials: unknown[] = [];
  const until = now + ("minutes" in one ? one.minutes * minute : 0);
  switch (one.kind) {
    case "take":
      for (let taken = 0; taken < one.count; taken += 1)
        denials.push(await book.take(now, one.inFlight));
      break;
    case "report":
      await book.report({ remaining: one.remaining, until });
      break;
    case "close":
      await book.close({ code: "rate_limited", until, isReset: one.isReset });
      break;
    case "clear":
      await book.clear();
      break;
    case "pass":
  }
  return { denials, state: await book.state(now) };
}

test.skipIf(!hasRedis)("nodes that take turns decide as one book in memory does", async () => {
  const redis = await serveRedis();
  const link = await openLink({ url: redis.url, prefix: "test:" });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      run += 1;
      let now = start;
      const options = { settlingMilliseconds: 0, now: () => now };
      const hours = { user: `run ${run}`, account: undefined };
      const nodes = [1, 2].map(() => new RedisRequestBook(link, hours, options));
      const memory = new MemoryRequestBook();
      for (const [place, one] of steps.entries()) {
        if (one.kind === "pass") now += one.minutes * minute;
        const expected = await outcomeOf(memory, one, now);
        expect(await outcomeOf(nodes[place % 2] ?? memory, one, now)).toEqual(expected);
      }
    }),
    { numRuns: repetitions(15, 300) },
  );
});

test.skipIf(!hasRedis)(
  "without the server, a node sends a tenth of what was left; the server learns of it later",
  async () => {
    const redis = await serveRedis();
    const [one, other] = [await nodeOn(redis, "acme"), await nodeOn(redis, "acme")];
    await takeMany(one, start, 100);
    await takeMany(other, start, 50);
    expect(await countOf(one)).toBe(150);
    await redis.kill();
    await takeMany(one, start, 35);
    const denied = {
      code: "store_unreachable",
      until: start + minute,
      isReset: false,
      mayOpenEarlier: false,
    };
    expect(await one.take(start, 0)).toEqual(denied);
    expect(await one.take(start + 30 * minute, 0)).toMatchObject({ code: "store_unreachable" });
    await redis.start();
    await eventually(async () => expect(await countOf(other)).toBe(185));
    await eventually(async () => expect(await countOf(one)).toBe(185));
    expect(await countOf(await nodeOn(redis, "acme")), "a new node").toBe(185);
    await takeMany(other, start, 315);
    expect(await one.take(start, 0)).toMatchObject({ code: "user_quota_exhausted" });
  },
);

test.skipIf(!hasRedis)(
  "without the server for more than an hour, each hour has its tenth",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await takeMany(node, start, 400);
    await redis.kill();
    await takeMany(node, start, 10);
    expect(await node.take(start + hour - 1, 0)).toMatchObject({ code: "store_unreachable" });
    await takeMany(node, start + hour + 1, 50);
    expect(await node.take(start + hour + 1, 0)).toMatchObject({ code: "store_unreachable" });
  },
);

test.skipIf(!hasRedis)(
  "a node that has never seen the server sends nothing without it",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await redis.kill();
    expect(await node.take(start, 0)).toMatchObject({ code: "store_unreachable" });
  },
);

test.skipIf(!hasRedis)(
  "a server that stops answering delays no call by more than a moment",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await takeMany(node, start, 100);
    redis.freeze();
    onTestFinished(() => redis.thaw());
    await takeMany(node, start, 40);
    expect(await node.take(start, 0)).toMatchObject({ code: "store_unreachable" });
    redis.thaw();
    await eventually(async () => expect(await node.take(start, 0)).toBeUndefined());
    expect(await countOf(await nodeOn(redis))).toBe(141);
  },
);

test.skipIf(!hasRedis)("a server that is full counts as away until it has room", async () => {
  const redis = await serveRedis({ "maxmemory-policy": "noeviction" });
  const node = await nodeOn(redis);
  await takeMany(node, start, 100);
  const operator = await openLink({ url: redis.url, prefix: "" });
  await operator.ask("CONFIG", "SET", "maxmemory", "1mb");
  await takeMany(node, start, 40);
  expect(await node.take(start, 0)).toMatchObject({ code: "store_unreachable" });
  await operator.ask("CONFIG", "SET", "maxmemory", "100mb");
  await eventually(async () => expect(await node.take(start, 0)).toBeUndefined());
  expect(await countOf(await nodeOn(redis))).toBe(141);
});
