/** Answers too large for the API: cut, learned, and not met again. */
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import fc from "fast-check";
import { drawing, repetitions } from "../helpers/repetitions.ts";
import { Learned } from "../../src/suite/connection/learned.ts";
import { Answers } from "../../src/questions/metrics/run/answers.ts";
import { factsOf } from "../helpers/facts.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { expect, test } from "vitest";
import { Run } from "../../src/questions/metrics/run/run.ts";
import { ApiError } from "../../src/suite/api/envelope.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { benchOf, never, type Bench } from "../helpers/in-memory.ts";

interface Asked {
  readonly profiles: number;
  readonly metrics: number;
  readonly start: string;
  readonly end: string;
  readonly dimensions: Question["dimensions"];
}

async function queryOn(bench: Bench, { profiles, metrics, ...rest }: Asked): Promise<Question> {
  const question = {
    version: 3 as const,
    network: "facebook" as const,
    metrics: metricsOf("facebook", 3).slice(0, metrics),
    ...rest,
    start: toDay(rest.start),
    end: toDay(rest.end),
  };
  const list = await bench.profiles(question);
  return { ...question, profiles: list.slice(0, profiles), excluded: new Set() };
}

/** How many requests a run sent, and how many of those were refused. */
async function runOnce(bench: Bench, query: Question): Promise<{ sent: number; refused: number }> {
  const before = bench.sandbox.requests("metrics").length;
  await bench.run(query);
  const sent = bench.sandbox.requests("metrics").slice(before);
  return { sent: sent.length, refused: sent.filter(({ failedWith }) => failedWith === 4).length };
}

const year: Asked = {
  profiles: repetitions(60, 100),
  metrics: 25,
  start: "2025-10-01",
  end: "2026-09-30",
  dimensions: ["profile", "date.day"],
};

/** Quick: a year has 900,000 of them. */
const quickNumbers = (): number => 1;

test.each([
  [50_000, year],
  [12_345, year],
  [3_000, { ...year, profiles: 20 }],
  [100, { ...year, profiles: 2, metrics: 3 }],
  [20, { ...year, profiles: 3, metrics: 7, end: "2025-10-02" }],
])(
  "under a ceiling of %i numbers, wastes no more than halving and three trials of larger sizes, and nothing the second time",
  async (complexity, question) => {
    const bench = benchOf({ complexity, profiles: 120, numbers: quickNumbers });
    const query = await queryOn(bench, question);
    const days = (Date.parse(question.end) - Date.parse(question.start)) / 86_400_000 + 1;
    const numbers = question.profiles * question.metrics * days;

    const first = await runOnce(bench, query);
    const second = await runOnce(bench, query);

    expect(first.refused).toBeLessThanOrEqual(Math.ceil(Math.log2(numbers / complexity)) + 3);
    expect(first.refused).toBeGreaterThan(0);
    expect(second.refused).toBe(0);
  },
);

test("requests are 1.15 times the numbers divided by the ceiling in the mean, at most 1.4 times, and 12 to learn it", async () => {
  let rejecting = 0;
  const totals = { sent: 0, needed: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 20, max: 200 }),
      fc.integer({ min: 1, max: 25 }),
      fc.integer({ min: 30, max: 365 }),
      fc.integer({ min: 5000, max: 200_000 }),
      async (profiles, metrics, days, complexity) => {
        const bench = benchOf({ complexity, profiles: 240, numbers: quickNumbers });
        const start = addDays(toDay(year.end), 1 - days);
        const { sent, refused } = await runOnce(
          bench,
          await queryOn(bench, { ...year, profiles, metrics, start }),
        );
        rejecting += Math.sign(refused);
        const requests = Math.max((profiles * metrics * days) / complexity, profiles / 100);
        // The cuts of few numbers, such as one profile for 150 days, do not fill every size.
        expect(sent).toBeLessThanOrEqual(Math.ceil(requests) * 1.4 + 12);
        totals.sent += sent - 12;
        totals.needed += requests;
      },
    ),
    drawing(12, 1000, 7),
  );
  expect(totals.sent / totals.needed).toBeLessThan(1.15);
  expect(rejecting).toBeGreaterThan(repetitions(12, 1000) / 6);
}, 600_000);

test("what is learned serves other questions of the same shape", async () => {
  const bench = benchOf({ complexity: 50_000, profiles: 120, numbers: quickNumbers });
  await runOnce(bench, await queryOn(bench, year));

  const run = await runOnce(
    bench,
    await queryOn(bench, { ...year, profiles: 40, start: "2025-11-01" }),
  );

  expect(run.refused).toBe(0);
});

/** Runs a plan of one request against an API that answers with these errors. */
function rejectedWith(...codes: readonly number[]): Promise<unknown> {
  const errors = codes.map((code) => ({ code, strings: ["no"] }));
  const profiles = ["a", "b", "c"].map((id) => ({ id: toProfileId(id), name: id }));
  const question: Question = {
    version: 3,
    network: "facebook",
    start: toDay("2026-01-01"),
    end: toDay("2026-01-02"),
    profiles,
    metrics: metricsOf("facebook", 3).slice(0, 1),
    dimensions: ["profile", "date.day"],
    excluded: new Set(),
  };
  const learned = new Learned(() => 0);
  return new Run(
    [planQuestion(question, factsOf())],
    {
      answers: new Answers({ load: async () => undefined }),
      slice: new TimeSlice(),
      fetch: async () => {
        throw new ApiError("limit_exceeded", "too large", errors);
      },
      facts: () => factsOf({ limits: { profiles: 2, metrics: 25, months: 12 } }),
      learned,
      maxRequests: 50,
      skipUnavailable: false,
      onProgress: () => {},
    },
    never,
  ).finish();
}

test("reports a request beyond the documented limits as this server's defect, and does not cut it", async () => {
  await expect(rejectedWith(4)).rejects.toThrow(
    "internal_error: this server sent a request beyond the API's documented limits",
  );
});

test("cuts only where every error of the answer is code 4", async () => {
  await expect(rejectedWith(4, 5)).rejects.toThrow("limit_exceeded: too large");
});

test("stops where cutting would spend more than max_requests allows", async () => {
  const bench = benchOf({ complexity: 1_000, profiles: 120, numbers: quickNumbers });
  const query = await queryOn(bench, year);

  await expect(bench.run(query, 20)).rejects.toThrow("too_many_requests_needed");
});
