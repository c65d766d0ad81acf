/** What is learned from answers, and stored for the next process. */
import { expect, test } from "vitest";
import { Learned } from "../../src/suite/connection/learned.ts";
import { toDay } from "../../src/base/time/days.ts";
import { testNow } from "../helpers/in-memory.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";

const now = (): number => testNow;

test("surprises that are counted while others are being stored are not lost", async () => {
  const cache = memoryBlobCache(now);
  const learned = new Learned(now, cache);
  learned.countSurprise("value");
  const first = learned.store();
  learned.countSurprise("row");
  await Promise.all([first, learned.store()]);
  const next = new Learned(now, cache);
  await next.recall();
  expect([...next.surprises]).toEqual([
    ["value", 1],
    ["row", 1],
  ]);
});

test("an earlier day that is answered ends the limit of the history", () => {
  const learned = new Learned(now);
  learned.learnHistory(toDay("2025-03-19"));
  expect(learned.historyStart).toBe("2025-03-19");
  learned.learnAnswered(toDay("2016-11-18"));
  expect(learned.historyStart).toBeUndefined();
});
