/** A cache with thousands of answers is read when a process starts, and others are answered meanwhile. */
import { expect, test } from "vitest";
import { AnswerIndex, answerPrefix } from "../../src/suite/connection/answers/answer-index.ts";
import { cachedAnswerText, keyOf } from "../../src/suite/connection/answers/cached-answer.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { noBlobCache, type BlobCache } from "../../src/base/files/blob-cache.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { isFull } from "../helpers/repetitions.ts";

/** More than this memory holds. */
const [count, mebibytes] = isFull ? [20_000, 128] : [3500, 24];
const begin = Date.parse("2026-01-01");
const profiles = Array.from({ length: 100 }, (_, place) => toProfileId(`10000000000${place}`));
const zones = profiles.map(() => "UTC");
const split = { version: 3, network: "facebook", dimensions: ["profile", "date.day"] } as const;

const answerOf = (place: number) => {
  const day = addDays(toDay("2000-01-01"), place);
  const request = {
    ...split,
    start: day,
    end: day,
    profiles,
    metrics: ["fans_change"],
  };
  const fetchedAt = begin + place;
  return { request, zones, fetchedAt, settledBefore: toDay("2100-01-01"), gaps: [] };
};

const indexOf = (places: Iterable<number>, memory = new MemoryBudget(1e9)) => {
  const unread = Array.from(places, (place) => {
    const answer = answerOf(place);
    const [head = "", detail = ""] = cachedAnswerText(answer).split("\t");
    return { name: answerPrefix + keyOf(answer.request), head, detail: () => detail };
  });
  const follow: BlobCache["follow"] = (_prefix, onEntry) => async () => {
    const slice = new TimeSlice();
    for (const entry of unread.splice(0)) {
      onEntry(entry);
      await slice.pause();
    }
  };
  return new AnswerIndex(() => begin + count, { ...noBlobCache, follow }, memory.owner());
};

const places = (index: AnswerIndex): number[] =>
  [
    ...index
      .of(
        profiles.slice(0, 1),
        () => "UTC",
        () => true,
      )
      .values(),
  ]
    .flat()
    .map(({ answer }) => answer.fetchedAt - begin);

test("the answers of a profile are in the order in which they were fetched, however late they are read", async () => {
  const index = indexOf([3, 1, 2]);
  await index.refresh();
  expect(places(index)).toEqual([1, 2, 3]);
  index.put(answerOf(0));
  expect(places(index)).toEqual([0, 1, 2, 3]);
  index.remove(answerOf(2));
  expect(places(index)).toEqual([0, 1, 3]);
});

test("of 30,000 answers for 100 profiles, all are found", async () => {
  const index = indexOf(
    Array(30_000).keys(),
    new MemoryBudget(ourLimits.memoryMebibytes * 2 ** 20),
  );
  await index.refresh();
  expect(places(index)).toHaveLength(30_000);
});

test("of thousands of lists of profiles, those of a question are read, and answers keep their order", async () => {
  const index = new AnswerIndex(() => begin, noBlobCache, new MemoryBudget(1e9).owner());
  for (const [place, id] of profiles.entries()) {
    const answer = answerOf(place);
    const ids = [toProfileId("1"), id];
    index.put({ ...answer, request: { ...answer.request, profiles: ids }, zones });
  }
  const matches = index.of(
    [toProfileId("1"), toProfileId("100000000003")],
    () => "UTC",
    () => true,
  );
  expect([...matches.values()].map((entries) => entries.map(({ number }) => number))).toEqual([
    [...profiles.keys()].map((place) => place + 1),
    [4],
  ]);
});

test("answers for long lists of profiles take their share of the memory, and the oldest give way", () => {
  const memory = new MemoryBudget(1e7);
  const index = new AnswerIndex(() => begin, noBlobCache, memory.owner());
  const listLength = 100;
  for (let place = 0; place < 1000; place += 1) {
    const answer = answerOf(place);
    const moreIds = Array.from({ length: listLength }, (_, at) => toProfileId(`${place}-${at}`));
    const ids = [toProfileId("1"), ...moreIds];
    index.put({ ...answer, request: { ...answer.request, profiles: ids }, zones });
  }
  const matches = index.of(
    [toProfileId("1")],
    () => "UTC",
    () => true,
  );
  const [entries = []] = matches.values();
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.length * listLength * 100).toBeLessThan(1e7 * ourLimits.indexShare);
});

test("a start with thousands of answers blocks nobody, and the oldest beyond the limit are forgotten", async () => {
  const memory = new MemoryBudget(mebibytes * 2 ** 20);
  const index = indexOf(
    Array.from({ length: count }, (_, place) => place),
    memory,
  );
  const block = await longestBlock(() => index.refresh());
  expect(block).toBeLessThan(250);
  const size = places(index).length;
  expect(places(index)).toEqual(Array.from({ length: size }, (_, at) => count - size + at));
  expect(size).toBeGreaterThan(1000);
  expect(index.get(keyOf(answerOf(0).request))).toBeUndefined();
  expect(memory.used).toBeLessThanOrEqual(memory.maxBytes * ourLimits.indexShare);
  expect(memory.used).toBeGreaterThan(memory.maxBytes * ourLimits.indexShare * 0.99);
});
