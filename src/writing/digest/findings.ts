/** What a rule finds in an answer. */
import type { Day } from "../../base/time/days.ts";

export interface Finding {
  /** What makes it the same in later runs, within its rule. */
  readonly key: string;
  /** The day from which on it holds, where the numbers have one. */
  readonly since?: Day | undefined;
  readonly network: string;
  /** The page, the label or the post that it is about. */
  readonly subject: string;
  /** True where the subject is a page, which has labels. */
  readonly isPage?: boolean;
  readonly text: string;
  /** The largest of a rule come first. */
  readonly size: number;
}

/** The findings of a rule, and what its numbers could decide. */
export interface Judgement {
  readonly findings: readonly Finding[];
  /**
   * The keys that numbers exist for, with the last day that decides, where there is one: a finding that began later, or
   * that has no key among them, may still hold.
   */
  readonly judged: ReadonlyMap<string, Day | undefined>;
}

export const nothing: Judgement = { findings: [], judged: new Map() };

export const joinJudgements = (list: readonly Judgement[]): Judgement => ({
  findings: list
    .flatMap(({ findings }) => findings)
    .toSorted((left, right) => right.size - left.size),
  judged: new Map(list.flatMap(({ judged }) => [...judged])),
});
