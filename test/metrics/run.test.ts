/** How plans are executed: what is sent, what a failure stops, and what is kept from it. */
import { nothingCached } from "../helpers/facts.ts";
import { expect, test } from "vitest";
import type { MetricsRequest } from "../../src/api/metrics-answer.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { stepOf } from "../../src/metrics/plan/steps.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { Answers } from "../../src/metrics/run/answers.ts";
import { toDay } from "../../src/time/days.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { benchOf, type Bench } from "../helpers/in-memory.ts";
import { heldFetch, rejecting, tooLarge } from "../helpers/run-plans.ts";

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

/** The week before the last Monday, Sunday and so on is probed. */
const isProbe = ({ start, end }: MetricsRequest): boolean =>
  Date.parse(end) - Date.parse(start) === 86_400_000;

test("a rejected week probe ends the run, whatever else was answered", async () => {
  const bench = benchOf({ profiles: 150 });
  const question = await questionOn(bench, ["date.week"], { profiles: 150 });
  const { sent, fetch } = rejecting(bench, (request) => (isProbe(request) ? tooLarge : undefined));

  await expect(bench.runWith(question, { fetch })).rejects.toThrow("limit_exceeded");

  expect(sent.filter(isProbe).map(({ start }) => start)).toEqual(["2026-08-30"]);
});

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
  expect(bench.learned.ceilings.isTooLarge(stepOf(rejected.request, nothingCached))).toBe(true);
});

/** Weeks do not begin on Monday: after the first probe, another weekday is to be probed. Only the probes are own. */
async function besideOthers(maxRequests: number) {
  const bench = benchOf({ profiles: 10, rowStyle: { firstWeekday: 0, week: (day) => day } });
  const question = await questionOn(bench, ["date.week"]);
  const { pending, fetch } = heldFetch(bench, isProbe);
  const ended = bench.runWith(question, { fetch, maxRequests });
  await expect.poll(() => pending.length).toBe(3);
  return { pending, ended, probe: pending.find(({ request }) => isProbe(request)) };
}

test("max_requests counts the requests of other calls that this call waits for", async () => {
  const { ended, probe } = await besideOthers(3);
  await Promise.all([
    probe?.answer(),
    expect(ended).rejects.toThrow(
      /^too_many_requests_needed: at least 4 requests turn out to be needed, and max_requests is 3; 1 request was sent\n/,
    ),
  ]);
});

test("a refusal awaits the requests that this call has sent, and keeps their answers", async () => {
  const bench = benchOf({ profiles: 10, rowStyle: { firstWeekday: 0, week: (day) => day } });
  const question = await questionOn(bench, ["date.week"]);
  const answers = new Answers({ load: async () => undefined });
  const { pending, fetch } = heldFetch(bench);
  const ended = bench.runWith(question, { fetch, answers, maxRequests: 3 });
  await expect.poll(() => pending.length).toBe(3);
  for (const { answer } of pending) void answer();
  await expect(ended).rejects.toThrow("; 3 requests were sent\n");
  const keys = pending.map(({ request }) => stepOf(request, nothingCached).key);
  expect(keys.map((key) => answers.has(key))).toEqual([true, true, true]);
});

test("a run that needs as many requests as max_requests continues", async () => {
  const { pending, ended, probe } = await besideOthers(4);
  await probe?.answer();
  await expect.poll(() => pending.length).toBe(4);
  for (const { answer } of pending) await answer();
  expect((await ended).outcome.weekStart).toBe(0);
});

test("a probe of weeks is sent together with the other requests", async () => {
  const bench = benchOf({ profiles: 10 });
  const question = await questionOn(bench, ["date.week"]);
  const { pending, fetch } = heldFetch(bench);
  const ended = bench.runWith(question, { fetch });
  await expect.poll(() => pending.length).toBe(3);
  expect(pending.map(({ request }) => [request.dimensions.join(" "), isProbe(request)])).toEqual([
    ["date.week", true],
    ["date.week", false],
    ["profile date.day", false],
  ]);

  for (const { answer } of pending) await answer();

  expect((await ended).outcome.cells.axes[0]?.rows).toHaveLength(6);
  expect(bench.learned.weekStart).toBe(1);
  expect(pending, "nothing is sent again").toHaveLength(3);
});

test("requests by week that are cut in time wait for the probe, and the others do not", async () => {
  const bench = benchOf({ profiles: 10, rowStyle: { firstWeekday: 0, week: (day) => day } });
  // Their first days need no trial.
  bench.learned.learnAnswered(toDay("2025-01-01"));
  const names = ["fans_lifetime"];
  const question = await questionOn(bench, ["date.week"], { names, start: "2025-03-01" });
  const { pending, fetch } = heldFetch(bench);
  const ended = bench.runWith(question, { fetch });
  const sent = (): string[] =>
    pending.map(({ request }) => [...request.dimensions, request.start, request.end].join(" "));
  const first = [
    "date.week 2026-08-30 2026-08-31",
    "profile date.day 2025-03-01 2026-02-28",
    "profile date.day 2026-03-01 2026-08-31",
  ];
  await expect.poll(sent).toEqual(first);

  await pending[1]?.answer();
  await pending[0]?.answer();
  const second = [...first, "date.week 2026-08-29 2026-08-30"];
  await expect.poll(sent).toEqual(second);
  await pending[3]?.answer();
  await expect
    .poll(sent)
    .toEqual([...second, "date.week 2025-03-01 2026-02-28", "date.week 2026-03-01 2026-08-31"]);

  for (const place of [2, 4, 5]) await pending[place]?.answer();
  expect((await ended).outcome.weekStart).toBe(0);
});
