/** No number is fetched twice: cells by profile and day answer every later question that needs them. */
import { expect, test } from "vitest";
import type { Connected } from "../helpers/connect.ts";
import { comparable, facebookIds } from "../helpers/connect.ts";
import { ask, bodiesOf, day, machine, minute, sentBy } from "../helpers/machine.ts";

const base = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(4),
  date_start: "2026-07-01",
  date_end: "2026-09-30",
  dimensions: ["profile", "date.day"],
};

/** Asks, and returns the number of requests for metrics that it took. */
async function costOf(
  process: Connected,
  question: Readonly<Record<string, unknown>>,
): Promise<number> {
  const before = sentBy(process);
  await ask(process, question);
  return sentBy(process) - before;
}

test.each([
  [
    "a subset of profiles, metrics and days",
    {
      profiles: facebookIds(2),
      metrics: ["fans_change"],
      date_start: "2026-08-01",
      date_end: "2026-08-07",
    },
  ],
  ["one profile by day", { profiles: facebookIds(1), dimensions: ["date.day"] }],
  ["totals by profile", { dimensions: ["profile"] }],
  ["one total", { dimensions: [] }],
  ["months", { dimensions: ["date.month"] }],
  ["quarters by profile", { dimensions: ["profile", "date.quarter"] }],
  ["weekdays", { dimensions: ["date.weekday"] }],
  ["labels", { dimensions: ["profile_label"] }],
  ["a ratio", { metrics: ["fans_change / insights_reach"], dimensions: ["profile"] }],
  [
    "two months compared",
    { date_start: "2026-09-01", compare_to: "previous_period", dimensions: ["profile"] },
  ],
  [
    "the same in another order",
    { dimensions: ["date.day", "profile"], metrics: ["insights_reach", "fans_change"] },
  ],
])("%s of cached days costs no request", async (_, part) => {
  const { start } = machine();
  const first = await start();
  expect(await costOf(first, base)).toBe(1);
  expect(await costOf(first, { ...base, ...part }), "the same process").toBe(0);
  expect(await costOf(await start(), { ...base, ...part }), "another process").toBe(0);
});

test("rows of a breakdown on cached days cost no request, and a longer range costs its new days", async () => {
  const { start } = machine();
  const split = { ...base, metrics: ["insights_reactions"], dimensions: ["reaction_type"] };
  const process = await start();
  expect(await costOf(process, split)).toBe(2);
  const part = { ...split, profiles: facebookIds(2), date_start: "2026-08-01" };
  expect(await costOf(process, part)).toBe(0);
  expect(
    await costOf(await start(), { ...part, dimensions: ["date.month", "reaction_type"] }),
  ).toBe(0);
  expect(await costOf(process, { ...split, date_end: "2026-10-31" })).toBe(2);
  expect(bodiesOf(process).at(-1)).toMatchObject({ date_start: "2026-10-01" });
});

test("a longer range, more profiles or more metrics cost only what is new", async () => {
  const { start } = machine();
  const process = await start();
  await costOf(process, base);
  const longer = { ...base, date_end: "2026-10-31" };
  expect(await costOf(process, longer)).toBe(1);
  expect(bodiesOf(process).at(-1)).toMatchObject({
    date_start: "2026-10-09",
    date_end: "2026-11-08",
  });
  const more = { ...longer, profiles: facebookIds(6) };
  expect(await costOf(process, more)).toBe(1);
  expect(bodiesOf(process).at(-1)).toMatchObject({ profiles: facebookIds(6).slice(4) });
  const moreMetrics = { ...more, metrics: [...base.metrics, "insights_views"] };
  expect(await costOf(process, moreMetrics)).toBe(1);
  expect(bodiesOf(process).at(-1)).toMatchObject({ metrics: ["insights_views"] });
});

test("the next morning costs the new day and the days that can still be restated, in one request", async () => {
  const { start, pass } = machine();
  const yesterday = { ...base, date_end: "2026-11-19" };
  await costOf(await start(), yesterday);
  pass(0.8 * day);
  const next = await start();
  expect(await costOf(next, { ...yesterday, date_end: "2026-11-20" })).toBe(1);
  expect(bodiesOf(next)[0]).toMatchObject({ date_start: "2026-11-13", date_end: "2026-11-20" });
});

test.each([
  [
    "profiles with different gaps",
    [facebookIds(4), facebookIds(8).slice(4)],
    ["2026-07-01", "2026-08-15"],
  ],
])("%s are fetched together where that takes fewer requests", async (_, groups, starts) => {
  const { start } = machine();
  const process = await start();
  for (const [index, profiles] of groups.entries())
    await costOf(process, { ...base, profiles, date_start: starts[index] });
  expect(
    await costOf(process, { ...base, profiles: groups.flat(), date_start: "2026-06-01" }),
  ).toBe(1);
  expect(bodiesOf(process).at(-1)).toMatchObject({
    date_start: "2026-05-04",
    date_end: "2026-07-17",
  });
});

test("a plan says what is cached, and its requests are those that are sent", async () => {
  const { start } = machine();
  const process = await start();
  await costOf(process, base);
  const longer = { ...base, date_end: "2026-10-31" };
  const { text } = await process.call("get_profile_metrics", { ...longer, plan_only: true });
  expect(text).toContain("\n1 request.\nThe API returns 248 numbers; 1024 are cached.\n");
  expect(await costOf(process, longer)).toBe(1);
});

test("a repeated question costs nothing, and shows newer numbers as soon as there are any", async () => {
  const { start, pass, now } = machine();
  const restated = { numbers: (): number => Math.floor(now() / minute) % 1000 };
  const process = await start(restated);
  const lately = {
    ...base,
    metrics: ["fans_change"],
    date_start: "2026-11-10",
    date_end: "2026-11-18",
  };
  const first = await ask(process, lately);
  for (const time of ["second", "third", "fourth"]) {
    const again = await ask(process, lately);
    expect(comparable(again), `the ${time} time`).toBe(comparable(first));
    expect(again).toContain(" 0 requests sent");
  }
  pass(5 * minute);
  await ask(await start(restated), { ...lately, date_start: "2026-11-01", fresh: true });
  const newer = await ask(process, lately);
  expect(newer).toContain(" 0 requests sent");
  const [earlier, later] = [first, newer].map((text) => /^11-18\|(\d+)/m.exec(text)?.[1]);
  expect(Number(later) - Number(earlier)).toBe(5);
  // The list of profiles is fetched again before the numbers are.
  pass(11 * minute);
  for (let time = 0; time < 3; time += 1) await ask(process, lately);
  pass(4.5 * minute);
  const expired = await ask(process, lately);
  expect(expired).toContain(" 1 request sent");
  expect(/^11-18\|(\d+)/m.exec(expired)?.[1]).toBe(String(Number(later) + 15));
});
