/** Lists and pages are requested once, however many calls need them. */
import { expect, test } from "vitest";
import {
  ReadThroughCache,
  type Asking,
} from "../../src/suite/connection/answers/read-through-cache.ts";
import { MemoryBudget, type Owner } from "../../src/base/memory/budget.ts";
import type { BlobCache } from "../../src/base/files/blob-cache.ts";
import { never } from "../helpers/in-memory.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";

const asking: Asking = { signal: never };
const fresh: Asking = { signal: never, fresh: true };

const unexpected = async (): Promise<string[]> => {
  throw new Error("requested again");
};

const memoryOf = (bytes: number): Owner => new MemoryBudget(bytes).owner();

const newCache = (
  options: { cache?: BlobCache; now?: () => number; memory?: Owner } = {},
): ReadThroughCache<string[]> =>
  new ReadThroughCache("lists", { now: () => 0, seconds: 60, memory: memoryOf(1e6), ...options });

/** A request that the test answers by hand. */
function manualRequest(): {
  readonly ask: (signal: AbortSignal) => Promise<string[]>;
  readonly answer: (list: string[]) => void;
  readonly signals: AbortSignal[];
} {
  const signals: AbortSignal[] = [];
  let answer = (_list: string[]): void => {};
  const answered = new Promise<string[]>((resolve) => (answer = resolve));
  const ask = (signal: AbortSignal): Promise<string[]> => {
    signals.push(signal);
    return answered;
  };
  return { ask, answer, signals };
}

test("an answer is cached until it expires", async () => {
  let now = 0;
  const lists = newCache({ now: () => now });
  await lists.get("list", async () => ["a"], asking);
  now = 59_999;
  expect(await lists.get("list", unexpected, asking)).toEqual(["a"]);
  now = 60_000;
  expect(await lists.get("list", async () => ["b"], asking)).toEqual(["b"]);
});

test("the next process reads the blob cache, until the answer expires", async () => {
  let now = 0;
  const cache = memoryBlobCache(() => 0);
  await newCache({ cache }).get("list", async () => ["a"], asking);
  const next = newCache({ cache, now: () => now });
  expect(await next.get("list", unexpected, asking)).toEqual(["a"]);
  now = 60_000;
  expect(await next.get("list", async () => ["b"], asking)).toEqual(["b"]);
});

test("an answer too large for memory is still read from the blob cache", async () => {
  const lists = newCache({ memory: memoryOf(1), cache: memoryBlobCache(() => 0) });
  await lists.get("list", async () => ["a"], asking);
  expect(await lists.get("list", unexpected, asking)).toEqual(["a"]);
});

test("an answer that arrives while the blob cache is read is not requested again", async () => {
  const reads: (() => void)[] = [];
  const slow: BlobCache = {
    ...memoryBlobCache(() => 0),
    get: () => new Promise((resolve) => reads.push(() => resolve(undefined))),
  };
  const lists = newCache({ cache: slow });
  const late = lists.get("list", unexpected, asking);
  await lists.get("list", async () => ["a"], fresh);
  for (const read of reads) read();
  expect(await late).toEqual(["a"]);
});

test("a failure of one call is not a failure of those who wait with it", async () => {
  const lists = newCache();
  const failed = lists.get(
    "list",
    async () => {
      throw new Error("deadline");
    },
    asking,
  );
  const waiters = [1, 2].map(() => lists.get("list", async () => ["a"], asking));
  await expect(failed).rejects.toThrow("deadline");
  expect(await Promise.all(waiters)).toEqual([["a"], ["a"]]);
  expect(await lists.get("list", unexpected, asking)).toEqual(["a"]);
});

test("fresh ignores the cached answer, joins a request under way, and stores what it gets", async () => {
  const lists = newCache();
  await lists.get("list", async () => ["old"], asking);
  const { ask, answer, signals } = manualRequest();
  const both = [lists.get("list", ask, fresh), lists.get("list", ask, fresh)];
  answer(["new"]);
  expect(await Promise.all(both)).toEqual([["new"], ["new"]]);
  expect(signals.length).toBe(1);
  expect(await lists.get("list", unexpected, asking)).toEqual(["new"]);
});

test("the least recently used answers go when the limit of bytes is reached", async () => {
  const lists = newCache({ memory: memoryOf(1900) });
  for (const name of ["a", "b", "c"]) await lists.get(name, async () => [name, name], asking);
  expect(await lists.get("c", unexpected, asking)).toEqual(["c", "c"]);
  await expect(lists.get("a", unexpected, asking)).rejects.toThrow("requested again");
});

test("a call that is cancelled leaves the request to those who still wait for it", async () => {
  const lists = newCache();
  const { ask, answer, signals } = manualRequest();
  const leaving = new AbortController();
  const first = lists.get("list", ask, { signal: leaving.signal, fresh: true });
  const second = lists.get("list", unexpected, fresh);
  leaving.abort(new Error("gave up"));
  await expect(first).rejects.toThrow("gave up");
  expect(signals[0]?.aborted).toBe(false);
  answer(["a"]);
  expect(await second).toEqual(["a"]);
});

test("when nobody waits any more, the request is cancelled", async () => {
  const { ask, signals } = manualRequest();
  const leaving = new AbortController();
  const only = newCache().get("list", ask, { signal: leaving.signal, fresh: true });
  leaving.abort(new Error("gave up"));
  await expect(only).rejects.toThrow("gave up");
  expect(signals[0]?.aborted).toBe(true);
});
