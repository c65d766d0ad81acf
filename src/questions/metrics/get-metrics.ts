/** The main job, from top to bottom: question, plan, run, merge, reply. Both API versions. */
import type { Work } from "../../base/async/work.ts";
import { inputError, required, toolErrorOf } from "../../base/errors/tool-error.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import { emptiedText, type ReplyServices } from "../../answers/replies/services.ts";
import { comparedRange, isUsual, usualRanges } from "../../base/time/compared-range.ts";
import { checkPlans, openMetricsCall, preparePlans, runPlans } from "./call.ts";
import type { MetricsCall, MetricsInput } from "./call.ts";
import { fitsIn } from "./plan/cost.ts";
import { plansFor } from "./plan/plan.ts";
import { allSteps, type Plans } from "./plan/steps.ts";
import { withoutEvidence } from "./question/needs.ts";
import type { Question } from "./question/question.ts";
import { acceptedSorting } from "./question/sorting.ts";
import { makeReport, type MadeReport, type ReplyParts, type Shape } from "./reply/make-report.ts";
import { planReply, type PlanContext } from "./reply/plan.ts";
import { textReply } from "../../answers/results/text.ts";
import type { Range } from "../../base/time/grains.ts";
import { isStanding } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { goalBase, readGoal } from "../../base/time/goals.ts";
import { differencesOf } from "./question/api-traits.ts";
import { withHistory } from "./history.ts";

export async function answerMetrics(input: MetricsInput, services: ReplyServices): Promise<Reply> {
  const call = await openMetricsCall(input, services);
  return withHistory(call, replyTo);
}

async function replyTo(call: MetricsCall): Promise<Reply> {
  const { input, services } = call;
  const { results, settings } = services;
  const prepared = await preparedCall(call);
  const { plans, before } = prepared;
  const refusal = await checkPlans(call, plans, before).then(() => undefined, toolErrorOf);
  if (input.planOnly) return planReply(plans, { ...(await planContext(call)), before, refusal });
  if (refusal !== undefined) throw refusal;
  const add: ReplyParts["add"] = (make) => results.add(make);
  return reportOfCall(call, prepared, { add }, function* show(outcome, cost) {
    try {
      const frame = { ...outcome, cost };
      return yield* textReply(outcome.report, frame, settings.maxAnswerTokens);
    } catch (error) {
      results.remove(outcome.stored.id);
      throw error;
    }
  });
}

export interface PreparedCall extends Pick<Shape, "before" | "usual" | "goal" | "lacking"> {
  readonly plans: Plans;
}

/** Checks the question of a call, and plans it. @throws ToolError `invalid_input`. */
export async function preparedCall(call: MetricsCall): Promise<PreparedCall> {
  const { input, resolved } = call;
  const { question, dates } = resolved;
  acceptedSorting(question, input.sorting);
  const { compareTo } = input;
  const { period } = input.dates;
  const goal = input.goal === undefined ? undefined : readGoal(input.goal);
  const earlierRange =
    goal !== undefined
      ? goalBase(goal, dates, isStanding(firstMetric(question).kind))
      : compareTo === undefined
        ? undefined
        : comparedRange(dates, period, compareTo);
  const lacking = earlierRange && lackingBefore(call, earlierRange);
  if (goal !== undefined && lacking !== undefined)
    throw inputError(lacking, 'Write a number: "100000 by 2026-12-31".');
  const before = lacking === undefined ? earlierRange : undefined;
  const usual = before && isUsual(compareTo) ? usualRanges(dates, period) : undefined;
  // Levels of each of the ranges, or of the days of a pace, are needed, and not of the last one alone.
  const covering = { ...question, isCovering: (usual ?? goal) !== undefined };
  const short = isEvidenceTooDear(call, covering, before) ? withoutEvidence : {};
  const plans = await preparePlans(call, (facts) =>
    plansFor({ ...covering, ...short }, before, facts),
  );
  return { plans, before, usual, goal, lacking };
}

/** The first metric that is shown, which a goal is of. */
const firstMetric = ({ shown, metrics }: Question): Metric =>
  required((shown ?? metrics)[0], "a metric");

/** True where only the days of evidence make a question too expensive, or too large, as if nothing were cached. */
function isEvidenceTooDear(
  { input, facts, services }: MetricsCall,
  question: Question,
  before: Range | undefined,
): boolean {
  const uncached = facts({ isCached: false });
  const canBeAsked = (candidate: Question): boolean =>
    plansFor(candidate, before, uncached).some(
      (plans) =>
        allSteps(...plans).length <= input.maxRequests && fitsIn(plans, services.results.maxBytes),
    );
  return !canBeAsked(question) && canBeAsked({ ...question, ...withoutEvidence });
}

/**
 * Runs the plans of a call, and shows the report of the results.
 * @param options `sentBefore`: the requests that the call has sent already (default: none).
 * @param show receives what the call has spent, too.
 */
export async function reportOfCall<Shown>(
  call: MetricsCall,
  { plans, ...prepared }: PreparedCall,
  { add, sentBefore = 0 }: Pick<ReplyParts, "add"> & { readonly sentBefore?: number },
  show: (outcome: MadeReport, spent: readonly string[]) => Work<Shown>,
): Promise<Shown> {
  const { input, services, api, resolved, connection } = call;
  const finished = await runPlans(call, plans, sentBefore);
  const [first] = finished;
  const shape = { ...prepared, sorting: acceptedSorting(first.question, input.sorting) };
  const differences = differencesOf(first.question, connection.checked);
  const { weekStartsOn } = services.settings;
  const { remarks } = connection;
  const { unaccepted } = connection.learned;
  const since = (name: string): number | undefined => unaccepted.since(first.question, name);
  const isChosen =
    resolved.chosenBy !== undefined || resolved.question.profiles.length < resolved.listed;
  const emptied = isChosen ? undefined : emptiedText(services, resolved.listed);
  const parts = { emptied, add, remarks, differences, weekStart: weekStartsOn, since };
  const spent = await api.spent();
  return services.slice.run(
    (function* shown() {
      return yield* show(yield* makeReport(finished, resolved, shape, parts), spent);
    })(),
  );
}

/** Why there is no comparison: the earlier range begins before the account's history. */
function lackingBefore({ connection }: MetricsCall, { start, end }: Range): string | undefined {
  const { historyStart } = connection.learned;
  if (historyStart === undefined || start >= historyStart) return undefined;
  return `No comparison with ${start} to ${end}: the account's history begins on ${historyStart}.`;
}

async function planContext(call: MetricsCall): Promise<Omit<PlanContext, "refusal" | "before">> {
  const { input, services, connection, api, resolved, facts } = call;
  return {
    question: resolved.question,
    facts: facts(),
    left: await connection.gate.left(),
    now: services.now(),
    spent: await api.spent({ isPlan: true }),
    lists: input.fresh ? resolved.freshLists() : 0,
  };
}
