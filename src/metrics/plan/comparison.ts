/** Plans a question over two ranges: together where that takes fewer requests. Pure. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Range } from "../../time/grains.ts";
import { isLong } from "../question/needs.ts";
import type { Question } from "../question/question.ts";
import { finestOf, planQuestion } from "./plan.ts";
import type { Facts } from "./requests.ts";
import { allNumbers, type Plan } from "./steps.ts";

/** The plans of a comparison: one for both ranges, or one for each, the later first. */
export type SidePlans = readonly [Plan] | readonly [Plan, Plan];

/** The plans to choose from: one for each range, and one that covers both where that is not too large. */
export function sidePlans(asked: Question, before: Range, facts: Facts): SidePlans[] {
  const question = { ...asked, isLong: isLong(asked, before) };
  const apart = [
    planQuestion(question, facts),
    planQuestion({ ...question, ...before, cutFrom: undefined }, facts),
  ] as const;
  const { dimensions } = question;
  // Numbers of single profiles and days can be divided between the ranges. The names of weeks belong to one range.
  const canCover =
    !question.isLong && !dimensions.includes("date.week") && !dimensions.some(isBreakdown);
  if (!canCover) return [apart];
  const covering = { ...question, start: before.start, dimensions: finestOf(dimensions) };
  const together = planQuestion(covering, facts);
  return allNumbers(together) > ourLimits.freeNumbers ? [apart] : [apart, [together]];
}
