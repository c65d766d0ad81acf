/** The answers of one call: what is cached is read once, and what is lost is noticed; and what rejections mean. */
import { describe, expect, test } from "vitest";
import { ApiError, isTooLarge } from "../../src/suite/api/envelope.ts";
import type { MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { PackedNumbers } from "../../src/numbers/cells/packed-numbers.ts";
import type {
  CachedAnswer,
  DatedAnswer,
  Gap,
} from "../../src/suite/connection/answers/cached-answer.ts";
import {
  stepOf,
  type CachedCells,
  type Part,
  type Plan,
} from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { Answers } from "../../src/questions/metrics/run/answers.ts";
import { checkLimits, insightsApart } from "../../src/questions/metrics/run/learn.ts";
import { toDay } from "../../src/base/time/days.ts";
import { cachedAnswer, factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";

const metrics = facebookMetrics("fans_change", "insights_views");
const ids = ["a", "b", "c"].map(toProfileId);

const requestOf = (place: number): MetricsRequest => ({
  version: 3,
  network: "facebook",
  dimensions: ["profile"],
  start: toDay("2026-01-01"),
  end: toDay("2026-01-10"),
  metrics: metrics.map(({ name }) => name),
  profiles: ids.slice(0, place + 1),
});

const answerTo = (place: number, fetchedAt = 1): DatedAnswer => ({
  ...cachedAnswer(requestOf(place), fetchedAt),
  axes: [],
  metrics: [],
  values: new PackedNumbers(new Float64Array()),
});

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions: ["profile"],
  start: toDay("2026-01-01"),
  end: toDay("2026-01-10"),
  profiles: ids.map((id) => ({ id, name: id })),
  excluded: new Set(),
};

/** Requests to send, and cells that are cached. */
function planOf(requests: readonly number[], cells: readonly CachedCells[] = []): Plan {
  const steps = requests.map((place) => stepOf(requestOf(place), factsOf()));
  const part: Part = { metrics, dimensions: ["profile"], steps, cached: cells };
  return { question, parts: [part] };
}

const keyOfStep = (place: number): string => stepOf(requestOf(place), factsOf()).key;

/** The cache of a test, which records what is read. */
function cacheWith(lost: readonly number[] = []): { answers: Answers; read: CachedAnswer[] } {
  const read: CachedAnswer[] = [];
  const answers = new Answers({
    async load(answer) {
      read.push(answer);
      const place = answer.request.profiles.length - 1;
      return lost.includes(place) ? undefined : { ...answerTo(place, answer.fetchedAt), ...answer };
    },
  });
  return { answers, read };
}

const heldFrom = (answer: CachedAnswer, rest: Partial<CachedCells> = {}): CachedCells => ({
  answer,
  profiles: ids.slice(0, 1),
  metrics: ["fans_change"],
  start: toDay("2026-01-02"),
  end: toDay("2026-01-03"),
  ...rest,
});

describe("cached answers", () => {
  test("are read once", async () => {
    const { answers, read } = cacheWith();
    const answer = cachedAnswer(requestOf(2), 7);
    const plan = planOf([0], [heldFrom(answer), heldFrom(answer)]);
    expect(await answers.load(plan)).toBe(true);
    expect(read).toHaveLength(1);
    expect(await answers.load(plan)).toBe(true);
    expect(read).toHaveLength(1);
    expect(answers.holding(heldFrom(answer)).fetchedAt).toBe(7);
    expect(answers.fetched).toEqual([]);
  });

  test("that are lost are reported, and the others are kept", async () => {
    const { answers } = cacheWith([1]);
    const [stored, lost] = [0, 1].map((place) => heldFrom(cachedAnswer(requestOf(place))));
    if (stored === undefined || lost === undefined) throw new Error("no cells");
    expect(await answers.load(planOf([], [stored, lost]))).toBe(false);
    expect(await answers.load(planOf([], [stored]))).toBe(true);
    expect(() => answers.holding(lost)).toThrow(/a cached answer/);
  });

  test("give way to an answer that was fetched", async () => {
    const { answers, read } = cacheWith();
    const fetched = answerTo(0, 99);
    answers.set(keyOfStep(0), fetched);
    expect(answers.fetched).toEqual([keyOfStep(0)]);
    expect(await answers.load(planOf([0], [heldFrom(fetched)]))).toBe(true);
    expect(read).toEqual([]);
    expect(answers.get(keyOfStep(0))).toBe(fetched);
    expect(answers.holding(heldFrom(fetched))).toBe(fetched);
  });
});

describe("numbers that can still change", () => {
  /** When the changeable numbers of a plan were fetched: all at once, or never. */
  const since = async (plan: Plan, ...fetched: readonly DatedAnswer[]): Promise<number[]> => {
    const { answers } = cacheWith();
    for (const answer of fetched) answers.set(stepOf(answer.request, factsOf()).key, answer);
    await answers.load(plan);
    const { changeable } = answers.fetchedFor(plan) ?? {};
    expect(changeable?.first).toBe(changeable?.last);
    return changeable === undefined ? [] : [changeable.first];
  };
  const unsettled = toDay("2026-01-05");

  test("of requests that are not settled, or have gaps", async () => {
    expect(await since(planOf([0]), answerTo(0, 5))).toEqual([]);
    expect(await since(planOf([0]), { ...answerTo(0, 5), settledBefore: unsettled })).toEqual([5]);
  });

  test("of held cells: by their own days and gaps, not by those of the whole answer", async () => {
    const of = (rest: Partial<CachedAnswer>, cells: Partial<CachedCells> = {}): Promise<number[]> =>
      since(planOf([], [heldFrom({ ...cachedAnswer(requestOf(1), 8), ...rest }, cells)]));
    expect(await of({})).toEqual([]);
    expect(await of({ settledBefore: unsettled })).toEqual([]);
    expect(await of({ settledBefore: unsettled }, { end: toDay("2026-01-04") })).toEqual([]);
    expect(await of({ settledBefore: unsettled }, { end: unsettled })).toEqual([8]);
    const gap = (cells: Gap): Partial<CachedAnswer> => ({ gaps: [cells] });
    const within = {
      profiles: [0],
      metrics: [0],
      start: toDay("2026-01-03"),
      end: toDay("2026-01-06"),
    };
    expect(await of(gap(within))).toEqual([8]);
    expect(await of(gap({ ...within, start: toDay("2026-01-04") })), "later days").toEqual([]);
    expect(
      await of(gap({ ...within, start: toDay("2026-01-01"), end: toDay("2026-01-01") })),
      "earlier days",
    ).toEqual([]);
    expect(
      await of(gap({ ...within, start: toDay("2026-01-01"), end: toDay("2026-01-02") })),
    ).toEqual([8]);
    expect(await of(gap({ ...within, metrics: [1] })), "another metric").toEqual([]);
    expect(await of(gap({ ...within, profiles: [1] })), "another profile").toEqual([]);
  });
});

const rejection = (...codes: readonly number[]): ApiError =>
  new ApiError(
    "limit_exceeded",
    "too large",
    codes.map((code) => ({ code, strings: ["a, b"] })),
  );

describe("rejections", () => {
  test("only code 4, alone, means that an answer is too large", () => {
    expect(
      [rejection(4), rejection(4, 4), rejection(4, 7), rejection(), new Error("4")].map(isTooLarge),
    ).toEqual([true, true, false, false, false]);
  });

  test("a request beyond a documented limit is a defect of this server", () => {
    const limits = requestLimits[3];
    const check = (rest: Partial<MetricsRequest>) => (): void =>
      checkLimits({ ...requestOf(0), ...rest }, limits, rejection(4));
    const many = (count: number): ReturnType<typeof toProfileId>[] =>
      Array.from({ length: count }, (_, place) => toProfileId(`p${place}`));
    const beyond =
      /^internal_error: .*this server sent a request beyond the API's documented limits \(too large/;
    expect(check({ profiles: many(limits.profiles) })).not.toThrow();
    expect(check({ profiles: many(limits.profiles + 1) })).toThrow(beyond);
    expect(check({ metrics: Array.from({ length: limits.metrics }, String) })).not.toThrow();
    expect(check({ metrics: Array.from({ length: limits.metrics + 1 }, String) })).toThrow(beyond);
    expect(check({ end: toDay("2026-12-31") })).not.toThrow();
    expect(check({ end: toDay("2027-01-01") })).toThrow(beyond);
  });

  test("metrics that need insights are asked apart, where that leaves something to ask for", () => {
    const failure = new ApiError("insights_not_enabled", "no insights", [
      { code: 7, strings: ["b"] },
    ]);
    const profiles = question.profiles.map((profile) => ({
      ...profile,
      insightsEnabled: profile.name !== "a",
    }));
    const query = { ...question, profiles };
    expect([...(insightsApart(failure, query) ?? [])]).toContain("a");
    expect(
      insightsApart(new ApiError("limit_exceeded", "no", []), query),
      "another failure",
    ).toBeUndefined();
    expect(insightsApart(new Error("insights_not_enabled"), query)).toBeUndefined();
    expect(
      insightsApart(failure, { ...query, network: "linkedin" }),
      "refuses every metric",
    ).toBeUndefined();
    expect(
      insightsApart(failure, { ...query, metrics: facebookMetrics("fans_change") }),
    ).toBeUndefined();
    const off = profiles.map((profile) => ({ ...profile, insightsEnabled: false }));
    expect([...(insightsApart(failure, { ...query, profiles: off }) ?? [])]).toHaveLength(3);
    const only = { ...query, profiles: off, metrics: facebookMetrics("insights_views") };
    expect(insightsApart(failure, only), "nothing would be left").toBeUndefined();
    const known = insightsApart(failure, query);
    expect(
      insightsApart(failure, { ...query, ...(known && { withoutInsights: known }) }),
      "nothing new",
    ).toBeUndefined();
  });
});
