/** A question that is asked again gets the stored reply, unless anything that it shows may have changed. */
import { expect, onTestFinished, test, vi } from "vitest";
import { CachedAnswers } from "../../src/connection/cached-answers.ts";
import { addDays, daysOf, toDay } from "../../src/time/days.ts";
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
  const lately = { ...base, date_start: "2026-11-12", date_end: "2026-11-18" };
  await ask(process, lately);
  pass(11 * minute);
  // The range before is fetched later, and its days are not restated any more.
  const compared = { ...lately, compare_to: "2025-11-01" };
  await askTimes(process, 3, compared);
  pass(4 * minute);
  const before = sentBy(process);
  await ask(process, compared);
  expect(sentBy(process) - before, "the later range has expired").toBe(1);
});

test("nothing is planned for the third time", async () => {
  const process = await machine().start();
  await askTimes(process, 2);
  const lookUp = vi.spyOn(CachedAnswers.prototype, "over");
  onTestFinished(() => lookUp.mockRestore());
  await ask(process, base);
  expect(lookUp).not.toHaveBeenCalled();
  await ask(process, { ...base, metrics: ["insights_views"] });
  expect(lookUp, "an answer was added").toHaveBeenCalled();
  lookUp.mockClear();
  await ask(process, base);
  expect(lookUp).toHaveBeenCalled();
});

test("the reply names a result that is there, however many others have taken its memory", async () => {
  const ids = new Set<string>();
  for (let others = 1; others <= 12; others += 1) {
    const process = await machine().start({ memoryBytes: 350_000 });
    ids.add(idOf(await ask(process, base)));
    for (let other = 0; other < others; other += 1) {
      const start = addDays(toDay("2025-01-01"), 30 * other);
      const dates = { date_start: start, date_end: addDays(start, 89) };
      await ask(process, { ...base, ...dates, profiles: facebookIds(20) });
    }
    const result = idOf(await ask(process, base));
    ids.add(result);
    const { text } = await process.call("read_result", { result });
    expect(text).toContain("2026-11-08|");
  }
  expect(ids.size, "some results were there, others were not").toBeGreaterThan(12);
  expect(ids.size).toBeLessThan(24);
});

test("replies from more than a hundred answers, and to very long questions, are not stored", async () => {
  const process = await machine().start();
  const days = daysOf(toDay("2026-05-01"), toDay("2026-08-09"));
  for (const day of days) await ask(process, { ...base, date_start: day, date_end: day });
  const overDays = (start: string | undefined) => ({
    ...base,
    date_start: start,
    date_end: days.at(-1),
  });
  const isSame = async (question: Readonly<Record<string, unknown>>): Promise<boolean> =>
    idOf(await ask(process, question)) === idOf(await ask(process, question));
  expect(days).toHaveLength(101);
  expect(await isSame(overDays(days[0]))).toBe(false);
  expect(await isSame(overDays(days[1]))).toBe(true);
  const long = { ...base, profiles: Array.from({ length: 700 }, () => base.profiles[0]) };
  expect(await isSame(long)).toBe(false);
});
