/** The hour that nodes share in Redis: decisions are those of one book. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import type { RequestBook } from "../../src/suite/quota/request-book.ts";
import { RedisRequestBook } from "../../src/suite/redis/request-book.ts";
import { countOf, nodeOn } from "../helpers/redis-books.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { hour, minute, start, takeMany, denialOf } from "../helpers/request-books.ts";

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
async function outcomeOf(book: RequestBook, action: Step, now: number): Promise<unknown> {
  const denials: unknown[] = [];
  const until = now + ("minutes" in action ? action.minutes * minute : 0);
  switch (action.kind) {
    case "take":
      for (let taken = 0; taken < action.count; taken += 1)
        denials.push(await denialOf(book, now, action.inFlight));
      break;
    case "report":
      await book.report({ remaining: action.remaining, until });
      break;
    case "close":
      await book.close({ code: "rate_limited", until, isReset: action.isReset });
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
      const hours = { user: `run ${run}`, account: undefined };
      const nodes = [1, 2].map(() => new RedisRequestBook(link, hours, () => now));
      const memory = new LocalRequestBook();
      for (const [place, action] of steps.entries()) {
        if (action.kind === "pass") now += action.minutes * minute;
        const expected = await outcomeOf(memory, action, now);
        expect(await outcomeOf(nodes[place % 2] ?? memory, action, now)).toEqual(expected);
      }
    }),
    { numRuns: repetitions(6, 300) },
  );
});

test.skipIf(!hasRedis)(
  "what the server has lost is not restored: a rejection of the API closes the gate for all nodes",
  async () => {
    const redis = await serveRedis();
    const [firstBook, secondBook] = [await nodeOn(redis), await nodeOn(redis)];
    await takeMany(firstBook, start, 300);
    await secondBook.report({ remaining: 200, until: start + hour, limit: 500 });
    const link = await openLink({ url: redis.url, prefix: "test:" });
    await link.ask("FLUSHALL");
    expect([await countOf(firstBook), await countOf(secondBook)]).toEqual([0, 0]);
    await takeMany(secondBook, start, 300);
    const closed = { code: "user_quota_exhausted", until: start + hour, isReset: false } as const;
    await secondBook.close(closed);
    expect(await denialOf(firstBook, start, 0)).toMatchObject(closed);
  },
);

test.skipIf(!hasRedis)("entries in Redis that no node writes do not stop the nodes", async () => {
  const redis = await serveRedis();
  const [firstBook, secondBook] = [await nodeOn(redis), await nodeOn(redis)];
  const link = await openLink({ url: redis.url, prefix: "test:" });
  await takeMany(firstBook, start, 30);
  const hostile = ["a", "inf", "b", "-inf", "c", "nan", "d", "text", "facts", "{"];
  await link.ask("HSET", "test:quota:ada", ...hostile);
  // An endless time is that of a clock which ran ahead.
  expect([await countOf(firstBook), await countOf(secondBook)]).toEqual([31, 31]);
  await secondBook.close({ code: "rate_limited", until: start - 1, isReset: false });
  await takeMany(secondBook, start, 469);
  for (const node of [firstBook, secondBook])
    expect(await denialOf(node, start, 0)).toMatchObject({ code: "user_quota_exhausted" });
  expect(await denialOf(firstBook, start + hour, 0)).toBeUndefined();
});

test.skipIf(!hasRedis)(
  "callers who wait on another node, as damage or a clock ahead has written them, hold up nobody",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    await takeMany(node, start, 3);
    const link = await openLink({ url: redis.url, prefix: "test:" });
    const inAYear = Date.now() + 365 * 24 * hour;
    for (const damaged of [
      "",
      "text",
      "0",
      "x y",
      "0 1 2",
      `0 ${inAYear}`,
      `-1 ${inAYear}`,
      "0 inf",
    ]) {
      await link.ask("HSET", "test:quota:ada:waiting", "another", damaged);
      expect([damaged, await denialOf(node, start, 0)]).toEqual([damaged, undefined]);
      expect(await node.take(["ada"], start, 0)).toEqual({ caller: "ada" });
      expect(await link.ask("HGET", "test:quota:ada:waiting", "another")).toBeNull();
    }
  },
);

test.skipIf(!hasRedis)(
  "reports whose reset is rounded, after answers that took a while, leave the whole quota",
  async () => {
    const redis = await serveRedis();
    const node = await nodeOn(redis);
    let sent = 0;
    // 50 requests a second; each answer comes after 0.4 seconds and names its reset in whole seconds.
    for (let now = start; ; now += 20) {
      if ((await denialOf(node, now, 0)) !== undefined) break;
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
