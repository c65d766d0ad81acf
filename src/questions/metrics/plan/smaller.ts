/** Smaller questions that would fit: fewer days, profiles or metrics, and all of the others. */
import { addDays, daysBetween } from "../../../base/time/days.ts";
import type { Range } from "../../../base/time/grains.ts";
import { plansFor } from "./plan.ts";
import type { Facts } from "./requests.ts";
import { allSteps, type Plan } from "./steps.ts";
import type { Question } from "../question/question.ts";

type Less = "profiles" | "days" | "metrics";

export interface Smaller {
  readonly question: Question;
  readonly requests: number;
  readonly less: Less;
}

const countOf = ({ start, end, ...lists }: Question, less: Less): number =>
  less === "days" ? daysBetween(start, end) : lists[less].length;

/** The question with some of its profiles, metrics or days: the latest days are of most interest. */
const cutTo = (question: Question, less: Less, count: number): Question =>
  less === "days"
    ? { ...question, start: addDays(question.end, 1 - count) }
    : { ...question, [less]: question[less].slice(0, count) };

/**
 * Returns the largest question of each kind that needs at most `most` requests, the largest share first. Where
 * cutting one thing is not enough, it also cuts the profiles to those of one request.
 * @param before the earlier range of a comparison, which keeps its days.
 */
export function smallerQuestions(
  original: Question,
  facts: Facts,
  most: number,
  before?: Range,
): Smaller[] {
  // Each has days of evidence of its own.
  const question = { ...original, evidence: undefined };
  const options = largest(question, facts, most, before);
  const { profiles } = facts.limits;
  if (options.length > 1 || question.profiles.length <= profiles) return options;
  const few = cutTo(question, "profiles", profiles);
  const further = largest(few, facts, most, before);
  const isFurther = ({ less, question: candidate }: Smaller): boolean =>
    less === "days" || (less === "metrics" && candidate.metrics.length < question.metrics.length);
  return [...options, ...further.filter(isFurther)];
}

/**
 * The requests of plans, infinite if the API may reject the size of one, so that what is suggested
 * holds.
 */
export function certainCost(plans: readonly Plan[], { ceilings }: Pick<Facts, "ceilings">): number {
  const steps = allSteps(...plans);
  const isUncertain = steps.some((step) => ceilings.isUncertain(step));
  return isUncertain ? Number.POSITIVE_INFINITY : steps.length;
}

function largest(question: Question, facts: Facts, most: number, before?: Range): Smaller[] {
  const days: Less[] = before === undefined ? ["days"] : [];
  const options = [...days, "profiles" as const, "metrics" as const].flatMap((less) => {
    const total = countOf(question, less);
    const requestsOf = (some: number): number =>
      Math.min(
        ...plansFor(cutTo(question, less, some), before, facts).map((plans) =>
          certainCost(plans, facts),
        ),
      );
    let [fits, exceeds] = [0, total + 1];
    while (exceeds - fits > 1) {
      const middle = Math.floor((fits + exceeds) / 2);
      if (requestsOf(middle) <= most) fits = middle;
      else exceeds = middle;
    }
    if (fits === 0) return [];
    return [
      {
        less,
        question: cutTo(question, less, fits),
        requests: requestsOf(fits),
        share: fits / total,
      },
    ];
  });
  return options.toSorted((left, right) => right.share - left.share);
}
