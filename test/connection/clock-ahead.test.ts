/** What was written while the clock ran ahead is not valid once the clock is right again. */
import { expect, test } from "vitest";
import { CheckedApi } from "../../src/suite/connection/checked.ts";
import { Learned } from "../../src/suite/connection/learned.ts";
import { toDay } from "../../src/base/time/days.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { testNow } from "../helpers/in-memory.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const question = {
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2026-10-01",
  date_end: "2026-10-31",
};

/** The requests that the question takes, of lists and of metrics. */
async function requestsOf({ call, sandbox }: Connected): Promise<readonly [number, number]> {
  const count = (): readonly [number, number] => [
    sandbox.requests("profiles").length,
    sandbox.requests("metrics").length,
  ];
  const before = count();
  await call("get_profile_metrics", question);
  const after = count();
  return [after[0] - before[0], after[1] - before[1]];
}

test.each([
  ["50 seconds", 50_000, [0, 0]],
  ["two minutes", 2 * minute, [1, 2]],
  ["a day", day, [1, 2]],
  ["a year", 365 * day, [1, 2]],
])("answers that were cached by a clock %s ahead", async (_, ahead, expected) => {
  let now = testNow + ahead;
  const cache = memoryBlobCache(() => now);
  const first = await connect({ now: () => now, cache });
  expect(await requestsOf(first)).toEqual([1, 2]);
  expect(await requestsOf(first)).toEqual([0, 0]);
  now = testNow;
  // This process, whose memory has them, and the next one, which reads them.
  expect(await requestsOf(first)).toEqual(expected);
  expect(await requestsOf(first)).toEqual([0, 0]);
  const next = await connect({ now: () => now, cache });
  expect(await requestsOf(next)).toEqual([0, 0]);
});

test("what was learned then is learned again, and replaces it", async () => {
  let now = testNow + 10 * day;
  const cache = memoryBlobCache(() => now);
  const request = { shape: "facebook", size: 5000 };
  const wrong = new Learned(() => now, cache);
  wrong.learnHistory(toDay("2026-01-01"));
  wrong.learnPostProfiles("facebook", 10);
  wrong.learnAbsentField("facebook");
  wrong.learnRefused(request);
  await wrong.store();
  now = testNow;
  const factsOf = async (learned: Learned) => {
    await learned.recall();
    return [
      learned.historyStart,
      learned.postProfiles("facebook"),
      learned.isFieldAbsent("facebook"),
      learned.ceilings.isTooLarge(request),
    ];
  };
  const next = new Learned(() => now, cache);
  expect(await factsOf(wrong)).toEqual([undefined, Infinity, false, false]);
  expect(await factsOf(next)).toEqual([undefined, Infinity, false, false]);
  next.learnHistory(toDay("2026-02-02"));
  next.learnPostProfiles("facebook", 20);
  await next.store();
  const last = new Learned(() => now, cache);
  expect(await factsOf(last)).toEqual(["2026-02-02", 20, false, false]);
});

test("a check of the API on a day to come is none", async () => {
  const cache = memoryBlobCache(() => testNow);
  const checked = new CheckedApi(() => testNow, cache);
  const findings = { network: "facebook" as const, differences: [], averages: [] };
  await checked.store({ ...findings, day: toDay("2026-11-21") });
  await checked.recall();
  expect(checked.networks).toHaveLength(1);
  await checked.store({ ...findings, day: toDay("2026-12-24") });
  await checked.recall();
  expect(checked.networks).toEqual([]);
});
