/** Several plans in one run: one wave of requests, one count, and one list of profiles. */
import { expect, test } from "vitest";
import { ApiError } from "../../src/suite/api/envelope.ts";
import type { MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { benchOf, type Bench } from "../helpers/in-memory.ts";
import { heldFetch, rejecting, runTogether, tooLarge } from "../helpers/run-plans.ts";

/** August and July of 2026. */
async function twoMonths(
  bench: Bench,
  dimensions: readonly Dimension[] = ["profile"],
  count = 3,
): Promise<[Question, Question]> {
  const subject = {
    version: 3,
    network: "facebook",
    metrics: facebookMetrics("insights_views"),
    dimensions,
  } as const;
  const profiles = (await bench.profiles(subject)).slice(0, count);
  const of = (start: string, end: string): Question => ({
    ...subject,
    start: toDay(start),
    end: toDay(end),
    profiles,
    excluded: new Set(),
  });
  return [of("2026-08-01", "2026-08-31"), of("2026-07-01", "2026-07-31")];
}

const rangeOf = ({ start, end, profiles }: MetricsRequest): string =>
  `${start} ${end} ${profiles.length}`;

test("the requests of all plans are sent in one wave, and each plan has its own result", async () => {
  const bench = benchOf({ profiles: 150 });
  const questions = await twoMonths(bench, ["profile"], 150);
  const alone = [await bench.run(questions[0]), await bench.run(questions[1])];
  const { pending, fetch } = heldFetch(bench);
  const ended = runTogether(bench, questions, { fetch });
  await expect
    .poll(() => pending.map(({ request }) => rangeOf(request)))
    .toEqual([
      "2026-08-01 2026-08-31 100",
      "2026-08-01 2026-08-31 50",
      "2026-07-01 2026-07-31 100",
      "2026-07-01 2026-07-31 50",
    ]);

  // The answers of the earlier range come first.
  for (const { answer } of pending.toReversed()) await answer();

  const finished = await ended;
  expect(finished.map(({ question }) => question.start)).toEqual(["2026-08-01", "2026-07-01"]);
  expect(finished.map(({ outcome }) => outcome)).toEqual(alone);
});

test("a request that two plans share is sent once", async () => {
  const bench = benchOf({ profiles: 10 });
  const [question] = await twoMonths(bench);
  const { sent, fetch } = rejecting(bench, () => undefined);
  const [left, right] = await runTogether(bench, [question, question], { fetch });
  expect(sent).toHaveLength(1);
  expect(right?.outcome).toEqual(left?.outcome);
});

test("the requests of all plans share one count", async () => {
  const bench = benchOf({ profiles: 150 });
  const questions = await twoMonths(bench, ["profile"], 150);
  const { sent, fetch } = rejecting(bench, () => undefined);
  await expect(runTogether(bench, questions, { fetch, maxRequests: 3 })).rejects.toThrow(
    /^too_many_requests_needed: at least 4 requests turn out to be needed, and max_requests is 3; 0 requests were sent\n/,
  );
  expect(sent).toEqual([]);
  await runTogether(bench, questions, { fetch, maxRequests: 4 });
  expect(sent).toHaveLength(4);
});

test("progress counts the requests of all plans", async () => {
  const bench = benchOf({ profiles: 10 });
  const seen: number[][] = [];
  const onProgress = (done: number, total: number): void => void seen.push([done, total]);
  await runTogether(bench, await twoMonths(bench), { onProgress });
  expect(seen).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

const notAllowed = (id: string): ApiError =>
  new ApiError("profiles_not_allowed", "not allowed", [
    { code: 5, strings: [`no access to ${id}`] },
  ]);

test.each([
  ["both ranges", () => true],
  ["the earlier range", ({ start }: MetricsRequest) => start < "2026-08-01"],
])("a profile that is rejected for %s is skipped once, in all results", async (_, isRejected) => {
  const bench = benchOf({ profiles: 10 });
  const questions = await twoMonths(bench);
  const { id = "", name } = questions[0].profiles[1] ?? {};
  const { sent, fetch } = rejecting(bench, (request) =>
    isRejected(request) && request.profiles.some((profile) => profile === id)
      ? notAllowed(id)
      : undefined,
  );
  const finished = await runTogether(bench, questions, { fetch, skipUnavailable: true });
  expect(sent.map(rangeOf)).toEqual([
    "2026-08-01 2026-08-31 3",
    "2026-07-01 2026-07-31 3",
    "2026-08-01 2026-08-31 2",
    "2026-07-01 2026-07-31 2",
  ]);
  for (const { skipped, outcome, question } of finished) {
    expect(skipped).toEqual([{ profile: name, reason: "not allowed for this user" }]);
    expect([...question.excluded]).toEqual([id]);
    expect(outcome.days.profiles).not.toContain(id);
    expect(outcome.days.profiles).toHaveLength(2);
  }
});

test("a size that is rejected for one plan is cut in the others before it is sent", async () => {
  const bench = benchOf({ profiles: 150, complexity: 2000 });
  const [later, earlier] = await twoMonths(bench, ["profile"], 100);
  const { sent, fetch } = rejecting(bench, () => undefined);
  const metrics = facebookMetrics(
    "insights_views",
    "insights_reach",
    "fans_change",
    "fans_lifetime",
  );
  const questions = [
    { ...later, metrics },
    { ...earlier, metrics },
  ] as const;
  await runTogether(bench, questions, { fetch });
  expect(
    bench.sandbox.requests("metrics").filter(({ failedWith }) => failedWith === 4),
  ).not.toEqual([]);
  expect(sent.filter(({ profiles }) => profiles.length === 100).map(rangeOf)).toEqual([
    "2026-08-01 2026-08-31 100",
  ]);
});

test("a failure of one plan ends the run, once what is under way has ended", async () => {
  const bench = benchOf({ profiles: 10 });
  const { sent, fetch } = rejecting(bench, ({ start }) =>
    start < "2026-08-01" ? tooLarge : undefined,
  );
  const day = { start: toDay("2026-07-31"), end: toDay("2026-07-31") };
  const [later, earlier] = await twoMonths(bench, ["profile"], 1);
  const answers = runTogether(bench, [later, { ...earlier, ...day }], { fetch });
  await expect(answers).rejects.toThrow("limit_exceeded");
  expect(sent).toHaveLength(2);
});
