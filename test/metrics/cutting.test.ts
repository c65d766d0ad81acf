/** What answers reveal changes a plan: requests that are too large are cut, or others take their place, and weeks are probed. */
import { expect, test } from "vitest";
import { toProfileId } from "../../src/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { refine } from "../../src/metrics/plan/refine.ts";
import { piecesWithin, type Facts } from "../../src/metrics/plan/requests.ts";
import { requestSteps, stepOf } from "../../src/metrics/plan/steps.ts";
import type { Plan, RequestStep } from "../../src/metrics/plan/steps.ts";
import { weekProbeOf } from "../../src/metrics/plan/week-probe.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import type { Weekday } from "../../src/time/grains.ts";
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

/** The plan after each of its only requests in turn was rejected. */
function afterRejections(question: Question, count: number): Plan {
  let [plan, known] = [planQuestion(question, facts), facts];
  for (let rejected = 0; rejected < count; rejected += 1) {
    known = refusing(known, only(plan));
    plan = tooLarge(plan, known);
  }
  return plan;
}

test("a question that is too large is cut, until nothing can be cut", () => {
  const metrics = facebookMetrics("insights_reach", "insights_reach_paid");
  const halves = requestSteps(afterRejections(yearly([], 100, { metrics }), 1));
  expect(halves.map(({ size }) => size)).toEqual([36_500, 36_500]);
  const day = { end: toDay("2025-01-01") };
  const plan = planQuestion(yearly(["date.day"], 1, day), facts);
  expect(requestSteps(tooLarge(plan, refusing(facts, only(plan))))).toEqual(requestSteps(plan));
});

test("where one half is answered, the other is cut alone", () => {
  const metrics = facebookMetrics("insights_views", "insights_reach");
  const plan = planQuestion(yearly([], 100, { metrics }), facts);
  const once = refusing(facts, only(plan));
  const halves = tooLarge(plan, once);
  const [half, other] = requestSteps(halves);
  if (half === undefined || other === undefined) throw new Error("not two steps");
  const answered = (step: RequestStep): boolean => step.key !== other.key;
  const quarters = refine(
    halves,
    { kind: "too_large", isOpen: answered, only: half.key },
    refusing(once, half),
  );
  expect(requestSteps(quarters).map(({ size }) => size)).toEqual([18_250, 18_250, 36_500]);
  expect(requestSteps(quarters)).toContainEqual(other);
});

test("of several requests, only the one that was rejected is cut where others are under way", () => {
  const plan = planQuestion(yearly(daily, 200), facts);
  const [first, second] = requestSteps(plan);
  if (first === undefined || second === undefined) throw new Error("not two steps");
  const known = refusing(facts, first);
  const open = (step: RequestStep): boolean => step.key !== second.key;
  for (const key of [{ only: first.key }, {}]) {
    const steps = requestSteps(refine(plan, { kind: "too_large", isOpen: open, ...key }, known));
    expect(steps).toHaveLength(3);
    expect(steps).toContainEqual(second);
  }
  expect(requestSteps(tooLarge(plan, known))).toHaveLength(4);
  expect(requestSteps(tooLarge(plan, known, first.key)), "the other is as large").toHaveLength(4);
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

test("a plan stays as it is where nothing open is too large, or another request was rejected", () => {
  const plan = planQuestion(yearly(daily, 40), facts);
  const known = refusing(facts, only(plan));
  expect(tooLarge(plan, known, "another")).toBe(plan);
  expect(refine(plan, { kind: "too_large", isOpen: () => false }, known)).toBe(plan);
  expect(tooLarge(plan, facts)).toBe(plan);
  expect(tooLarge(plan, known, only(plan).key)).not.toBe(plan);
});

const weekly = (profiles: number): Question =>
  yearly(["date.week"], profiles, { metrics: facebookMetrics("fans_lifetime") });

test("a plan without a probe of weeks is the same after another plan's probe", () => {
  const plan = planQuestion(yearly(daily, 3), facts);
  const probed = [{ weekStart: 1 }, { noWeekStarts: new Set([1] as const) }] as const;
  for (const shown of probed)
    expect(refine(plan, { kind: "changed" }, factsOf(shown))).toEqual(plan);
});

test("names of weeks that are too large are cut between the weeks that were learned", () => {
  const known = factsOf({ weekStart: 6 });
  const plan = planQuestion(weekly(3), known);
  const [names] = plan.rowNames;
  if (names === undefined) throw new Error("no names");
  const cut = tooLarge(plan, refusing(known, names));
  expect(cut.rowNames.map(({ request: { start, end } }) => [start, end])).toEqual([
    ["2025-01-01", "2025-06-27"],
    ["2025-06-28", "2025-12-19"],
    ["2025-12-20", "2025-12-31"],
  ]);
  expect(cut.parts).toEqual(plan.parts);
});

test("a probe asks for two days in the range, of one profile and one metric", () => {
  const metrics = facebookMetrics("fans_lifetime", "fans_change");
  const question = yearly(["date.week"], 3, { metrics, excluded: new Set([toProfileId("p0")]) });
  expect(weekProbeOf(question, facts).request).toMatchObject({
    start: "2025-12-28",
    end: "2025-12-29",
    profiles: ["p1"],
    metrics: ["fans_lifetime"],
    dimensions: ["date.week"],
  });
  const daysIn = (start: string, end: string): unknown => {
    const range = { start: toDay(start), end: toDay(end) };
    const { request } = weekProbeOf({ ...question, ...range }, facts);
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
  const noWeekStarts = new Set<Weekday>();
  const next = (): Weekday => weekProbeOf(weekly(3), factsOf({ noWeekStarts })).weekday;
  for (let count = 0; count < 7; count += 1) noWeekStarts.add(next());
  expect([...noWeekStarts]).toEqual([1, 0, 6, 5, 4, 3, 2]);
  expect(next).toThrow(
    /^upstream_failed: no weekday begins the API's weeks, so weeks cannot be cut or folded\nAsk by date\.day instead\.$/,
  );
});
