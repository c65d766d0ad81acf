/** Assembles the answers to a plan into the values of a result. Pure. */
import type { Work } from "../../../base/async/work.ts";
import type { MetricsAnswer } from "../../../suite/api/metrics-answer.ts";
import type { Dimension } from "../../../catalog/dimensions.ts";
import type { DayValues } from "../../../numbers/cells/day-values.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { required } from "../../../base/errors/tool-error.ts";
import type { CachedCells, Part, Plan } from "../plan/steps.ts";
import { fetchedRange, profileDays, splitOf } from "../question/needs.ts";
import { assign, type Sources } from "./place-values.ts";

/** The numbers that a question needs. */
export type Outcome = Pick<Result, "days" | "split">;

/** The answers to the steps of a plan, by key, and the cached ones that hold its other cells. */
export interface AnswersOfPlan {
  get(key: string): MetricsAnswer | undefined;
  holding(cells: CachedCells): MetricsAnswer;
}

/** @throws ToolError `internal_error` for a value with two sources, or with none. */
export function* assemble({ question, parts }: Plan, answers: AnswersOfPlan): Work<Outcome> {
  const sourcesOf = ({ metrics, steps, cached }: Part): Sources => ({
    metrics,
    sources: [
      ...steps.map(({ key, request }) => ({
        box: request,
        answer: required(answers.get(key), "an answer"),
      })),
      ...cached.map((box) => ({ box, answer: answers.holding(box) })),
    ],
  });
  function* daysAt(axes: readonly Dimension[], breakdown?: Dimension): Work<DayValues> {
    const sources = parts
      .filter(({ dimensions }) => dimensions.join() === axes.join())
      .map(sourcesOf);
    const fetched = fetchedRange(question, breakdown !== undefined);
    return yield* assign(question, fetched, breakdown, sources);
  }
  const split = splitOf(question);
  return {
    days: yield* daysAt(profileDays),
    split: split && (yield* daysAt(split, split.at(-1))),
  };
}
