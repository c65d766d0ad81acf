/** One contract for every stored result. */
import { csvBlocks, partsOf } from "../../src/answers/replies/csv.ts";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { finish } from "../../src/base/async/work.ts";
import { expect, test } from "vitest";
import { StoredMetrics } from "../../src/answers/results/stored.ts";
import { postsTable } from "../../src/questions/posts/rows.ts";
import { StoredPosts } from "../../src/questions/posts/stored.ts";
import { replyText } from "../../src/answers/replies/layout.ts";
import type { StoredResult } from "../../src/answers/replies/reply.ts";
import { archiveIn } from "../../src/command/compose/stored-results.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";
import { toDay } from "../../src/base/time/days.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const metrics = dailyResult(facebookMetrics("fans_change", "fans_lifetime"), [
  [
    [1, 100],
    [null, 0.1],
  ],
  [
    [30, 300],
    [4, null],
  ],
]);

const posts = {
  network: "facebook" as const,
  start: toDay("2026-10-01"),
  today: toDay("2026-11-20"),
  end: toDay("2026-10-31"),
  profileCount: 1,
  remarks: ["2 more posts follow those of this result."],
  question: "U_D5XEnf",
  weekStart: 1 as const,
  showsIds: false,
  profileNames: new Map([["p1", "One"]]),
  ...finish(
    postsTable(
      [
        { id: "1", page_id: "p1", likes: 5, tags: ["a", "b"] },
        { id: "2", page_id: "p1", message: "=1+1" },
      ],
      undefined,
      [],
    ),
  ),
};

type Restore = (id: string, bytes: Uint8Array) => StoredResult;

const stored: readonly [string, StoredResult, Restore, object][] = [
  [
    "metrics",
    new StoredMetrics("rTEST", metrics),
    (id, bytes) => StoredMetrics.restore(id, bytes),
    { metrics: ["fans_change"] },
  ],
  [
    "a comparison",
    new StoredMetrics("rTEST", metrics, { before: metrics, usual: [metrics] }),
    (id, bytes) => StoredMetrics.restore(id, bytes),
    { metrics: ["fans_change"] },
  ],
  [
    "posts",
    new StoredPosts("rTEST", posts),
    (id, bytes) => StoredPosts.restore(id, bytes),
    { metrics: ["likes"] },
  ],
];

const csvOf = async (result: StoredResult): Promise<string> => {
  let text = "";
  for await (const block of csvBlocks(finish(result.csv()), new TimeSlice())) text += block;
  return text;
};

const rowsOf = (result: StoredResult): unknown[] => {
  const csv = finish(result.csv());
  return [...csv.cells(0, csv.rowCount)];
};

const dataOf = (result: StoredResult): object =>
  Object.fromEntries(Object.entries(result).filter(([, value]) => typeof value !== "function"));

test.each(stored)("a result of %s survives being stored as bytes", async (_, result, restore) => {
  const restored = restore(result.id, result.serialize());
  expect(await csvOf(restored)).toBe(await csvOf(result));
  expect(rowsOf(restored)).toEqual(rowsOf(result));
  expect(dataOf(restored)).toEqual(dataOf(result));
  expect(restored.bytes).toBe(result.bytes);
  expect(finish(restored.piece({}, 6000)).content).toEqual(finish(result.piece({}, 6000)).content);
});

test.each(stored)("the parts of a result of %s hold every row once", async (_, result) => {
  const [part] = finish(partsOf(result));
  expect(part).toMatchObject({ from: 0, bytes: Buffer.byteLength(await csvOf(result)) });
  expect(rowsOf(result)).toHaveLength(part?.to ?? -1);
});

test.each(stored)(
  "a piece of a result of %s names the result and sends no request",
  (_, result, __, piece) => {
    const text = replyText(finish(result.piece(piece, 6000)).content);
    expect(text).toContain("of a stored result; no request sent.");
    expect(text.match(/rTEST/g)).toHaveLength(1);
    expect(text.endsWith("\nresult://rTEST.csv")).toBe(true);
  },
);

test("a result that is larger than the memory for results is rejected", () => {
  const store = new ResultStore(new MemoryBudget(4096));
  expect(() => store.add((id) => new StoredMetrics(id, metrics))).toThrow("limit_exceeded");
});

test("whole numbers are stored in half of their space, and come back as they were", () => {
  const { days } = metrics;
  const count = 40_000;
  const profiles = Array.from({ length: count / days.metrics.length }, (_, place) => `p${place}`);
  const lists = days.metrics.map(() =>
    Float64Array.from(profiles, (_, at) => (at % 7 === 0 ? Number.NaN : at)),
  );
  const large = { ...metrics, days: { ...days, profiles, dayCount: 1, lists }, split: undefined };
  const bytes = new StoredMetrics("rTEST", large).serialize();
  expect(bytes.length).toBeLessThan(count * 4 + profiles.length * 20 + 20_000);
  expect(StoredMetrics.restore("rTEST", bytes).result.days.lists).toEqual(lists);
});

test("a result whose bytes cannot be read is not found", async () => {
  const cache = memoryBlobCache(Date.now);
  await cache.put("metrics 2 rTEST", Buffer.from("another form"), Infinity);
  expect(await archiveIn(cache).get("rTEST")).toBeUndefined();
});

test("posts that another node has added are read by all, also by the node that holds fewer", async () => {
  const archive = archiveIn(memoryBlobCache(Date.now));
  const [store, secondStore] = [0, 1].map(
    () => new ResultStore(new MemoryBudget(2 ** 24), archive),
  );
  const part = new StoredPosts("rTEST", { ...posts, part: "Only the first 2 of 4." });
  store?.add(() => part, part.id);
  const longer = { ...posts, rows: [...posts.rows, ...posts.rows], bytes: 2 * posts.bytes };
  await secondStore?.replace(new StoredPosts("rTEST", longer));
  expect(await store?.find("rTEST")).toMatchObject({ result: { rows: longer.rows } });
});
