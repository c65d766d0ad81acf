/** How a plan is executed: what is sent, what a failure stops, and what is kept from it. */
import { nothingCached } from "../helpers/facts.ts";
import { expect, test } from "vitest";
import { ApiError } from "../../src/api/envelope.ts";
import type { MetricsRequest } from "../../src/api/metrics-answer.ts";
import type { DatedAnswer } from "../../src/connection/metrics-answers.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { stepOf } from "../../src/metrics/plan/steps.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { Answers } from "../../src/metrics/run/answers.ts";
import type { RunServices } from "../../src/metrics/run/types.ts";
import { toDay } from "../../src/time/days.ts";
import { benchOf, dated, type Bench } from "../helpers/in-memory.ts";

const averages = metricsOf("facebook", 3).filter(({ aggregation }) => aggregation === "average");

async function questionOn(
  bench: Bench,
  dimensions: readonly Dimension[],
  { profiles = 3, metrics = 1, end = "2026-08-31" } = {},
): Promise<Question> {
  const subject = {
    version: 3,
    network: "facebook",
    metrics: averages.slice(0, metrics),
    dimensions,
  } as const;
  const list = await bench.profiles(subject);
  return {
    ...subject,
    start: toDay("2026-08-01"),
    end: toDay(end),
    profiles: list.slice(0, profiles),
    excluded: new Set(),
  };
}

const tooLarge = new ApiError("limit_exceeded", "too large", [{ code: 4, strings: ["no"] }]);

/** The bench's API, with requests recorded and some of them rejected. */
function rejecting(bench: Bench, rejection: (request: MetricsRequest) => Error | undefined) {
  const sent: MetricsRequest[] = [];
  const fetch: RunServices["fetch"] = async (request, signal, onSent) => {
    onSent();
    sent.push(request);
    const error = rejection(request);
    if (error !== undefined) throw error;
    return dated(request, await bench.api.metrics(request, signal));
  };
  return { sent, fetch };
}

test("a profile that is rejected after a total was folded is skipped, and the others are answered", async () => {
  const bench = benchOf({ profiles: 10 });
  const question = await questionOn(bench, []);
  const unavailable = question.profiles[1]?.id ?? "";
  const { fetch } = rejecting(bench, ({ profiles, dimensions }) => {
    if (!dimensions.includes("profile")) return tooLarge;
    const errors = [{ code: 5, strings: [`no access to ${unavailable}`] }];
    return profiles.some((id) => id === unavailable)
      ? new ApiError("profiles_not_allowed", "not allowed", errors)
      : undefined;
  });

  const { outcome, skipped } = await bench.runWith(question, { fetch, skipUnavailable: true });

  expect(skipped).toHaveLength(1);
  expect([...outcome.cells.values].filter(Number.isFinite)).toHaveLength(1);
});

test("a rejected week probe ends the run at once", async () => {
  const bench = benchOf({ profiles: 150 });
  const question = await questionOn(bench, ["date.week"], { profiles: 150 });
  const { sent, fetch } = rejecting(bench, () => tooLarge);

  await expect(bench.runWith(question, { fetch })).rejects.toThrow("limit_exceeded");

  expect(sent).toHaveLength(1);
});

test("a question that was cut is cut in the same way again, so that its answers are found", async () => {
  const limits = { ...requestLimits[3], profiles: 31 };
  const bench = benchOf({ profiles: 60, complexity: 52 }, limits);
  const question = await questionOn(bench, ["profile"], { profiles: 40, metrics: 5 });
  const answers = new Answers(async () => undefined);
  const { sent, fetch } = rejecting(bench, () => undefined);

  await bench.runWith(question, { fetch, answers });
  const first = sent.length;
  await bench.runWith(question, { fetch, answers });

  expect(first).toBeLessThanOrEqual(8);
  expect(sent).toHaveLength(first);
});

/** The answers that are under way, to be ended by the test. */
function pendingFetch(isSent = true) {
  const pending: { request: MetricsRequest; reject: (error: Error) => void }[] = [];
  const fetch: RunServices["fetch"] = (request, _signal, onSent) => {
    if (isSent) onSent();
    return new Promise<DatedAnswer>((_resolve, reject) => {
      pending.push({ request, reject });
    });
  };
  return { pending, fetch };
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
  const { pending, fetch } = pendingFetch();
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

test("max_requests counts the requests of other calls that this call waits for", async () => {
  const { bench, question } = await threeRequests();
  const { pending, fetch } = pendingFetch(false);
  const ended = bench.runWith(question, { fetch, maxRequests: 3 });
  await expect.poll(() => pending.length).toBe(3);

  pending[0]?.reject(tooLarge);

  await expect(ended).rejects.toThrow("too_many_requests_needed: at least");
});
