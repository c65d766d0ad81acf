/** What answers reveal changes a plan: requests that are too large are cut or folded, and weeks are probed. */
import { expect, test } from "vitest";
import { toProfileId } from "../../src/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { Ceilings } from "../../src/connection/request-size.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { refine } from "../../src/metrics/plan/refine.ts";
import { piecesWithin, type Facts } from "../../src/metrics/plan/requests.ts";
import { requestSteps, stepOf, stepsOf, weekProbes } from "../../src/metrics/plan/steps.ts";
import type { FoldStep, Part, Plan, RequestStep } from "../../src/metrics/plan/steps.ts";
import { nextProbe, weekProbeOf } from "../../src/metrics/plan/week-probe.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import { factsOf, nothingCached } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const isOpen = (): boolean => true;
const daily: readonly Dimension[] = ["profile", "date.day"];

const only = (plan: Plan): RequestStep => {
  const [step, ...others] = requestSteps(plan);
  if (step === undefined || others.length > 0) throw new Error("not one step");
  return step;
};

const refusing = (known: Facts, ...steps: readonly RequestStep[]): Facts => ({
  ...known,
  ceilings: steps.reduce((ceilings, step) => ceilings.withRefused(step, 0), known.ceilings),
});

const tooLarge = (plan: Plan, known: Facts, key?: string): Plan =>
  refine(plan, { kind: "too_large", isOpen, ...(key === undefined ? {} : { only: key }) }, known);

/** The fold of a plan that has one step. */
function foldOf(plan: Plan): FoldStep {
  const [step] = stepsOf(plan);
  if (step?.kind !== "fold") throw new Error("no fold");
  return step;
}

/** The plan after its only request was rejected as often as that changes it. */
function afterRejections(question: Question, count: number): Plan {
  let [plan, known] = [planQuestion(question, facts), facts];
  for (let rejected = 0; rejected < count; rejected += 1) {
    known = refusing(known, only(plan));
    plan = tooLarge(plan, known);
  }
  return plan;
}

test("a total of several profiles is folded from profiles, and that of one profile from days", () => {
  const total = afterRejections(yearly([], 3), 1);
  expect(only(total).request.dimensions).toEqual([]);
  const several = foldOf(afterRejections(yearly([], 3), 2));
  expect(several.request.dimensions).toEqual([]);
  expect(only(several.plan).request.dimensions).toEqual(["profile"]);
  for (const dimensions of [[], ["profile"]] as const) {
    const single = foldOf(afterRejections(yearly(dimensions, 1), 2));
    const found = requestSteps(single.plan).map(({ request }) => request.dimensions.join(" "));
    expect(found.length, "a year by day was rejected before").toBeGreaterThan(1);
    expect(new Set(found)).toEqual(new Set([daily.join(" ")]));
  }
});

test("what hides neither profiles nor days cannot be folded, and stays as it is", () => {
  const question = yearly(["date.day"], 1, { end: toDay("2025-01-01") });
  const plan = planQuestion(question, facts);
  const refused = tooLarge(plan, refusing(facts, only(plan)));
  expect(requestSteps(refused)).toEqual(requestSteps(plan));
  const day = yearly([], 1, { end: toDay("2025-01-01") });
  expect(stepsOf(afterRejections(day, 2)).map(({ kind }) => kind)).toEqual(["request"]);
});

test("a fold answers for the profiles and metrics of its request alone", () => {
  const metrics = facebookMetrics("fans_change", "insights_views");
  const plan = planQuestion(yearly([], 150, { metrics }), facts, { profile: false, day: false });
  const [first, second] = requestSteps(plan);
  if (first === undefined || second === undefined) throw new Error("not two steps");
  const known = refusing(facts, { ...first, size: 1 });
  // Two metrics are cut apart first, as pieces of one request.
  const cut = tooLarge(plan, known, first.key);
  const folds = stepsOf(cut).flatMap((step) => (step.kind === "fold" ? [step] : []));
  expect(
    folds.map(({ plan: { question } }) => [question.profiles.length, question.metrics.length]),
  ).toEqual([
    [100, 1],
    [100, 1],
  ]);
  expect(requestSteps(cut)).toContainEqual(second);
});

