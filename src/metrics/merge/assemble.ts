/** Assembles the answers to a plan into the values of a result. Pure. */
import type { Work } from "../../async/work.ts";
import type { MetricsAnswer } from "../../api/metrics-answer.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { DayValues } from "../../cells/day-values.ts";
import type { Result } from "../../cells/result.ts";
import { required } from "../../errors/tool-error.ts";
import type { CachedCells, Part, Plan } from "../plan/steps.ts";
import { ownDimensions, profileDays, splitOf } from "../question/needs.ts";
import { assign } from "./assign.ts";
import { withoutLeadingZeros } from "./leading-zeros.ts";
import { merge, type Answered } from "./merge.ts";

/** The numbers that a question needs. */
export type Outcome = Pick<Result, "days" | "split" | "own">;

/** The answers to the steps of a plan, by key, and the cached ones that hold its other cells. */
export interface AnswersOfPlan {
  get(key: string): MetricsAnswer | undefined;
  holding(cells: CachedCells): MetricsAnswer;
}

/** @throws ToolError `upstream_failed` where the API's rows contradict each other. */
export function* assemble({ question, parts }: Plan, answers: AnswersOfPlan): Work<Outcome> {
  const answered = ({ steps }: Part): Answered[] =>
    steps.map(({ key, request }) => ({ request, answer: required(answers.get(key), "an answer") }));
  const partsAt = (types: readonly Dimension[] | undefined): Part[] =>
    parts.filter(({ dimensions, cached }) => cached && dimensions.join() === types?.join());
  function* daysAt(dailyParts: readonly Part[], breakdown?: Dimension): Work<DayValues> {
    const sources = dailyParts.map((part) => ({
      metrics: part.metrics,
      sources: [
        ...answered(part).map((source) => ({ ...source, box: source.request })),
        ...(part.cached ?? []).map((box) => ({ box, answer: answers.holding(box) })),
      ],
    }));
    return withoutLeadingZeros(question, yield* assign(question, breakdown, sources));
  }
  const split = partsAt(splitOf(question));
  const alone = parts.filter(({ cached }) => cached === undefined);
  const metrics = alone.flatMap((part) => part.metrics);
  const need = { metrics, dimensions: ownDimensions(question) };
  return {
    days: yield* daysAt(partsAt(profileDays)),
    split: split.length === 0 ? undefined : yield* daysAt(split, splitOf(question)?.at(-1)),
    own: metrics.length === 0 ? undefined : yield* merge(question, need, alone.flatMap(answered)),
  };
}
