/** The judgement of a check about one assumption. */
import { ToolError } from "../../base/errors/tool-error.ts";
import type { Answered } from "./answered.ts";
import { describedRequest } from "./asking.ts";
import type { Evidence, QuestionName } from "./evidence.ts";

export type State = "holds" | "differs" | "not_seen" | "measured";

export interface Judgement {
  readonly state: State;
  readonly observation: string;
  /** The metrics that a difference concerns. Replies about them mention it. */
  readonly metrics?: readonly string[];
  /** The request that showed it, as a person can repeat it. */
  readonly request?: string;
  /** The questions whose answers it is based on: they are repeated before a difference is reported. */
  readonly basedOn?: readonly (QuestionName | "survey")[];
}

const inState =
  (state: State) =>
  (observation: string): Judgement => ({ state, observation });
export const holds = inState("holds");
export const measured = inState("measured");
export const notSeen = inState("not_seen");
export const differs = inState("differs");

/** The judgement of up to three answers; not seen where one of them is missing. */
export function answersOf(
  { exchanges }: Evidence,
  names: readonly QuestionName[],
  judge: (...answers: [Answered, Answered, Answered]) => Judgement,
): Judgement {
  const answers: Answered[] = [];
  for (const name of names) {
    const outcome = exchanges[name]?.outcome;
    if (outcome === undefined) return notSeen("the account has nothing to ask about");
    if (outcome instanceof ToolError) return notSeen(outcome.problem);
    answers.push(outcome);
  }
  const [first, second = first, third = second] = answers;
  if (!first || !second || !third) return notSeen("not asked");
  const request = describedRequest(third.request);
  return { ...judge(first, second, third), request, basedOn: names };
}
