/** Smaller questions that would fit: less of one thing, as much of the others. */
import { addDays, daysBetween } from "../../time/days.ts";
import { planQuery, requestsOf, type Knowledge } from "./plan.ts";
import type { Query } from "../question/question.ts";

export interface Smaller {
  readonly query: Query;
  /** How many requests it takes. */
  readonly requests: number;
  readonly less: "profiles" | "days" | "metrics";
}

type Cut = (query: Query, count: number) => Query;

/** What there is of each, and the question with so many of them. */
const cuts: Readonly<Record<Smaller["less"], { count: (query: Query) => number; cut: Cut }>> = {
  days: {
    count: ({ start, end }) => daysBetween(start, end),
    // The latest are of most interest.
    cut: (query, count) => ({ ...query, start: addDays(query.end, 1 - count) }),
  },
  profiles: {
    count: ({ profiles }) => profiles.length,
    cut: (query, count) => ({ ...query, profiles: query.profiles.slice(0, count) }),
  },
  metrics: {
    count: ({ metrics }) => metrics.length,
    cut: (query, count) => ({ ...query, metrics: query.metrics.slice(0, count) }),
  },
};

/**
 * The largest of each kind that takes at most so many requests, those that keep most of the question first. Where
 * less of one thing is not enough, of as many profiles as one request holds.
 */
export function smallerQueries(query: Query, knowledge: Knowledge, most: number): Smaller[] {
  const found = largest(query, knowledge, most);
  const { profiles } = knowledge.limits;
  if (found.length > 1 || query.profiles.length <= profiles) return found;
  const few = cuts.profiles.cut(query, profiles);
  return [...found, ...largest(few, knowledge, most).filter(({ less }) => less !== "profiles")];
}

function largest(query: Query, knowledge: Knowledge, most: number): Smaller[] {
  const kinds = ["days", "profiles", "metrics"] as const;
  const found = kinds.flatMap((less) => {
    const { count, cut } = cuts[less];
    const all = count(query);
    const costOf = (some: number): number =>
      requestsOf(planQuery(cut(query, some), knowledge)).length;
    let [fits, exceeds] = [0, all + 1];
    while (exceeds - fits > 1) {
      const middle = Math.floor((fits + exceeds) / 2);
      if (costOf(middle) <= most) fits = middle;
      else exceeds = middle;
    }
    if (fits === 0) return [];
    return [{ less, query: cut(query, fits), requests: costOf(fits), share: fits / all }];
  });
  return found.toSorted((one, other) => other.share - one.share);
}
