/** Missing days and zeros that may be late are fetched again: daily while they are new, weekly once they are old. */
import { expect, test } from "vitest";
import type { ConnectOptions } from "../helpers/connect.ts";
import { bodiesOf, day, machine, minute, type MetricsBody } from "../helpers/machine.ts";
import { idOf } from "../helpers/results.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";

/** Settled days that are at most 14 days old on 2026-11-20. */
const settled = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  date_start: "2026-11-05",
  date_end: "2026-11-12",
  dimensions: ["profile", "date.day"],
};

/** The numbers of an API that lacks one, or has only zeros on the last days. */
const lacking: Numbers = ({ index }, metric, date) =>
  index === 0 && metric === "insights_reach" && date === "2026-11-10" ? null : 5;

const withZeros: Numbers = (_profile, _metric, date) => (date >= "2026-11-11" ? 0 : 5);

const withOneZero: Numbers = ({ index }, _metric, date) =>
  index === 0 && date >= "2026-10-30" ? 0 : 5;

/** Asks a process of its own each time, and returns the bodies of its requests for metrics. */
function asking(options: ConnectOptions) {
  const { start, pass } = machine();
  const asks = async (question: object): Promise<MetricsBody[]> => {
    const process = await start({ profiles: 4, ...options });
    await process.call("get_profile_metrics", { ...question });
    return bodiesOf(process);
  };
  return { asks, pass };
}

test.each([
  ["a value is missing", lacking, "2026-11-10"],
  ["the last days are 0 for all profiles", withZeros, "2026-11-11"],
] as const)(
  "%s: fetched again after a day, and after a week once it is old",
  async (_, gappy, gap) => {
    const { asks, pass } = asking({ numbers: gappy });
    const asksForGap = async (): Promise<boolean> =>
      (await asks(settled)).some(
        ({ date_start: first, date_end: last }) => first <= gap && gap <= last,
      );
    expect(await asksForGap()).toBe(true);
    pass(23 * 60 * minute);
    expect(await asksForGap()).toBe(false);
    pass(2 * 60 * minute);
    expect(await asksForGap()).toBe(true);
    // The day is older than two weeks now.
    pass(6 * day);
    expect(await asksForGap()).toBe(true);
    pass(6 * day);
    expect(await asksForGap()).toBe(false);
    pass(1.1 * day);
    expect(await asksForGap()).toBe(true);
    // It is older than five weeks: it has no value.
    pass(20 * day);
    await asks(settled);
    pass(20 * day);
    expect(await asksForGap()).toBe(false);
  },
);

test("days after a range are evidence, and are asked for again after a day", async () => {
  const { asks, pass } = asking({ numbers: () => 1 });
  const days = { ...settled, date_end: "2026-11-10" };
  expect(await asks(days)).toHaveLength(1);
  pass(23 * 60 * minute);
  expect(await asks(days)).toEqual([]);
  pass(2 * 60 * minute);
  expect(await asks(days)).toMatchObject([{ date_start: "2026-11-13", date_end: "2026-11-18" }]);
});

test("a page with zeros among others that have values is settled, and so is a gap of five weeks ago", async () => {
  const days = { ...settled, date_start: "2026-10-25", date_end: "2026-11-01" };
  const { asks, pass } = asking({ numbers: withOneZero });
  const old = asking({ numbers: (_profile, _metric, date) => (date === "2026-10-10" ? null : 5) });
  await asks(days);
  await old.asks(days);
  pass(8 * day);
  old.pass(8 * day);
  expect([...(await asks(days)), ...(await old.asks(days))]).toEqual([]);
});

test("a stored result says how old its numbers are, where they could still change", async () => {
  const { start, pass } = machine();
  const { call } = await start({ profiles: 4, numbers: lacking });
  const lately = { ...settled, metrics: ["fans_change"], date_end: "2026-11-14" };
  const ids: string[] = [];
  for (const question of [settled, { ...settled, metrics: ["fans_change"] }, lately]) {
    ids.push(idOf((await call("get_profile_metrics", question)).text));
    pass(30 * minute);
  }
  const firstLines = async (): Promise<string[]> =>
    Promise.all(
      ids.map(async (result) => (await call("read_result", { result })).text.split("\n")[0] ?? ""),
    );
  for (const line of (await firstLines()).slice(1)) expect(line).not.toContain("Numbers of");
  pass(2 * 60 * minute);
  const [gap, final, unsettled] = await firstLines();
  expect(gap).toContain("Numbers of 4 hours ago: ask the question again for newer ones.");
  expect(final).not.toContain("Numbers of");
  expect(unsettled).toContain("Numbers of 3 hours ago");
});
