/** The contract of every request book. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import type { Denied, RequestBook } from "../../src/suite/quota/request-book.ts";
import { RedisRequestBook } from "../../src/suite/redis/request-book.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import {
  accountBook,
  countAt,
  hour,
  minute,
  newFolder,
  start,
  takeMany,
  denialOf,
} from "../helpers/request-books.ts";

const quota = 500;

function fileIn(folder: string): string {
  writeFileSync(folder, "not a folder");
  return folder;
}

type Two = readonly [RequestBook, RequestBook];

const nodeOf = async (url: string, account?: string): Promise<RequestBook> => {
  const link = await openLink({ url, prefix: "test:" });
  return new RedisRequestBook(link, { user: "user", account });
};

const redisBooks: readonly (readonly [string, () => Promise<Two>])[] = [
  [
    "Redis",
    async () => {
      const { url } = await serveRedis();
      return twice(await nodeOf(url));
    },
  ],
  [
    "Redis of two nodes",
    async () => {
      const { url } = await serveRedis();
      return [await nodeOf(url), await nodeOf(url)];
    },
  ],
  [
    "Redis of two nodes, with the hour of the account",
    async () => {
      const { url } = await serveRedis();
      return [await nodeOf(url, "account"), await nodeOf(url, "account")];
    },
  ],
];

/** Two users of one book: the same object, two processes that share a folder, or two nodes that share a server. */
const books: readonly (readonly [string, () => Two | Promise<Two>])[] = [
  ["memory", () => twice(new LocalRequestBook())],
  ["file", () => twice(new LocalRequestBook(newFolder()))],
  ["file of two processes", () => ofTwoProcesses(newFolder())],
  ["file in an unusable folder", () => twice(new LocalRequestBook(fileIn(newFolder())))],
  ["user of a large account", () => twice(accountBook(newFolder(), "user", 1_000_000))],
  ...(hasRedis ? redisBooks : []),
];

function twice(book: RequestBook): readonly [RequestBook, RequestBook] {
  return [book, book];
}

function ofTwoProcesses(folder: string): readonly [RequestBook, RequestBook] {
  return [new LocalRequestBook(folder), new LocalRequestBook(folder)];
}

test.each(books)("%s: takes what the quota allows, and no more", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  await takeMany(firstBook, start, quota - 200);
  await takeMany(secondBook, start, 200);
  for (const book of [firstBook, secondBook]) {
    const denied = await denialOf(book, start, 0);
    expect(denied).toMatchObject({ code: "user_quota_exhausted", isReset: false });
    expect(denied?.until).toBeGreaterThanOrEqual(start + hour);
    expect(denied?.until).toBeLessThanOrEqual(start + hour + minute);
  }
  expect(await countAt(firstBook, start)).toBe(quota);
});

test.each(books)("%s: takes at the same time never exceed the quota", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  await takeMany(firstBook, start, 240);
  await takeMany(secondBook, start, 240);
  const takes = Array.from({ length: 25 }, () => [
    denialOf(firstBook, start, 0),
    denialOf(secondBook, start, 0),
  ]);
  const allowed = (await Promise.all(takes.flat())).filter((denied) => denied === undefined);
  expect(allowed.length).toBeLessThanOrEqual(20);
  expect(await denialOf(firstBook, start, 0)).toMatchObject({ code: "user_quota_exhausted" });
});

test.each(books)("%s: a request stops counting after an hour", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  await takeMany(firstBook, start, 3);
  await takeMany(secondBook, start + hour / 2, 2);
  expect(await countAt(secondBook, start + hour - 1)).toBe(5);
  expect(await countAt(firstBook, start + hour + minute)).toBe(2);
  expect(await countAt(secondBook, start + 2 * hour)).toBe(0);
});

