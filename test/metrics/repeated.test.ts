/** A question that is asked again gets the stored reply, unless anything that it shows may have changed. */
import { expect, test } from "vitest";
import { comparable, facebookIds, type Connected } from "../helpers/connect.ts";
import { ask, machine, minute, sentBy } from "../helpers/machine.ts";
import { idOf } from "../helpers/results.ts";

const hour = 60 * minute;
/** Profiles without gaps. */
const base = {
  network: "facebook",
  metrics: ["fans_change"],
  profiles: facebookIds(2),
  date_start: "2026-11-02",
  date_end: "2026-11-08",
  dimensions: ["profile", "date.day"],
};

/** Asks several times; the last reply. The first reply is stored, the second remembers its plan, others follow it. */
async function askTimes(
  process: Connected,
  count: number,
  question: Readonly<Record<string, unknown>> = base,
): Promise<string> {
  const texts: string[] = [];
  for (let time = 0; time < count; time += 1) texts.push(await ask(process, question));
  return texts.at(-1) ?? "";
}

test("the reply is the same but for its cost, and shows the same result", async () => {
  const process = await machine().start();
  const first = await ask(process, base);
  expect(first).toContain("2 requests sent, at most 498 left this hour.");
  for (let time = 0; time < 3; time += 1) {
    const again = await ask(process, base);
    expect(again).toBe(first.replace("2 requests sent", "0 requests sent"));
  }
});

test("the plan and fresh numbers are given for a question that was asked before", async () => {
  const process = await machine().start();
  const id = idOf(await askTimes(process, 3));
  const { text } = await process.call("get_profile_metrics", { ...base, plan_only: true });
  expect(text).toContain("Plan: no request, because everything is cached.");
  const before = sentBy(process);
  const fresh = await ask(process, { ...base, fresh: true });
  expect(sentBy(process) - before).toBe(1);
  expect(idOf(fresh)).not.toBe(id);
});

test("another question with the same numbers gets its own reply", async () => {
  const process = await machine().start();
  const daily = await askTimes(process, 3);
  const total = await askTimes(process, 3, { ...base, dimensions: ["profile"] });
  expect(idOf(total)).not.toBe(idOf(daily));
  expect(idOf(await ask(process, base))).toBe(idOf(daily));
});

test("profiles that were listed again can have other names", async () => {
  const { start, pass } = machine();
  const process = await start();
  const first = await askTimes(process, 3);
  pass(11 * minute);
  const later = await ask(process, base);
  expect(idOf(later)).not.toBe(idOf(first));
  expect(later).toContain(" 1 request sent");
});

test.each([
  ["rows", { dimensions: ["profile_label"] }],
  ["profiles", { profiles: undefined, labels: ["Europe"] }],
])("labels of %s can have changed", async (_, changes) => {
  const process = await machine().start();
  const labelled = { ...base, ...changes };
  const first = await ask(process, labelled);
  const again = await ask(process, labelled);
  expect(idOf(again)).not.toBe(idOf(first));
  expect(comparable(again)).toBe(comparable(first));
});

test("what happened on the way is said once", async () => {
  const process = await machine().start({ complexity: 7 });
  const first = await ask(process, base);
  expect(first).toMatch(/came back as too large/);
  const again = await askTimes(process, 3);
  expect(again).not.toMatch(/too large/);
  expect(again).toContain(" 0 requests sent");
});

test("the age of numbers that can still change is that of the moment", async () => {
  const { start, pass } = machine();
  const process = await start();
  // A profile without a value on one of these days.
  const gappy = { ...base, metrics: ["insights_reach"], profiles: ["Acme UK"] };
  const asked = { ...gappy, date_start: "2026-07-01", date_end: "2026-08-31" };
  await ask(process, asked);
  pass(1.4 * hour);
  expect(await askTimes(process, 3, asked)).toMatch(/were fetched 1 hour ago/);
  pass(0.15 * hour);
  expect(await ask(process, asked)).toMatch(/were fetched 2 hours ago/);
});

test("both ranges of a comparison must be valid still", async () => {
  const { start, pass } = machine();
  const process = await start();
  const compared = {
    ...base,
    date_start: "2026-11-12",
    date_end: "2026-11-18",
    compare_to: "2025-11-01",
  };
  await ask(process, compared);
  pass(11 * minute);
  await askTimes(process, 3, compared);
  pass(4.5 * minute);
  const before = sentBy(process);
  await ask(process, compared);
  expect(sentBy(process) - before, "the later range has expired").toBe(1);
});