test("of several requests, only the one that was rejected is cut where others are under way", () => {
  const plan = planQuestion(yearly(daily, 200), facts);
  const [first, second] = requestSteps(plan);
  if (first === undefined || second === undefined) throw new Error("not two steps");
  const known = refusing(facts, first);
  const one = requestSteps(tooLarge(plan, known, first.key));
  expect(one).toHaveLength(3);
  expect(one).toContainEqual(second);
  expect(requestSteps(tooLarge(plan, known))).toHaveLength(4);
  const open = (step: RequestStep): boolean => step.key !== second.key;
  expect(requestSteps(refine(plan, { kind: "too_large", isOpen: open }, known))).toContainEqual(
    second,
  );
});

test("pieces of one request that are all open are cut again as one request", () => {
  const plan = planQuestion(yearly(daily, 100), facts);
  const whole = only(plan);
  const halves = refusing(facts, whole);
  const cut = tooLarge(plan, halves);
  expect(requestSteps(cut).map(({ size }) => size)).toEqual([18_250, 18_250]);
  const [half] = requestSteps(cut);
  if (half === undefined) throw new Error("no piece");
  const again = tooLarge(cut, { ...halves, ceilings: halves.ceilings.withRefused(half, 0) });
  // 25 profiles at a time, as if the whole request had been cut by what is known now.
  expect(requestSteps(again).map(({ request }) => request.profiles.length)).toEqual([
    25, 25, 25, 25,
  ]);
  const answered = (step: RequestStep): boolean => step.key !== half.key;
  const partly = refine(
    cut,
    { kind: "too_large", isOpen: answered },
    { ...halves, ceilings: halves.ceilings.withRefused(half, 0) },
  );
  expect(requestSteps(partly).map(({ size }) => size)).toEqual([18_250, 9125, 9125]);
});

test("a piece with fewer days behind its numbers is cut to the ceiling of its own shape", () => {
  const request = {
    version: 3,
    network: "facebook",
    profiles: [toProfileId("a")],
    metrics: ["fans_change", "insights_views", "insights_reactions"],
    dimensions: ["profile", "date.month"],
    start: toDay("2026-01-01"),
    end: toDay("2026-03-01"),
  } as const;
  const lastDay = { ...request, start: request.end };
  const known = refusing(facts, stepOf(request, nothingCached), stepOf(lastDay, nothingCached));
  const pieces = piecesWithin(request, known);
  expect(pieces.map(({ request: { start } }) => start)).toEqual([
    "2026-01-01",
    "2026-02-01",
    ...Array.from({ length: 3 }, () => "2026-03-01"),
  ]);
  expect(pieces.map(({ size }) => size)).toEqual([3, 3, 1, 1, 1]);
});

test("detail that nobody asked for is given up as soon as a request for it is too large", () => {
  const plan = planQuestion(yearly(["profile"], 40), facts);
  expect(plan.isFinerByChoice).toBe(true);
  const step = only(plan);
  const known = refusing(facts, step);
  expect(only(tooLarge(plan, known)).request.dimensions).toEqual(["profile"]);
  expect(only(tooLarge(plan, known, step.key)).request.dimensions).toEqual(["profile"]);
  // Another request was rejected, or this one is answered already.
  const other = tooLarge(plan, known, "another");
  expect(only(other).request.dimensions).toEqual(daily);
  const answered = refine(plan, { kind: "too_large", isOpen: () => false }, known);
  expect(only(answered).request.dimensions).toEqual(daily);
  expect(only(tooLarge(plan, facts)).request.dimensions, "nothing is too large").toEqual(daily);
});

const weekly = (profiles: number): Question =>
  yearly(["date.week"], profiles, { metrics: facebookMetrics("fans_lifetime") });

