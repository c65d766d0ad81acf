/** What is kept for the next process, and for how long. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { comparable, connect } from "../helpers/connect.ts";
import { day, machine, minute, sentBy } from "../helpers/machine.ts";
import { isFull, repetitions } from "../helpers/repetitions.ts";

const october = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  date_start: "2026-10-01",
  date_end: "2026-10-31",
  dimensions: ["profile", "date.day"],
};

/** Quick: many days of many profiles are asked for. */
const numbers = (): number => 1;

test("the next process gives the same answer without a request", async () => {
  const { start } = machine();
  const [first, second] = [await start(), await start()];
  const answer = await first.call("get_profile_metrics", october);
  const again = await second.call("get_profile_metrics", october);
  expect(second.sandbox.requests()).toEqual([]);
  expect(comparable(again.text)).toBe(comparable(answer.text));
});

test("settled days are cached for 30 days, others for 15 minutes", async () => {
  const { start, pass } = machine();
  const lately = { ...october, date_start: "2026-11-17", date_end: "2026-11-17" };
  // The days after it are settled too.
  const settled = { ...october, date_start: "2026-10-25", date_end: "2026-11-01" };
  const asks = async (question: object): Promise<number> => {
    const process = await start({ profiles: 4, numbers });
    await process.call("get_profile_metrics", { ...question });
    return sentBy(process);
  };
  expect([await asks(lately), await asks(settled)]).toEqual([1, 1]);
  pass(14 * minute);
  expect([await asks(lately), await asks(settled)]).toEqual([0, 0]);
  pass(2 * minute);
  expect([await asks(lately), await asks(settled)]).toEqual([1, 0]);
  pass(29 * day);
  expect(await asks(settled)).toBe(0);
  pass(day);
  expect(await asks(settled)).toBe(1);
});

test("a day is settled only when it is settled in all time zones of the profiles", async () => {
  const { start, pass } = machine();
  // It is the 20th in London, and the 19th in New York.
  pass(-8 * 60 * minute);
  const ends = { ...october, date_start: "2026-11-10", date_end: "2026-11-16" };
  const process = await start({ profiles: 120 });
  await process.call("get_profile_metrics", ends);
  const before = sentBy(process);
  pass(16 * minute);
  const again = await start({ profiles: 120 });
  await again.call("get_profile_metrics", ends);
  expect([before, sentBy(again)], "not yet over for three days everywhere").toEqual([2, 2]);
});

test("a question with a later end sends only requests for new or unsettled days", async () => {
  const { start, pass } = machine();
  const years = repetitions(2, 4);
  const long = { ...october, date_start: `${2027 - years}-01-01`, date_end: "2026-10-31" };
  const first = await start({ numbers });
  await first.call("get_profile_metrics", long);
  expect(sentBy(first), "of two groups of profiles").toBe(2 * years);
  pass(day);
  const second = await start({ numbers });
  await second.call("get_profile_metrics", { ...long, date_end: "2026-11-15" });
  expect(sentBy(second), "the last window, of two groups of profiles").toBe(2);
});

test("a repeated query of 20 requests sends none", async () => {
  const { start } = machine();
  const quotas = { account: 1e6, user: 1e6 };
  // 5 groups of profiles and 4 years, or 20 groups and a month.
  const [profiles, date_start] = isFull ? [500, "2022-11-01"] : [2000, "2026-10-01"];
  const { call, sandbox } = await start({ profiles, quotas, numbers });
  const long = {
    ...october,
    date_start,
    date_end: "2026-10-31",
    dimensions: ["profile", "date.month"],
  };
  const first = await call("get_profile_metrics", long);
  const second = await call("get_profile_metrics", long);
  expect(sandbox.requests("metrics").length).toBe(20);
  expect(comparable(second.text)).toBe(comparable(first.text));
});

test("fresh ignores every cache, and its answers are cached", async () => {
  const { start } = machine();
  const first = await start({ profiles: 4 });
  await first.call("get_profile_metrics", october);
  await first.call("get_profile_metrics", { ...october, fresh: true });
  expect([sentBy(first), first.sandbox.requests("profiles").length]).toEqual([2, 2]);
  const second = await start({ profiles: 4 });
  await second.call("get_profile_metrics", october);
  expect(second.sandbox.requests()).toEqual([]);
});

test("an unfinished fresh call can be continued without fresh", async () => {
  const { failing } = await connect({ quotas: { account: 1000, user: 4 } });
  const long = { ...october, date_start: "2023-01-01", fresh: true };
  const { text } = await failing("get_profile_metrics", long);
  expect(text).toMatch(
    /; 3 of 8 requests are answered and cached\n.* Without fresh it continues from there\. \d requests sent/,
  );
});

test("two overlapping questions send their common requests once", async () => {
  const groups = repetitions(2, 5);
  const { call, sandbox } = await connect({ profiles: groups * 100, numbers });
  const years = (from: string): object => ({
    ...october,
    date_start: from,
    dimensions: ["profile", "date.month"],
  });
  const answers = await Promise.all(
    ["2024-11-01", "2022-11-01"].map((from) =>
      call("get_profile_metrics", { ...years(from), date_end: "2025-10-31" }),
    ),
  );
  expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
  expect(sandbox.requests("metrics").length, "3 years").toBe(groups * 3);
});

test("lists are cached for ten minutes, pages of posts for fifteen", async () => {
  const { start, pass } = machine();
  const posts = { date_start: "2026-10-01", date_end: "2026-10-31" };
  const first = await start();
  await first.call("list_linkedin_posts", posts);
  pass(9 * minute);
  const second = await start();
  await second.call("list_linkedin_posts", posts);
  expect(second.sandbox.requests()).toEqual([]);
  pass(2 * minute);
  const third = await start();
  await third.call("list_linkedin_posts", posts);
  expect(third.sandbox.requests().map(({ operation }) => operation)).toEqual(["profiles"]);
});

test("damaged files count as missing", async () => {
  const { start, folder } = machine();
  const first = await start({ profiles: 4 });
  const answer = await first.call("get_profile_metrics", october);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "damaged");
  const second = await start({ profiles: 4 });
  const again = await second.call("get_profile_metrics", october);
  expect(sentBy(second)).toBe(1);
  expect(comparable(again.text)).toBe(comparable(answer.text));
});

test("simultaneous equal questions send their requests once", async () => {
  const { call, sandbox } = await connect();
  const answers = await Promise.all([1, 2, 3].map(() => call("get_profile_metrics", october)));
  expect(sandbox.requests("metrics")).toHaveLength(2);
  expect(new Set(answers.map(({ text }) => comparable(text))).size).toBe(1);
});

test("the largest accepted answer is learnt once, and forgotten after 30 days", async () => {
  const { start, pass } = machine();
  const options = { complexity: 3000 };
  const refusals = async (date: string): Promise<number> => {
    const process = await start(options);
    const { isError } = await process.call("get_profile_metrics", { ...october, date_start: date });
    expect(isError).toBe(false);
    return process.sandbox.requests("metrics").filter(({ failedWith }) => failedWith === 4).length;
  };
  expect(await refusals("2026-10-01")).toBeGreaterThan(0);
  expect(await refusals("2026-09-30")).toBe(0);
  pass(31 * day);
  expect(await refusals("2026-09-29")).toBeGreaterThan(0);
});
