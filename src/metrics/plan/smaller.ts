/** Smaller questions that would fit: fewer days, profiles or metrics, and all of the others. */
import { addDays, daysBetween } from "../../time/days.ts";
import type { Range } from "../../time/grains.ts";
import { sidePlans } from "./comparison.ts";
import { planQuestion } from "./plan.ts";
import { requestRange } from "./request-range.ts";
import type { Facts } from "./requests.ts";
import { allSteps, openSteps, type Plan } from "./steps.ts";
import { needsOf } from "../question/needs.ts";
import type { Question } from "../question/question.ts";

export interface Smaller {
  readonly question: Question;
  /** The most requests that it needs, so that a suggestion holds when it is followed. */
  readonly requests: number;
  readonly less: "profiles" | "days" | "metrics";
}

interface Cut {
  readonly count: (question: Question) => number;
  readonly cut: (question: Question, count: number) => Question;
}

const ofList = (name: "profiles" | "metrics"): Cut => ({
  count: (question) => question[name].length,
  cut: (question, count) => ({ ...question, [name]: question[name].slice(0, count) }),
});

/** Counts the days, profiles or metrics of a question, and cuts it to a number of them. */
const cuts: Readonly<Record<Smaller["less"], Cut>> = {
  days: {
    count: ({ start, end }) => daysBetween(start, end),
    // The latest days are of most interest.
    cut: (question, count) => ({ ...question, start: addDays(question.end, 1 - count) }),
  },
  profiles: ofList("profiles"),
  metrics: ofList("metrics"),
};

/**
 * Returns the largest question of each kind that needs at most `most` requests, the largest share first. Where
 * cutting one thing is not enough, it also cuts the profiles to those of one request.
 * @param before the earlier range of a comparison, which keeps its days.
 */
export function smallerQuestions(
  question: Question,
  facts: Facts,
  most: number,
  before?: Range,
): Smaller[] {
  const found = largest(question, facts, most, before);
  const { profiles } = facts.limits;
  if (found.length > 1 || question.profiles.length <= profiles) return found;
  const few = cuts.profiles.cut(question, profiles);
  const further = largest(few, facts, most, before);
  const isFurther = ({ less, question: one }: Smaller): boolean =>
    less === "days" || (less === "metrics" && one.metrics.length < question.metrics.length);
  return [...found, ...further.filter(isFurther)];
}

/** The question without the metrics that need single profiles and days; undefined where all need them, or none does. */
export function withoutDays(
  question: Question,
  facts: Facts,
  before?: Range,
): Pick<Smaller, "question" | "requests"> | undefined {
  const { days } = needsOf(question);
  const metrics = question.metrics.filter((metric) => !days.includes(metric));
  if (metrics.length === 0 || days.length === 0) return undefined;
  const smaller = { ...question, metrics };
  return { question: smaller, requests: mostOf(smaller, facts, before) };
}

/** Answered requests count too: when more sizes are known, they can be cut in another way and sent again. */
function mostOf(question: Question, facts: Facts, before?: Range): number {
  const choices: (readonly Plan[])[] =
    before === undefined ? [[planQuestion(question, facts)]] : sidePlans(question, before, facts);
  const counts = choices.map((plans) => {
    const cached = allSteps(...plans).length - openSteps(...plans).length;
    return requestRange(plans, facts).most + cached;
  });
  return Math.min(...counts);
}

function largest(question: Question, facts: Facts, most: number, before?: Range): Smaller[] {
  const days = before === undefined ? (["days"] as const) : [];
  const found = [...days, "profiles" as const, "metrics" as const].flatMap((less) => {
    const { count, cut } = cuts[less];
    const all = count(question);
    const costOf = (some: number): number => mostOf(cut(question, some), facts, before);
    let [fits, exceeds] = [0, all + 1];
    while (exceeds - fits > 1) {
      const middle = Math.floor((fits + exceeds) / 2);
      if (costOf(middle) <= most) fits = middle;
      else exceeds = middle;
    }
    if (fits === 0) return [];
    return [{ less, question: cut(question, fits), requests: costOf(fits), share: fits / all }];
  });
  return found.toSorted((one, other) => other.share - one.share);
}
