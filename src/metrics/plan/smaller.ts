/** Smaller questions that would fit: fewer days, profiles or metrics, and all of the others. */
import { addDays, daysBetween } from "../../time/days.ts";
import { planQuestion } from "./plan.ts";
import type { Facts } from "./requests.ts";
import { openSteps } from "./steps.ts";
import type { Question } from "../question/question.ts";

export interface Smaller {
  readonly question: Question;
  /** The number of requests that it needs. */
  readonly requests: number;
  readonly less: "profiles" | "days" | "metrics";
}

type Cut = (question: Question, count: number) => Question;

/** Counts the days, profiles or metrics of a question, and cuts it to a number of them. */
const cuts: Readonly<Record<Smaller["less"], { count: (question: Question) => number; cut: Cut }>> =
  {
    days: {
      count: ({ start, end }) => daysBetween(start, end),
      // The latest days are of most interest.
      cut: (question, count) => ({ ...question, start: addDays(question.end, 1 - count) }),
    },
    profiles: {
      count: ({ profiles }) => profiles.length,
      cut: (question, count) => ({ ...question, profiles: question.profiles.slice(0, count) }),
    },
    metrics: {
      count: ({ metrics }) => metrics.length,
      cut: (question, count) => ({ ...question, metrics: question.metrics.slice(0, count) }),
    },
  };

/**
 * Returns the largest question of each kind that needs at most `most` requests, the largest share first. Where
 * cutting one thing is not enough, it also cuts the profiles to those of one request.
 */
export function smallerQuestions(question: Question, facts: Facts, most: number): Smaller[] {
  const found = largest(question, facts, most);
  const { profiles } = facts.limits;
  if (found.length > 1 || question.profiles.length <= profiles) return found;
  const few = cuts.profiles.cut(question, profiles);
  return [...found, ...largest(few, facts, most).filter(({ less }) => less !== "profiles")];
}

/** The question without its averages, which need profiles and days; undefined where it has no averages, or no sums. */
export function withoutAverages(
  question: Question,
  facts: Facts,
): Pick<Smaller, "question" | "requests"> | undefined {
  const sums = question.metrics.filter(({ aggregation }) => aggregation === "sum");
  if (sums.length === 0 || sums.length === question.metrics.length) return undefined;
  const smaller = { ...question, metrics: sums };
  return { question: smaller, requests: openSteps(planQuestion(smaller, facts)).length };
}

function largest(question: Question, facts: Facts, most: number): Smaller[] {
  const kinds = ["days", "profiles", "metrics"] as const;
  const found = kinds.flatMap((less) => {
    const { count, cut } = cuts[less];
    const all = count(question);
    const costOf = (some: number): number =>
      openSteps(planQuestion(cut(question, some), facts)).length;
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