test.each(books)(
  "%s: a report takes precedence over the count until its reset",
  async (_kind, of) => {
    const [firstBook, secondBook] = await of();
    await takeMany(firstBook, start, quota);
    await firstBook.report({ remaining: 2, until: start + 10 * minute });
    expect(await denialOf(secondBook, start, 1)).toBeUndefined();
    const denied: Denied = {
      code: "rate_limited",
      until: start + 10 * minute,
      isReset: true,
      mayOpenEarlier: true,
    };
    expect(await denialOf(secondBook, start, 2)).toEqual(denied);
    await secondBook.report({ remaining: 0, until: start + 10 * minute });
    expect(await denialOf(firstBook, start, 0)).toEqual({ ...denied, mayOpenEarlier: false });
    expect(await countAt(firstBook, start + 10 * minute), "at the reset").toBe(0);
    expect(await denialOf(firstBook, start + 11 * minute, 0)).toBeUndefined();
    expect(await countAt(secondBook, start + 11 * minute), "since the reset").toBe(1);
  },
);

test.each(books)(
  "%s: an overtaken answer does not raise the remaining requests",
  async (_kind, of) => {
    const [firstBook, secondBook] = await of();
    const until = start + minute;
    await firstBook.report({ remaining: 8, until });
    await secondBook.report({ remaining: 9, until: until + 1000 });
    expect((await firstBook.state(start)).reported?.remaining).toBe(8);
    await firstBook.report({ remaining: 499, until: until + hour });
    expect((await secondBook.state(until)).reported?.remaining, "of the next window").toBe(499);
  },
);

test.each(books)("%s: is closed for all until the end", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  const closed = { code: "account_quota_exhausted", until: start + minute, isReset: true } as const;
  await takeMany(firstBook, start, 5);
  await firstBook.close(closed);
  expect(await denialOf(secondBook, start, 0)).toEqual({ ...closed, mayOpenEarlier: false });
  expect(await countAt(firstBook, start + minute), "at the reset").toBe(0);
  expect(await denialOf(secondBook, start + 2 * minute, 0)).toBeUndefined();
  expect(await countAt(firstBook, start + 2 * minute), "since the reset").toBe(1);
});

test.each(books)("%s: an end that was estimated is not a reset", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  await takeMany(firstBook, start, 5);
  await firstBook.close({ code: "rate_limited", until: start + minute, isReset: false });
  expect(await countAt(secondBook, start + minute)).toBe(5);
});

test.each(books)("%s: ignores times that no correct clock writes", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  await firstBook.close({ code: "rate_limited", until: start + 365 * 24 * hour, isReset: true });
  await firstBook.report({ remaining: 0, until: start + 2 * hour });
  expect(await denialOf(secondBook, start, 0)).toBeUndefined();
});

test.each(books)("%s: can be cleared", async (_kind, of) => {
  const [firstBook, secondBook] = await of();
  await takeMany(firstBook, start, quota);
  await secondBook.close({ code: "rate_limited", until: start + minute, isReset: true });
  await firstBook.report({ remaining: 0, until: start + minute });
  await firstBook.clear();
  expect(await denialOf(firstBook, start, 0)).toBeUndefined();
  expect(await countAt(firstBook, start)).toBe(1);
});

test.each(books)(
  "%s: what a clock that ran ahead recorded counts for at most one hour from now",
  async (_kind, of) => {
    const [firstBook, secondBook] = await of();
    const ahead = start + 5 * hour;
    await takeMany(firstBook, ahead, quota);
    // A look at a minute that is over by the clock that runs ahead must not be remembered.
    await countAt(firstBook, ahead + 3 * minute);
    await secondBook.close({ code: "rate_limited", until: ahead + hour, isReset: true });
    const denied = await denialOf(firstBook, start, 0);
    expect(denied).toMatchObject({ code: "user_quota_exhausted" });
    expect(denied?.until).toBeLessThanOrEqual(start + hour + minute);
    expect(await denialOf(firstBook, start + hour + minute, 0)).toBeUndefined();
    expect(await countAt(firstBook, start + hour + minute)).toBe(1);
  },
);

test("processes that take the last request at the same time are both denied rather than both allowed", async () => {
  const [firstBook, secondBook] = ofTwoProcesses(newFolder());
  await takeMany(firstBook, start, 250);
  await takeMany(secondBook, start, 249);
  const taken = await Promise.all([denialOf(firstBook, start, 0), denialOf(secondBook, start, 0)]);
  expect(taken.filter((denied) => denied === undefined).length).toBeLessThanOrEqual(1);
});
