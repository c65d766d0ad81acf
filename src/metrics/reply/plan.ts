/** A plan as a reply: its cost, with nothing of it sent. */
import { done, type Work } from "../../async/work.ts";
import { isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { QuotaLeft } from "../../quota/gate.ts";
import type { Reply } from "../../replies/reply.ts";
import type { Note } from "../../tables/notes.ts";
import { plural } from "../../text/words.ts";
import { furtherProbes, requestRange, type RequestRange } from "../plan/request-range.ts";
import type { Facts } from "../plan/requests.ts";
import {
  allSteps,
  heldNumbers,
  isOpen,
  numbersOf,
  openSteps,
  type Part,
  type Plan,
} from "../plan/steps.ts";
import { includedProfiles } from "../question/question.ts";
import { expectedReply, type Expectation } from "./expected.ts";

export interface PlanContext extends Expectation {
  readonly facts: Facts;
  readonly left: QuotaLeft;
  /** The cost line of the call that made the plan. */
  readonly spent: string;
  /** Requests for lists that the call will send because of `fresh`. */
  readonly lists: number;
}

/** @param plans that of the question, or those of a comparison. */
export function* planReply(plans: readonly Plan[], context: PlanContext): Work<Reply> {
  const { facts, left, spent, lists } = context;
  const steps = allSteps(...plans);
  const expected = yield* expectedReply(context);
  const planned = requestRange(plans, facts);
  const { least } = planned;
  // A reply that shows weeks learns on which day they start.
  const weekProbesOfReply =
    expected.mayShowWeeks && facts.weekStart === undefined ? 1 + furtherProbes : 0;
  const most = planned.most + weekProbesOfReply;
  const cached = steps.filter((step) => !isOpen(step)).length;
  const count = { least: least + cached + lists, most: most + cached + lists, cached };
  const numbers = numbersOf(openSteps(...plans));
  const held = plans.reduce((sum, plan) => sum + heldNumbers(plan), 0);
  const after = left.requests - least - lists;
  const atMost = left.isReported ? "" : "at most ";
  const lines = [
    ...planLines(plans, context, count),
    `${numbers} numbers come back${context.question.dimensions.some(isBreakdown) ? ", times the rows of the last split" : ""}${held === 0 ? "" : `; ${held} are cached`}.`,
    lists > 0 && `${plural(lists, "request")} for lists of profiles and labels, because of fresh.`,
    weekProbesOfReply > 0 &&
      `Up to ${plural(weekProbesOfReply, "request")} more if the reply shows weeks, to learn on which day they start: 1 where it is Monday.`,
    sizesLine(plans, facts, planned),
    `The answer: about ${expected.tokens} tokens; ${expected.layout}.`,
    after < 0
      ? `${left.isReported ? "" : "At most "}${plural(left.requests, "request")} are left this hour: too few.`
      : `Afterwards ${atMost}${plural(after, "request")} would be left this hour.`,
    `For the plan itself: ${spent}`,
  ];
  const columns = ["requests", "at most", "answered already", "numbers", "tokens", "layout"];
  const atMostCount = Number.isFinite(count.most) ? count.most : null;
  const row = [count.least, atMostCount, cached, numbers, expected.tokens, expected.layout];
  const text = lines.filter((line) => typeof line === "string").join("\n");
  return { text, table: () => done({ columns, rows: [row] }) };
}

function planLines(
  plans: readonly Plan[],
  { question, before, facts: { limits } }: PlanContext,
  { least, most, cached }: RequestRange & { readonly cached: number },
): Note[] {
  const { network, metrics, start, end, dimensions } = question;
  const against = before === undefined ? "" : ` against ${before.start} to ${before.end}`;
  const by = dimensions.length === 0 ? "in total" : `by ${dimensions.join(", ")}`;
  const profiles = plural(includedProfiles(question).length, "profile");
  const isProbed = plans.some(({ weekProbe }) => weekProbe !== undefined);
  const preliminary = plans.reduce(
    (sum, { rowNames, weekProbe }) => sum + rowNames.length + (weekProbe === undefined ? 0 : 1),
    0,
  );
  const requests = Number.isFinite(most)
    ? `${most > least ? `${least} to ` : ""}${plural(most, "request")}`
    : `at least ${plural(least, "request")}`;
  const what =
    most === 0
      ? "no request, because everything is cached"
      : `${requests}${cached === 0 ? "" : `, ${cached} of them answered already`}, none of them sent now`;
  return [
    `Plan: ${what}. ${network}, ${profiles}, ${plural(metrics.length, "metric")}, ${start} to ${end}${against}, ${by}.`,
    `One request holds at most ${limits.profiles} profiles, ${limits.metrics} metrics and ${limits.months} months.`,
    ...plans.flatMap(({ parts }) => parts).map((part) => partLine(part, dimensions)),
    preliminary > 0 &&
      `${plural(preliminary, "small request")} to learn how the API names and begins its rows of time${isProbed ? `, up to ${furtherProbes} more if its weeks do not begin on Monday` : ""}.`,
  ];
}

/** Says what the number of requests rests on, where sizes have not passed yet. */
function sizesLine(
  plans: readonly Plan[],
  { ceilings }: Facts,
  { least, most }: RequestRange,
): Note {
  const open = openSteps(...plans);
  if (open.some((step) => ceilings.isUncertain(step)))
    return `It is not known yet whether the API accepts requests of this size. ${least} if it does${Number.isFinite(most) ? `, ${most} if it accepts only sizes that have passed before, or ${ourLimits.safeNumbers} numbers` : ""}.`;
  return (
    open.some((step) => !ceilings.isProven(step)) &&
    `This assumes that the API accepts ${ourLimits.safeNumbers} numbers in one answer.`
  );
}

function partLine(part: Part, asked: readonly Dimension[]): string {
  const { metrics, dimensions, steps } = part;
  const isFolded = dimensions.toSorted().join() !== asked.toSorted().join();
  const what = `${plural(metrics.length, nounOf(part))} by ${dimensions.join(", ") || "total"}${isFolded ? ", folded here to what was asked" : ""}`;
  return steps.length === 0
    ? `No request for ${what}: all of it is cached.`
    : `${plural(steps.length, "request")} for ${what}.`;
}

/** Sums and averages can be requested apart. */
function nounOf({ metrics }: Pick<Part, "metrics">): string {
  const aggregations = new Set(metrics.map(({ aggregation }) => aggregation));
  const [only = "metric"] = aggregations;
  return aggregations.size === 1 ? only : "metric";
}
