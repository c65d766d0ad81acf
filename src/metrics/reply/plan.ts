/** A plan as an answer: what a query would cost, nothing of it sent. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import { requestLimits } from "../../catalog/limits.ts";
import type { Plan } from "../plan/plan.ts";
import { numbersOf, requestsOf } from "../plan/plan.ts";
import type { Query } from "../question/question.ts";
import { includedProfiles } from "../question/question.ts";
import { plural } from "../../text/words.ts";
import type { QuotaLeft } from "../../quota/gate.ts";
import type { Answer } from "../../replies/reply.ts";
import type { Expected } from "./expected.ts";

export interface Prospect {
  /** How many of its requests were answered lately and need not be sent. */
  readonly kept: number;
  readonly left: QuotaLeft;
  readonly expected: Expected;
  /** Whether the API may find its requests too large. */
  readonly mayGrow: boolean;
  /** What was spent on planning. */
  readonly spent: string;
}

export function planAnswer(query: Query, plan: Plan, prospect: Prospect): Answer {
  const { kept, left, expected, spent, mayGrow } = prospect;
  const requests = requestsOf(plan).length;
  const row = [requests, kept, numbersOf(plan), expected.tokens, expected.layout];
  const after = left.requests - (requests - kept);
  const lines = [
    planText(query, plan, kept),
    ...(mayGrow
      ? ["It may become more: whether the API takes answers of this size is not known yet."]
      : []),
    `The answer: about ${expected.tokens} tokens; ${expected.layout}.`,
    after < 0
      ? `${left.isReported ? "" : "At most "}${plural(left.requests, "request")} are left this hour: too few.`
      : `Afterwards ${left.isReported ? "" : "at most "}${plural(after, "request")} would be left this hour.`,
    `For the plan itself: ${spent}`,
  ];
  const columns = ["requests", "answered already", "numbers", "tokens", "layout"];
  return { text: lines.join("\n"), table: () => ({ columns, rows: [row] }) };
}

function planText(query: Query, plan: Plan, kept: number): string {
  const { version, network, metrics, start, end, dimensions } = query;
  const limits = requestLimits[version];
  const by = dimensions.length === 0 ? "in total" : `by ${dimensions.join(", ")}`;
  const profiles = plural(includedProfiles(query).length, "profile");
  const preliminary = plan.nameRequests.length + (plan.weekStartRequest === undefined ? 0 : 1);
  return [
    `Plan: ${plural(requestsOf(plan).length, "request")}${kept === 0 ? "" : `, ${kept} of them answered already`}, none of them sent now. ${network}, ${profiles}, ${plural(metrics.length, "metric")}, ${start} to ${end}, ${by}.`,
    `One request holds at most ${limits.profiles} profiles, ${limits.metrics} metrics and ${limits.months} months.`,
    ...plan.parts.map(
      (part) =>
        `${plural(part.requests.length, "request")} for ${plural(part.metrics.length, "metric")} by ${part.dimensions.join(", ") || "total"}${part.folded ? ", folded here to what was asked" : ""}.`,
    ),
    ...(preliminary > 0
      ? [
          `${plural(preliminary, "small request")} to learn how the API names and begins its rows of time.`,
        ]
      : []),
    `${numbersOf(plan)} numbers come back${dimensions.some((type) => type === "profile_label" || isBreakdown(type)) ? ", times the rows of the last split" : ""}.`,
  ].join("\n");
}
