/** The main job, from top to bottom: question, plan, run, merge, reply. Both API versions. */
import { refine } from "./plan/refine.ts";
import { requestLimits } from "../catalog/limits.ts";
import type { CallApi, Connection } from "../connection/connection.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import { comparedRange } from "../time/compared-range.ts";
import { checkDates } from "../time/resolve.ts";
import { addDays } from "../time/days.ts";
import { sidePlans, type SidePlans } from "./plan/comparison.ts";
import { checkCost, checkFits } from "./plan/cost.ts";
import { planQuestion, type Facts } from "./plan/plan.ts";
import { allSteps, type Plan, type RequestStep } from "./plan/steps.ts";
import { checkExplain } from "./question/explain.ts";
import { resolve, type Resolved, type Scope } from "./question/resolve.ts";
import { validate, type RequestedSubject } from "./question/validate.ts";
import { comparisonReply } from "./reply/comparison/reply.ts";
import { planReply, type PlanContext } from "./reply/plan.ts";
import { metricsReply } from "./reply/metrics-reply.ts";
import { Answers } from "./run/answers.ts";
import { hasGaps } from "./run/gaps.ts";
import { run } from "./run/run.ts";
import type { Finished } from "./run/types.ts";

export interface MetricsInput extends RequestedSubject, Scope {
  /** The range to compare with: one of `comparisons`, or its first day. */
  readonly compareTo: string | undefined;
  /** Splits the changes of ratios into rate and mix. */
  readonly explain: boolean;
  readonly planOnly: boolean;
  /** Passes over the cache. */
  readonly fresh: boolean;
  readonly maxRequests: number;
}

export async function answerMetrics(input: MetricsInput, services: ReplyServices): Promise<Reply> {
  const call = await openCall(input, services);
  const { api, resolved, facts } = call;
  const { question, dates } = resolved;
  if (input.explain) checkExplain(question, input.compareTo);
  if (input.compareTo === undefined) {
    const plan = await preparePlan(call, planQuestion(question, facts));
    if (input.planOnly) return planReply([plan], await planContext(call));
    await checkPlans(call, [plan]);
    const [finished] = await runPlans(call, [plan]);
    return metricsReply(finished, resolved, services, await api.spent());
  }
  const before = comparedRange(dates, input.dates.period, input.compareTo);
  const plans = await cheapest(call, sidePlans(question, before, facts));
  if (input.planOnly) return planReply(plans, { ...(await planContext(call)), before });
  await checkPlans(call, plans);
  const finished = await runPlans(call, plans);
  const explained = { before, isExplained: input.explain };
  return comparisonReply(finished, explained, resolved, services, await api.spent());
}

async function planContext({
  input,
  services,
  connection,
  api,
  resolved,
  facts,
}: MetricsCall): Promise<PlanContext> {
  return {
    question: resolved.question,
    labels: resolved.labels,
    facts,
    left: await connection.gate.left(),
    spent: await api.spent(),
    maxTokens: services.settings.maxAnswerTokens,
    lists: input.fresh ? resolved.lists : 0,
  };
}

/** @throws ToolError for plans that need more requests or memory than there is. */
async function checkPlans(
  { input, services, connection, facts }: MetricsCall,
  plans: readonly [Plan, ...Plan[]],
): Promise<void> {
  const { maxRequests, compareTo } = input;
  checkFits(plans, services.results.maxBytes);
  const left = await connection.gate.left();
  checkCost(plans, { maxRequests, left, isComparison: compareTo !== undefined }, facts);
}

/** The plans with the fewest requests that are not cached; the first of equal ones. */
async function cheapest(call: MetricsCall, all: readonly SidePlans[]): Promise<SidePlans> {
  const isOpen = ({ key }: RequestStep): boolean => !call.answers.has(key);
  const costOf = (plans: SidePlans): number => plans.flatMap(allSteps).filter(isOpen).length;
  const prepared: SidePlans[] = [];
  for (const [now, before] of all) {
    const one = await preparePlan(call, now);
    prepared.push(before === undefined ? [one] : [one, await preparePlan(call, before)]);
  }
  return prepared.reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
}

