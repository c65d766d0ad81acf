/** Plans a question over two ranges: together where that takes fewer requests. Pure. */
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Range } from "../../time/grains.ts";
import type { Question } from "../question/question.ts";
import { finestOf, planQuestion } from "./plan.ts";
import type { Facts } from "./requests.ts";
import { allNumbers, type Plan } from "./steps.ts";

/** The plans of a comparison: one for both ranges, or one for each, the later first. */
export type SidePlans = readonly [Plan] | readonly [Plan, Plan];

/** A metric whose valid numbers cannot be made from the numbers that the API has combined. */
function needsDays({ kind, aggregation }: Metric): boolean {
  switch (kind.overDays) {
    case "last":
    case "quotient":
      return true;
    case "sum":
      return aggregation === "average";
    case "mean":
      return false;
  }
}

/** The plans to choose from: one for each range, and one that covers both where that is not too large. */
export function sidePlans(question: Question, before: Range, facts: Facts): SidePlans[] {
  // Rows of time can have unequal numbers of days, which only profile-days show.
  const isInRows = question.dimensions.some((type) => isCalendarDate(type) && type !== "date.day");
  const isByDay = question.isByDay === true || isInRows || question.metrics.some(needsDays);
  const asked = { ...question, isByDay };
  const apart = [planQuestion(asked, facts), planQuestion({ ...asked, ...before }, facts)] as const;
  // The API names its weeks and begins them on its own day, which a plan by day does not learn.
  if (question.dimensions.includes("date.week")) return [apart];
  const covering = { ...question, start: before.start, dimensions: finestOf(question.dimensions) };
  const together = planQuestion(covering, facts);
  return allNumbers(together) > ourLimits.freeNumbers ? [apart] : [apart, [together]];
}
