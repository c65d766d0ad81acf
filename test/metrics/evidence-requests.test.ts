/** The days of evidence take no request more where the API accepts every size, and few more under a ceiling. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Ceilings, shapeOf } from "../../src/suite/connection/request-size.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { plansFor } from "../../src/questions/metrics/plan/plan.ts";
import type { Facts } from "../../src/questions/metrics/plan/requests.ts";
import { allSteps } from "../../src/questions/metrics/plan/steps.ts";
import { noEvidence, profileDays } from "../../src/questions/metrics/question/needs.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import type { Range } from "../../src/base/time/grains.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { profilesOf, yearly } from "../helpers/yearly.ts";
import { drawing } from "../helpers/repetitions.ts";

const today = toDay("2026-11-20");
const names = ["insights_views", "insights_reach", "fans_lifetime", "fans_change"] as const;

interface Asked {
  readonly question: Question;
  readonly before: Range | undefined;
}

/** Questions of 1 to 366 days, alone or compared with the days before, the year before, or days at a distance. */
const questions = fc
  .record({
    days: fc.integer({ min: 1, max: 366 }),
    age: fc.integer({ min: 0, max: 500 }),
    apart: fc.constantFrom(undefined, "previous", "year", "distance"),
    version: fc.constantFrom(2 as const, 3 as const),
    dimensions: fc.constantFrom([], ["date.day"], ["profile"], ["gender_age"]),
    metrics: fc.subarray([...names], { minLength: 1 }),
    profiles: fc.constantFrom(1, 30, 100, 250),
  })
  .map(({ days, age, apart, dimensions, metrics, profiles, version }): Asked => {
    const end = addDays(today, -age);
    const start = addDays(end, 1 - days);
    const question = yearly(dimensions, profiles, {
      version,
      start,
      end,
      today,
      metrics: facebookMetrics(...metrics),
      profiles: profilesOf(profiles).map((profile, at) => ({
        ...profile,
        id: toProfileId(`p${at}`),
      })),
    });
    const moved = { previous: days, year: 365, distance: days + 20 };
    const back = apart === undefined ? 0 : moved[apart];
    const before = { start: addDays(start, -back), end: addDays(end, -back) };
    return { question, before: apart === undefined || back < days ? undefined : before };
  });

const costOf = ({ question, before }: Asked, facts: Facts): number =>
  Math.min(...plansFor(question, before, facts).map((plans) => allSteps(...plans).length));
/** The API accepts answers of 20,000 numbers. */
const shapes = ([2, 3] as const).flatMap((version) =>
  [profileDays, [...profileDays, "gender_age" as const]].map((dimensions) =>
    shapeOf({ version, network: "facebook", dimensions }),
  ),
);
const ceilings = shapes.reduce(
  (known, shape) =>
    known.withPassed({ shape, size: 20_000 }, 0).withRefused({ shape, size: 20_001 }, 0),
  new Ceilings(),
);
const bare = ({ question, before }: Asked): Asked => ({
  question: { ...question, evidence: noEvidence },
  before,
});

test("no request more without a ceiling, and most questions have the whole lead-in", () => {
  let [samples, leadIns] = [0, 0];
  fc.assert(
    fc.property(questions, (sample) => {
      const facts = factsOf({ limits: requestLimits[sample.question.version] });
      expect(costOf(sample, facts)).toBeLessThanOrEqual(costOf(bare(sample), facts));
      const [[plan] = []] = plansFor(sample.question, sample.before, facts);
      samples += 1;
      leadIns += plan?.question.evidence?.leadIn === 28 ? 1 : 0;
    }),
    drawing(300, 3000, 3),
  );
  expect(leadIns / samples).toBeGreaterThan(0.5);
});

test("under a ceiling of 20,000 numbers, at most half as many requests more, over all questions", () => {
  let [requests, requestsWithout] = [0, 0];
  fc.assert(
    fc.property(questions, (sample) => {
      const facts = factsOf({ limits: requestLimits[sample.question.version], ceilings });
      requests += costOf(sample, facts);
      requestsWithout += costOf(bare(sample), facts);
    }),
    drawing(150, 1500, 4),
  );
  expect(requestsWithout).toBeGreaterThan(1000);
  expect(requests / requestsWithout).toBeLessThanOrEqual(1.5);
});
