/** A plan as a reply: its cost, with nothing of it sent. */
import { isBreakdown } from "../../../catalog/dimensions.ts";
import type { ToolError } from "../../../base/errors/tool-error.ts";
import type { QuotaLeft } from "../../../suite/quota/gate.ts";
import { hour } from "../../../suite/quota/request-book.ts";
import { timeOfDay } from "../../../base/time/clock.ts";
import { tableCsv } from "../../../answers/replies/csv.ts";
import type { Note } from "../../../answers/replies/layout.ts";
import type { Reply } from "../../../answers/replies/reply.ts";
import { plannedSubject } from "../../../answers/report/subject.ts";
import { plural } from "../../../base/text/words.ts";
import type { Range } from "../../../base/time/grains.ts";
import type { Facts } from "../plan/requests.ts";
import { allSteps, cachedNumbers, numbersOf, type Plan } from "../plan/steps.ts";
import { includedProfiles, type Question } from "../question/question.ts";

export interface PlanContext {
  readonly question: Question;
  /** The range that the question is compared with. */
  readonly before: Range | undefined;
  readonly facts: Facts;
  readonly left: QuotaLeft;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The cost of the call that made the plan. */
  readonly spent: readonly string[];
  /** Requests for lists that the call will send because of `fresh`. */
  readonly lists: number;
  /** The error with which the call would end. */
  readonly refusal: ToolError | undefined;
}

/** @param plans one for a question, or several for a comparison. */
export function planReply(plans: readonly Plan[], context: PlanContext): Reply {
  const { question, before, facts, left, now, spent, lists, refusal } = context;
  const { network, metrics, dimensions } = question;
  const steps = allSteps(...plans);
  const numbers = numbersOf(steps);
  const cells = plans.reduce((sum, plan) => sum + cachedNumbers(plan), 0);
  const cautions: Note[] = [
    costSentence(plans, facts),
    `The API returns ${plural(numbers, "number")}${dimensions.some(isBreakdown) ? ", times the rows of the last split" : ""}${cells === 0 ? "" : `; ${cells} are cached`}.`,
    lists > 0 &&
      `${plural(lists, "more request")} for lists of profiles and labels, because of fresh.`,
    refusal && `The call would be rejected: ${refusal.problem}. ${refusal.advice.forModel}`,
    quotaSentence(steps.length + lists, left, now),
  ];
  const profiles = plural(includedProfiles(question).length, "profile");
  const parts = [`Plan: ${network}`, profiles, plural(metrics.length, "metric")];
  return {
    content: {
      subject: plannedSubject(parts, question, before, dimensions),
      cost: spent,
      cautions,
    },
    csv: () =>
      tableCsv({ columns: ["requests", "numbers"], rows: [[steps.length + lists, numbers]] }),
  };
}

/** What would be left of the hour; of more requests, the time from which the quota allows them. */
export function quotaSentence(
  needed: number,
  { requests, isReported, limit, freeAt }: QuotaLeft,
  now: number,
): string {
  const after = requests - needed;
  const atMost = isReported ? "" : "at most ";
  if (after >= 0) return `Afterwards ${atMost}${plural(after, "request")} would be left this hour.`;
  const laterHours = Math.ceil(-after / limit) - 1;
  const time = timeOfDay(freeAt + laterHours * hour, now);
  const rest =
    needed <= limit
      ? `From ${time} on, the quota allows the call.`
      : `The quota allows ${limit} an hour: of a question in parts, the last requests can be sent from ${time} on.`;
  return `${isReported ? "" : "At most "}${plural(requests, "request")} are left this hour: too few. ${rest}`;
}

/** `2 requests if the API accepts 175,200 numbers at once; more if not.` */
export function costSentence(
  plans: readonly Plan[],
  { ceilings }: Pick<Facts, "ceilings">,
): string {
  const open = allSteps(...plans);
  if (open.length === 0) return "No request: everything is cached.";
  const largest = Math.max(...open.map((step) => (ceilings.isUncertain(step) ? step.size : 0)));
  const condition =
    largest === 0
      ? ""
      : ` if the API accepts ${largest.toLocaleString("en-US")} numbers at once; more if not`;
  return `${plural(open.length, "request")}${condition}.`;
}
