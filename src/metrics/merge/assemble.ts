/** Assembles the answers to a plan into the grids of a result. Pure. */
import { each, type Work } from "../../async/work.ts";
import type { MetricsAnswer } from "../../api/metrics-answer.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Cells } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { required } from "../../errors/tool-error.ts";
import { daysOf } from "../../time/days.ts";
import type { CachedCells, Plan, RequestStep } from "../plan/steps.ts";
import { ownDimensions, profileDays, splitOf } from "../question/needs.ts";
import { includedProfiles } from "../question/question.ts";
import { assign } from "./assign.ts";
import { withoutLeadingZeros } from "./leading-zeros.ts";
import { emptyCells, join, merge, type Answered } from "./merge.ts";

/** The numbers that a question needs. */
export type Outcome = Pick<Result, "days" | "split" | "own">;

/** The answers to the steps of a plan, by key, and the cached ones that hold its other cells. */
export interface AnswersOfPlan {
  get(key: string): MetricsAnswer | undefined;
  holding(cells: CachedCells): MetricsAnswer;
}

/** @throws ToolError `upstream_failed` where the API's rows contradict each other. */
export function* assemble({ question, parts }: Plan, answers: AnswersOfPlan): Work<Outcome> {
  const answered = (steps: readonly RequestStep[]): Answered[] =>
    steps.map(({ key, request }) => ({ request, answer: required(answers.get(key), "an answer") }));
  const grids = yield* each(parts, (part) => {
    const { steps, cached } = part;
    if (cached === undefined) return merge(question, part, answered(steps));
    const fetched = answered(steps).map((one) => ({ ...one, box: one.request }));
    const taken = cached.map((box) => ({ box, answer: answers.holding(box) }));
    return assign(question, part, [...fetched, ...taken]);
  });
  function* at(types: readonly Dimension[] | undefined): Work<Cells | undefined> {
    const alike = grids.filter(({ axes }) => axes.map(({ type }) => type).join() === types?.join());
    const names = new Set(alike.flatMap(({ metrics }) => metrics.map(({ name }) => name)));
    if (alike.length === 0) return undefined;
    const metrics = question.metrics.filter(({ name }) => names.has(name));
    return withoutLeadingZeros(question, yield* join(alike, metrics));
  }
  const [split, own] = [splitOf(question), ownDimensions(question)];
  const isOwn = ![profileDays.join(), split?.join()].includes(own.join());
  return {
    days: (yield* at(profileDays)) ?? noDays(question),
    split: yield* at(split),
    own: isOwn ? yield* at(own) : undefined,
  };
}

/** A grid without metrics: every number of the question is the API's own. */
const noDays = (question: Plan["question"]): Cells =>
  emptyCells(
    [
      { type: "profile", rows: includedProfiles(question).map(({ id }) => id) },
      { type: "date.day", rows: daysOf(question.start, question.end) },
    ],
    [],
  );
