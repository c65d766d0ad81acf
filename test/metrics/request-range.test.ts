/** The least and the most requests that a plan can take, while sizes and weeks are not known. */
import { expect, test } from "vitest";
import { Ceilings } from "../../src/connection/request-size.ts";
import { planQuestion } from "../../src/metrics/plan/plan.ts";
import { requestRange } from "../../src/metrics/plan/request-range.ts";
import { allSteps } from "../../src/metrics/plan/steps.ts";
import { toDay } from "../../src/time/days.ts";
import { factsOf } from "../helpers/facts.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";

const facts = factsOf();
const question = yearly(["profile", "date.day"], 250, { start: toDay("2024-01-01") });
const month = yearly(["profile"], 3, { end: toDay("2025-01-31") });

test("the number of requests is a range where sizes are not known to pass", () => {
  const small = planQuestion({ ...month, dimensions: question.dimensions }, facts);
  expect(requestRange([small], facts)).toEqual({ least: 1, most: 1 });
  const before = { start: toDay("2024-12-01"), end: toDay("2024-12-31") };
  const earlier = planQuestion({ ...month, ...before, dimensions: question.dimensions }, facts);
  expect(requestRange([small, earlier], facts)).toEqual({ least: 2, most: 2 });
  expect(requestRange([small, small], facts).least, "the same request is sent once").toBe(1);
  const large = planQuestion(question, facts);
  expect(requestRange([large], facts)).toEqual({ least: 6, most: 44 });
});

test("sizes between what passed and what was refused are halved in the worst case", () => {
  const asked = { ...question, profiles: profilesOf(100), start: toDay("2025-01-01") };
  const [step] = allSteps(planQuestion(asked, facts));
  if (step === undefined) throw new Error("no steps");
  expect(step.size).toBe(36_500);
  const rangeWith = (ceilings: Ceilings): unknown => {
    const known = factsOf({ ceilings });
    return requestRange([planQuestion(asked, known)], known);
  };
  const learned = (passed: number, refused: number): Ceilings => {
    const none = new Ceilings().withRefused({ ...step, size: refused }, 0);
    return passed === 0 ? none : none.withPassed({ ...step, size: passed }, 0);
  };
  // 36,500, 18,250 and 9,125 are refused, and one size between that and 5000; 50 days at a time pass.
  expect(rangeWith(new Ceilings()), "nothing is known").toEqual({ least: 1, most: 4 + 8 });
  expect(rangeWith(learned(10_000, 20_000)), "each piece has passed").toEqual({
    least: 4,
    most: 4,
  });
  // Of a piece of up to 30,000 and the rest, one size is refused; 100 days at a time have passed.
  expect(rangeWith(learned(10_000, 60_000))).toEqual({ least: 2, most: 1 + 4 });
  expect(rangeWith(learned(0, 3000)), "nothing has passed").toMatchObject({
    most: Number.POSITIVE_INFINITY,
  });
});
