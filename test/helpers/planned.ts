/** Plans of questions about facebook over the year 2025, as a test writes them down. */
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import type { Facts } from "../../src/questions/metrics/plan/requests.ts";
import type { Plan } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { factsOf } from "./facts.ts";
import { facebookMetrics } from "./grids.ts";
import { yearly } from "./yearly.ts";

/** A net, a flow and a level. */
export const [net, views, level] = ["fans_change", "insights_views", "fans_lifetime"];
export const finest = "profile date.day";

export const questionOf = (
  names: readonly string[],
  dimensions: readonly Dimension[],
  profiles: number,
  rest: Partial<Question> = {},
): Question => yearly(dimensions, profiles, { metrics: facebookMetrics(...names), ...rest });

/** The metrics and the dimensions of each part, and how many requests it has. */
export const partsOf = ({ parts }: Plan): (readonly [string, string, number])[] =>
  parts.map(({ metrics, dimensions, steps }) => [
    metrics.map(({ name }) => name).join(" "),
    dimensions.join(" "),
    steps.length,
  ]);

export const plannedBy =
  (facts: Facts = factsOf()) =>
  (...question: Parameters<typeof questionOf>): ReturnType<typeof partsOf> =>
    partsOf(planQuestion(questionOf(...question), facts));