test("a plan without a probe of weeks stays as it is, and plans within are made again", () => {
  const plan = planQuestion(yearly(daily, 3), facts);
  expect(refine(plan, { kind: "week_probe", rows: 2 }, facts)).toEqual(plan);
  const inner = planQuestion(weekly(150), facts);
  const { request, origin } = only(
    planQuestion(yearly(["date.week"], 1, { end: toDay("2025-01-07") }), factsOf({ weekStart: 1 })),
  );
  const part: Part = {
    metrics: inner.question.metrics,
    dimensions: ["date.week"],
    isFolded: false,
    steps: [{ kind: "fold", request, origin, plan: inner }],
  };
  const outer: Plan = { ...planQuestion(yearly(daily, 3), facts), parts: [part] };
  expect(weekProbes(outer)).toHaveLength(1);
  const known = factsOf({ weekStart: 1 });
  const made = refine(outer, { kind: "week_probe", rows: 2 }, known);
  expect(weekProbes(made)).toEqual([]);
  expect(foldOf(made).plan).toEqual(planQuestion(weekly(150), known));
});

test("buckets that a cut has split are requested again, in the part or the plan that has them", () => {
  const known = factsOf({ weekStart: 1, ceilings: new Ceilings() });
  const inner = planQuestion(weekly(3), known);
  const [part] = inner.parts;
  const [step] = requestSteps(inner);
  if (part === undefined || step === undefined) throw new Error("no part");
  const split = { rows: new Set(["2025-W10"]), requests: [step.request] };
  const byPart = new Map([[part, split]]);
  const repaired = refine(inner, { kind: "split_buckets", byPart }, known);
  expect(repaired.parts[0]?.repairs?.rows).toEqual(split.rows);
  expect(repaired.parts[0]?.repairs?.steps).toHaveLength(1);
  const { request, origin } = step;
  const other: Part = { ...part, steps: [{ kind: "fold", request, origin, plan: inner }] };
  const outer: Plan = { ...inner, parts: [other] };
  const within = refine(outer, { kind: "split_buckets", byPart }, known);
  expect(within.parts[0]).not.toHaveProperty("repairs");
  expect(foldOf(within).plan.parts[0]?.repairs?.rows).toEqual(split.rows);
});

test("a probe asks for two days in the range, of one profile and one metric", () => {
  const metrics = facebookMetrics("fans_lifetime", "fans_change");
  const question = yearly(["date.week"], 3, { metrics, excluded: new Set([toProfileId("p0")]) });
  const { step } = weekProbeOf(question, nothingCached);
  expect(step.request).toMatchObject({
    start: "2025-12-28",
    end: "2025-12-29",
    profiles: ["p1"],
    metrics: ["fans_lifetime"],
    dimensions: ["date.week"],
  });
  const daysIn = (start: string, end: string): unknown => {
    const range = { start: toDay(start), end: toDay(end) };
    const { request } = weekProbeOf({ ...question, ...range }, nothingCached).step;
    return [request.start, request.end];
  };
  expect(daysIn("2025-01-05", "2025-01-06"), "exactly these days").toEqual([
    "2025-01-05",
    "2025-01-06",
  ]);
  expect(daysIn("2025-01-05", "2025-01-05"), "the week before").toEqual([
    "2024-12-29",
    "2024-12-30",
  ]);
  expect(daysIn("2025-01-06", "2025-01-09")).toEqual(["2025-01-05", "2025-01-06"]);
});

test("each weekday is probed once, and then weeks cannot be used", () => {
  let probe = weekProbeOf(weekly(3), nothingCached);
  const tried = [probe.weekday];
  for (let count = 0; count < 6; count += 1) {
    probe = nextProbe(probe, weekly(3), nothingCached);
    tried.push(probe.weekday);
  }
  expect(tried).toEqual([1, 0, 6, 5, 4, 3, 2]);
  expect(() => nextProbe(probe, weekly(3), nothingCached)).toThrow(
    /^upstream_failed: no weekday begins the API's weeks, so weeks cannot be cut or folded\nAsk by date\.day instead\.$/,
  );
});