/** One call: its resolved question, and the API as this call sees it. */
interface MetricsCall {
  readonly input: MetricsInput;
  readonly services: ReplyServices;
  readonly connection: Connection;
  readonly api: CallApi;
  readonly resolved: Resolved;
  readonly answers: Answers;
  readonly facts: Facts;
}

async function openCall(input: MetricsInput, services: ReplyServices): Promise<MetricsCall> {
  const subject = validate(input);
  checkDates(input.dates, services.now());
  const connection = await services.connection();
  const api = connection.forCall({ ...services, fresh: input.fresh });
  const { learned } = connection;
  await learned.recall();
  const { insightsApart } = learned;
  const resolved = await resolve(subject, input, api, { now: services.now(), insightsApart });
  const answers = new Answers(async (request) =>
    input.fresh ? undefined : connection.answers.get(request),
  );
  const { ceilings, weekStart } = learned;
  const facts = { limits: requestLimits[input.version], ceilings, weekStart };
  return { input, services, connection, api, resolved, answers, facts };
}

/** The plan with its cached steps marked, and with the others cut to the ceilings. */
async function preparePlan({ answers, facts }: MetricsCall, made: Plan): Promise<Plan> {
  const plan = await answers.lookUpSteps(made, facts);
  const isOpen = ({ key }: RequestStep): boolean => !answers.has(key);
  return answers.lookUpSteps(refine(plan, { kind: "too_large", isOpen }, facts), facts);
}

/** Runs plans one after the other. Profiles that the API rejects are in no later plan. */
async function runPlans(
  call: MetricsCall,
  [first, ...others]: readonly [Plan, ...Plan[]],
): Promise<readonly [Finished, ...Finished[]]> {
  const steps = { before: 0, after: others.flatMap(allSteps).length };
  const ended: [Finished, ...Finished[]] = [await runPlan(call, first, { sent: 0, steps })];
  for (const plan of others) {
    const excluded = ended.flatMap(({ question }) => [...question.excluded]);
    const rest =
      excluded.length === 0 ? plan : refine(plan, { kind: "excluded", ids: excluded }, call.facts);
    const sent = ended.reduce((sum, one) => sum + one.sent, 0);
    const done = { before: allSteps(first).length, after: 0 };
    ended.push(await runPlan(call, rest, { sent, steps: done }));
  }
  return ended;
}

/** The requests that other plans of the call have sent, and the steps of the plans before and after this one. */
interface OtherPlans {
  readonly sent: number;
  readonly steps: { readonly before: number; readonly after: number };
}

/** @throws ToolError that says how far the call came, where calling again continues from there. */
async function runPlan(
  call: MetricsCall,
  plan: Plan,
  { sent, steps: { before, after } }: OtherPlans,
): Promise<Finished> {
  const { input, services, connection, api, resolved, answers, facts } = call;
  const { learned } = connection;
  const settledBefore = addDays(resolved.dates.today, -services.settings.settledAfterDays);
  let [done, total] = [0, 0];
  try {
    return await run(
      plan,
      {
        answers,
        fetch: (request, signal, onSent) =>
          connection.answers.fetch(request, {
            signal,
            isSettled: request.end < settledBefore,
            hasGaps: (answer) => hasGaps(plan.question, request, answer),
            fresh: input.fresh,
            send(shared) {
              onSent();
              return api.api.metrics(request, shared);
            },
          }),
        limits: facts.limits,
        learned,
        labels: resolved.labels,
        maxRequests: input.maxRequests,
        sentBefore: sent,
        skipUnavailable: input.skipUnavailable,
        onProgress(nowDone, nowTotal) {
          [done, total] = [before + nowDone, before + nowTotal + after];
          services.onProgress(done, total);
        },
      },
      services.signal,
    );
  } catch (error) {
    throw unfinishedError(error, { done, total, isFresh: input.fresh, spent: await api.spent() });
  } finally {
    await learned.store();
  }
}
