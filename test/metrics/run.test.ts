/** How plans are executed: what is sent, what a failure stops, and what is kept from it. */
import { factsOf } from "../helpers/facts.ts";
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { stepOf } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { Answers } from "../../src/questions/metrics/run/answers.ts";
import { toDay } from "../../src/base/time/days.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { benchOf, type Bench } from "../helpers/in-memory.ts";
import { heldFetch, tooLarge } from "../helpers/run-plans.ts";

/** People of a day: the API computes their means over a long range. */
const people = [
  "insights_reach",
  "insights_reach_paid",
  "insights_post_reach",
  "insights_post_reach_paid",
  "insights_video_views_unique",
];

async function questionOn(
  bench: Bench,
  dimensions: readonly Dimension[],
  { profiles = 3, names = people.slice(0, 1), start = "2026-08-01" } = {},
): Promise<Question> {
  const subject = {
    version: 3,
    network: "facebook",
    metrics: facebookMetrics(...names),
    dimensions,
  } as const;
  const list = await bench.profiles(subject);
  return {
    ...subject,
    start: toDay(start),
    end: toDay("2026-08-31"),
    profiles: list.slice(0, profiles),
    excluded: new Set(),
  };
}

/** Three requests of a size that is known to pass. */
async function threeRequests(): Promise<{ bench: Bench; question: Question }> {
  const bench = benchOf({ profiles: 10 }, { ...requestLimits[3], profiles: 1 });
  const question = await questionOn(bench, ["profile", "date.day"]);
  await bench.run(question);
  return { bench, question };
}

test("what is rejected as too large while a failure is awaited is learned", async () => {
  const { bench, question } = await threeRequests();
  const { pending, fetch } = heldFetch(bench);
  const ended = bench.runWith(question, { fetch });
  await expect.poll(() => pending.length).toBe(3);

  pending[0]?.reject(new Error("the API failed"));
  await Promise.resolve();
  for (const { reject } of pending.slice(1)) reject(tooLarge);

  await expect(ended).rejects.toThrow("the API failed");
  const [, rejected] = pending;
  if (rejected === undefined) throw new Error("no request");
  expect(bench.learned.ceilings.isTooLarge(stepOf(rejected.request, factsOf()))).toBe(true);
});

/** Three requests, of which this call sends the first alone: another call has sent the others. */
async function besideOthers(maxRequests: number) {
  const { bench, question } = await threeRequests();
  const [first] = question.profiles;
  const { pending, fetch } = heldFetch(bench, ({ profiles }) => profiles[0] === first?.id);
  const ended = bench.runWith(question, { fetch, maxRequests });
  await expect.poll(() => pending.length).toBe(3);
  pending[0]?.reject(tooLarge);
  return { pending, ended };
}

test("max_requests counts the requests of other calls that this call waits for", async () => {
  const { ended } = await besideOthers(3);
  await expect(ended).rejects.toThrow(
    /^too_many_requests_needed: at least 6 requests turn out to be needed, and max_requests is 3; 1 request was sent, 1 of them too large for the API\n/,
  );
});

test("a refusal awaits the requests that this call has sent, and keeps their answers", async () => {
  const { bench, question } = await threeRequests();
  const answers = new Answers({ load: async () => undefined });
  const { pending, fetch } = heldFetch(bench);
  const ended = bench.runWith(question, { fetch, answers, maxRequests: 3 });
  await expect.poll(() => pending.length).toBe(3);
  pending[0]?.reject(tooLarge);
  for (const { answer } of pending.slice(1)) void answer();
  await expect(ended).rejects.toThrow("; 3 requests were sent, 1 of them too large for the API\n");
  const keys = pending.map(({ request }) => stepOf(request, factsOf()).key);
  expect(keys.map((key) => answers.has(key))).toEqual([false, true, true]);
});

test("a run that needs as many requests as max_requests continues", async () => {
  const { pending, ended } = await besideOthers(6);
  for (let place = 1; place < 6; place += 1) {
    await expect.poll(() => pending.length).toBeGreaterThan(place);
    await pending[place]?.answer();
  }
  expect((await ended).outcome.days.profiles).toHaveLength(3);
});
