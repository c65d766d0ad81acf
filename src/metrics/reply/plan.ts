/** A plan as a reply: its cost, with nothing of it sent. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import type { QuotaLeft } from "../../quota/gate.ts";
import type { Reply } from "../../replies/reply.ts";
import { plural } from "../../text/words.ts";
import type { Facts } from "../plan/plan.ts";
import { allSteps, numbersOf, type Plan } from "../plan/steps.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles } from "../question/question.ts";
import { expectedReply } from "./expected.ts";

export interface PlanContext {
  readonly labels: Labels | undefined;
  readonly facts: Facts;
  readonly left: QuotaLeft;
  /** The cost line of the call that made the plan. */
  readonly spent: string;
  readonly maxTokens: number;
}

export function planReply(plan: Plan, context: PlanContext): Reply {
  const { labels, facts, left, spent, maxTokens } = context;
  const steps = allSteps(plan);
  const cached = steps.filter(({ isCached }) => isCached).length;
  const mayGrow = steps.some((step) => facts.ceilings.isUncertain(step));
  const expected = expectedReply(plan.question, labels, maxTokens);
  const after = left.requests - (steps.length - cached);
  const atMost = left.isReported ? "" : "at most ";
  const lines = [
    ...planLines(plan, facts, steps.length, cached),
    ...(mayGrow
      ? ["It may need more: it is not known yet whether the API accepts requests of this size."]
      : []),
    `The answer: about ${expected.tokens} tokens; ${expected.layout}.`,
    after < 0
      ? `${left.isReported ? "" : "At most "}${plural(left.requests, "request")} are left this hour: too few.`
      : `Afterwards ${atMost}${plural(after, "request")} would be left this hour.`,
    `For the plan itself: ${spent}`,
  ];
  const columns = ["requests", "answered already", "numbers", "tokens", "layout"];
  const row = [steps.length, cached, numbersOf(plan), expected.tokens, expected.layout];
  return { text: lines.join("\n"), table: () => ({ columns, rows: [row] }) };
}

function planLines(plan: Plan, { limits }: Facts, requests: number, cached: number): string[] {
  const { question, parts, rowNames, weekProbe } = plan;
  const { network, metrics, start, end, dimensions } = question;
  const by = dimensions.length === 0 ? "in total" : `by ${dimensions.join(", ")}`;
  const profiles = plural(includedProfiles(question).length, "profile");
  const preliminary = rowNames.length + (weekProbe === undefined ? 0 : 1);
  const hasSplit = dimensions.some((type) => type === "profile_label" || isBreakdown(type));
  return [
    `Plan: ${plural(requests, "request")}${cached === 0 ? "" : `, ${cached} of them answered already`}, none of them sent now. ${network}, ${profiles}, ${plural(metrics.length, "metric")}, ${start} to ${end}, ${by}.`,
    `One request holds at most ${limits.profiles} profiles, ${limits.metrics} metrics and ${limits.months} months.`,
    ...parts.map(
      (part) =>
        `${plural(part.steps.length, "request")} for ${plural(part.metrics.length, "metric")} by ${part.dimensions.join(", ") || "total"}${part.isFolded ? ", folded here to what was asked" : ""}.`,
    ),
    ...(preliminary > 0
      ? [
          `${plural(preliminary, "small request")} to learn how the API names and begins its rows of time.`,
        ]
      : []),
    `${numbersOf(plan)} numbers come back${hasSplit ? ", times the rows of the last split" : ""}.`,
  ];
}
