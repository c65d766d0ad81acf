/**
 * Chooses the plan: the fewest requests that bring what a question needs (`requests.ts` cuts them). A comparison has one
 * plan that covers both ranges, cut apart afterwards, where that takes fewer requests; else one for each range. Pure:
 * what is cached is one of its facts.
 */
import { ourLimits } from "../../../catalog/limits.ts";
import { needsInsights } from "../../../catalog/metrics/index.ts";
import type { EvidenceDays } from "../../../numbers/cells/day-values.ts";
import { addDays, daysBetween } from "../../../base/time/days.ts";
import { windowsOf, type Range } from "../../../base/time/grains.ts";
import { evidenceOf, fetchedRange, neededRange, profileDays, splitOf } from "../question/needs.ts";
import { profilesFor, type Question } from "../question/question.ts";
import { partOf } from "./cover.ts";
import type { Facts } from "./requests.ts";
import type { Plan, Plans } from "./steps.ts";

export function planQuestion(original: Question, facts: Facts): Plan {
  const question = { ...original, ...neededRange(original) };
  const split = splitOf(question);
  const axes = split === undefined ? [profileDays] : [profileDays, split];
  const parts = askedApart(question).flatMap((apart) =>
    axes.map((dimensions) =>
      partOf({ ...apart, ...fetchedRange(question, dimensions === split), dimensions }, facts),
    ),
  );
  return Object.freeze({ question, parts });
}

/**
 * The plans to choose from: that of the question; those of a comparison are one for each range, the later first, or one
 * that covers both where that is not too large. Ranges that follow one another are covered: each has evidence of the other.
 */
export function plansFor(question: Question, before: Range | undefined, facts: Facts): Plans[] {
  const evidenceOfRange = (range: Question): EvidenceDays =>
    question.evidence ?? evidenceFor(range, facts);
  const plan = (range: Question, evidence = evidenceOfRange(range)): Plan =>
    planQuestion({ ...range, evidence }, facts);
  if (before === undefined) return [[plan(question)]];
  const earlierRange = { ...question, ...before, cutFrom: undefined };
  // Rows of a breakdown are not divided between the ranges, nor days of which some are not needed.
  const covering = { ...question, start: before.start, isCovering: true };
  const isNarrowed = neededRange({ ...covering, isCovering: false }).start > before.start;
  if (splitOf(question) !== undefined || isNarrowed) return [[plan(question), plan(earlierRange)]];
  const both = plan(covering);
  const windows = (range: Range): number => windowsOf(range, facts.limits.months).length;
  const follow = before.end >= addDays(question.start, -1);
  if (follow && windows(covering) <= windows(question) + windows(before)) return [[both]];
  // Whichever is chosen, each range has the same evidence.
  const { leadIn, after } = evidenceOfRange(covering);
  const [late, early] = [evidenceOfRange(question), evidenceOfRange(earlierRange)];
  const apart = [
    plan(question, { ...late, after: Math.min(late.after, after) }),
    plan(earlierRange, { ...early, leadIn: Math.min(early.leadIn, leadIn) }),
  ] as const;
  const { profiles, metrics, start, end } = covering;
  const numbers = profiles.length * metrics.length * daysBetween(start, end);
  return numbers > ourLimits.freeNumbers ? [apart] : [apart, [both]];
}

const evidenceFor = (question: Question, { limits }: Facts): EvidenceDays =>
  evidenceOf(neededRange(question), limits.months, question.today);

/** Metrics that are requested of different profiles go into different requests. */
function askedApart(question: Question): Question[] {
  if (question.withoutInsights === undefined) return [question];
  return [true, false].flatMap((areInsights) => {
    const metrics = question.metrics.filter((metric) => needsInsights(metric) === areInsights);
    const profiles = profilesFor(question, metrics);
    return metrics.length === 0 ? [] : [{ ...question, metrics, profiles }];
  });
}
