/** Compares the cost of a plan with the requests and the memory that are left. */
import { ToolError } from "../../../base/errors/tool-error.ts";
import type { QuotaLeft } from "../../../suite/quota/gate.ts";
import { plural } from "../../../base/text/words.ts";
import type { Range } from "../../../base/time/grains.ts";
import type { Question } from "../question/question.ts";
import type { Facts } from "./requests.ts";
import { certainCost, smallerQuestions, type Smaller } from "./smaller.ts";
import { planQuestion } from "./plan.ts";
import { allNumbers, allSteps, type Plan, type Plans } from "./steps.ts";

/** @throws ToolError `limit_exceeded` where the numbers of the plans do not fit the memory for results. */
export function checkFits(plans: readonly Plan[], maxBytes: number): void {
  if (fitsIn(plans, maxBytes)) return;
  throw new ToolError(
    "limit_exceeded",
    `the answer has ${numbersIn(plans)} numbers, and the memory for results holds ${mostIn(maxBytes)}`,
  );
}

export const fitsIn = (plans: readonly Plan[], maxBytes: number): boolean =>
  numbersIn(plans) <= mostIn(maxBytes);

const numbersIn = (plans: readonly Plan[]): number =>
  Math.ceil(plans.reduce((sum, plan) => sum + allNumbers(plan) * withRatios(plan), 0));

const mostIn = (maxBytes: number): number =>
  Math.floor(maxBytes / Float64Array.BYTES_PER_ELEMENT) - 1024;

/** Ratios are columns of the result, beside those that are fetched. */
const withRatios = ({ question: { metrics, shown = [] } }: Plan): number =>
  1 + shown.filter(({ isDerived }) => isDerived).length / metrics.length;

export interface Spendable {
  readonly maxRequests: number;
  readonly left: Pick<QuotaLeft, "requests" | "isReported" | "freeAt">;
}

/** A question, and the earlier range of a comparison, which can share a plan. */
interface Compared {
  readonly question: Question;
  readonly before?: Range;
}

/**
 * @param plans one for a question, or several for a comparison.
 * @throws ToolError `too_many_requests_needed`, with the arithmetic and two smaller questions that would fit.
 */
export function checkCost(
  plans: Plans,
  { compared, ...spendable }: Spendable & { readonly compared?: Compared | undefined },
  facts: Facts,
): void {
  const needed = allSteps(...plans).length;
  const error = spendingError(needed, spendable, (most) => ({
    sum: `${plural(needed, "request")} ${needed === 1 ? "is" : "are"} needed`,
    advice: smallerOnes(compared ?? plans[0], facts, most),
  }));
  if (error !== undefined) throw error;
}

/** The error for too many requests, with what limits them, and the advice to raise max_requests where that would do. */
function spendingError(
  needed: number,
  { maxRequests, left }: Spendable,
  explain: (most: number) => Readonly<Record<"sum" | "advice", string>>,
): ToolError | undefined {
  // If the quota is used up, the gate decides whether to wait.
  const most = left.requests === 0 ? maxRequests : Math.min(maxRequests, left.requests);
  if (needed <= most) return undefined;
  const leftText = `${left.isReported ? "" : "at most "}${left.requests} are left this hour`;
  const bound = needed > maxRequests ? `max_requests is ${maxRequests}` : leftText;
  const raised =
    needed > maxRequests && needed <= left.requests
      ? ` Or call again with max_requests ${needed}, if spending that many is intended: ${leftText}.`
      : "";
  const { sum, advice } = explain(most);
  const problem = `${sum}, and ${bound}`;
  const isHourSpent = needed <= maxRequests;
  return new ToolError("too_many_requests_needed", problem, advice + raised, {
    retryAt: isHourSpent ? left.freeAt : undefined,
  });
}

/**
 * The error where the plans of all networks of a call need too many requests, with the networks that fit one of their own.
 */
export function costOfAllError(
  networks: readonly { readonly question: Question; readonly plans: Plans }[],
  spendable: Spendable,
): ToolError | undefined {
  const counts = networks.map(({ question, plans }) => ({
    network: question.network,
    count: allSteps(...plans).length,
  }));
  const needed = allSteps(...networks.flatMap(({ plans }) => plans)).length;
  return spendingError(needed, spendable, (most) => {
    const fitting = counts.filter(({ count }) => count <= most);
    const names = fitting.map(({ network, count }) => `${network} (${plural(count, "request")})`);
    return {
      sum: `${plural(counts.length, "network")} need ${needed} requests`,
      advice:
        names.length === 0 ? askForLess : `One network at a time would fit: ${names.join(", ")}.`,
    };
  });
}

const askForLess = "Ask for fewer profiles, metrics or days.";

/** Names two smaller questions that need at most `most` requests. A comparison keeps its ranges. */
function smallerOnes({ question, before }: Compared, facts: Facts, most: number): string {
  const smaller = smallerQuestions(question, facts, most, before);
  const fitting = [...new Set(smaller.map((option) => suggestion(question, option)))].slice(0, 2);
  return fitting.length === 0 ? askForLess : `These would fit: ${fitting.join("; or ")}.`;
}

/** A plan that has grown while it ran, because of what answers have shown. */
interface Grown {
  readonly plans: Plans;
  /** The requests that were sent, those among them that were too large, and all that are needed. */
  readonly sent: number;
  readonly tooLarge: number;
  readonly needed: number;
  readonly maxRequests: number;
}

/** The error for a plan that needs more requests than allowed: nothing more of it is sent. */
export function grownError(
  { plans, sent, tooLarge, needed, maxRequests }: Grown,
  facts: Facts,
): ToolError {
  const rejected = tooLarge === 0 ? "" : `, ${tooLarge} of them too large for the API`;
  const spent = `${plural(sent, "request")} ${sent === 1 ? "was" : "were"} sent${rejected}`;
  const again = plans.map((plan) => planQuestion(plan.question, facts));
  const next = certainCost(again, facts);
  const advice =
    next <= maxRequests
      ? `Call again: ${plural(next, "request")} will do.`
      : `${plans.length > 1 ? askForLess : smallerOnes(plans[0], facts, maxRequests)} Or call again with a higher max_requests: plan_only shows how many are needed now.`;
  return new ToolError(
    "too_many_requests_needed",
    `at least ${needed} requests turn out to be needed, and max_requests is ${maxRequests}; ${spent}`,
    `Their answers are cached, and the next call plans with the sizes that were learned. ${advice}`,
  );
}

function suggestion(original: Question, { question, requests }: Smaller): string {
  const { start, end, profiles, metrics } = question;
  const parts = [
    start !== original.start && `${start} to ${end}`,
    profiles.length < original.profiles.length && `${plural(profiles.length, "profile")} at a time`,
    metrics.length < original.metrics.length && `${plural(metrics.length, "metric")} at a time`,
  ];
  return `${parts.filter((part) => part !== false).join(", ")} (${plural(requests, "request")})`;
}
