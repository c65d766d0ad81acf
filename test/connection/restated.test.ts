/** Values that the API corrects after they were fetched are counted, and those that arrive late are not. */
import { expect, test } from "vitest";
import * as z from "zod";
import { Learned } from "../../src/suite/connection/learned.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { toDay } from "../../src/base/time/days.ts";
import { day, machine, minute } from "../helpers/machine.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";

const question = {
  network: "facebook",
  metrics: ["insights_views"],
  date_start: "2026-11-01",
  date_end: "2026-11-19",
  dimensions: [],
};

const restatedIn = z.object({ restated: z.unknown().optional() });

/** An API whose numbers of five profiles, one without insights, change between two questions, a day apart. */
function changing(before: Numbers, after: Numbers) {
  const { start, pass } = machine();
  let isLater = false;
  const numbers: Numbers = (...cell) => (isLater ? after : before)(...cell);
  const events: object[] = [];
  const options = {
    profiles: 5,
    numbers,
    structured: true,
    logger: (event: object) => events.push(event),
  };
  const first = start(options);
  const ask = async (args: object = question, process = first): Promise<unknown> => {
    const { client } = await process;
    const named = { name: "get_profile_metrics", arguments: { ...args } };
    const { structuredContent } = await client.callTool(named);
    return restatedIn.parse(structuredContent).restated;
  };
  return {
    ask,
    events,
    startNext: () => start(options),
    change: () => {
      pass(day);
      isLater = true;
    },
  };
}

const five: Numbers = () => 5;
const corrected: Numbers = ({ index }, _metric, date) =>
  (date === "2026-11-14" && index < 2) || date === "2026-11-16" ? 6 : 5;

test("corrected values are counted by network and day, in structured content and in the log", async () => {
  const { ask, events, change, startNext } = changing(five, corrected);
  expect(await ask()).toBeUndefined();
  change();
  const since = "2026-11-20T12:00:00.000Z";
  expect(await ask()).toEqual([
    { network: "facebook", date: "2026-11-14", values: 2, since },
    { network: "facebook", date: "2026-11-16", values: 4, since },
  ]);
  expect(events).toContainEqual(
    expect.objectContaining({
      event: "values restated",
      network: "facebook",
      values: 6,
      first: "2026-11-14",
      last: "2026-11-16",
    }),
  );
  for (const process of [undefined, startNext()])
    expect(await ask(question, process), "from the cache").toBeUndefined();
});

test("a settled value that is fetched again with another number is a correction", async () => {
  const { ask, change } = changing(five, (_profile, _metric, date) =>
    date === "2026-11-02" ? 7 : 5,
  );
  await ask();
  change();
  expect(await ask()).toBeUndefined();
  expect(await ask({ ...question, fresh: true })).toMatchObject([
    { date: "2026-11-02", values: 4 },
  ]);
});

test.each<[string, Numbers]>([
  ["values that were missing", ({ index }) => (index === 0 ? null : 5)],
  ["days that were missing", (_profile, _metric, date) => (date >= "2026-11-17" ? null : 5)],
  ["days that were 0", (_profile, _metric, date) => (date >= "2026-11-17" ? 0 : 5)],
])("the arrival of %s is none", async (_, before) => {
  const { ask, change } = changing(before, five);
  await ask();
  change();
  expect(await ask()).toBeUndefined();
});

test("nor is the growth of a day that was not over, or a value that disappears", async () => {
  const { ask, change } = changing(five, ({ index }, _metric, date) =>
    index === 0 ? null : date === "2026-11-20" ? 9 : 5,
  );
  const today = { ...question, date_start: "2026-11-18", date_end: "2026-11-20" };
  await ask(today);
  change();
  expect(await ask(today)).toBeUndefined();
});

test("processes that correct different days know each other's, and a repetition counts once", async () => {
  let now = Date.UTC(2026, 10, 20);
  const cache = memoryBlobCache(() => now);
  const processes = [1, 2].map(() => new Learned(() => now, cache));
  for (const learned of processes) await learned.recall();
  for (const [index, learned] of processes.entries()) {
    const values = { day: toDay("2026-11-14"), values: index + 1, since: now - day };
    learned.restated.learn("facebook", [values]);
    now += minute;
    await learned.store();
    await learned.store();
  }
  const next = new Learned(() => now, cache);
  await next.recall();
  expect(next.restated.days()).toMatchObject([{ network: "facebook", values: 3 }]);
  now += 31 * day;
  expect(next.restated.days()).toEqual([]);
});
