/** The main job, from top to bottom: question, plan, run, merge, reply. Both API versions. */
import { refine } from "./plan/refine.ts";
import { needsInsights } from "../catalog/metrics/index.ts";
import { required } from "../errors/tool-error.ts";
import { requestLimits } from "../catalog/limits.ts";
import type { CallApi, Connection } from "../connection/connection.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import { comparedRange } from "../time/compared-range.ts";
import { checkDates } from "../time/resolve.ts";
import { addDays } from "../time/days.ts";
import { sidePlans } from "./plan/comparison.ts";
import { checkCost, checkFits } from "./plan/cost.ts";
import { planQuestion } from "./plan/plan.ts";
import type { Facts } from "./plan/requests.ts";
import { allSteps, isOpen, openSteps, type Plan } from "./plan/steps.ts";
import { checkExplain } from "./question/explain.ts";
import { resolve, type Resolved, type Scope } from "./question/resolve.ts";
import { validate, type RequestedSubject } from "./question/validate.ts";
import { comparisonReply } from "./reply/comparison/reply.ts";
import { planReply, type PlanContext } from "./reply/plan.ts";
import { metricsReply } from "./reply/metrics-reply.ts";
import { Answers } from "./run/answers.ts";
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
  const { api, resolved } = call;
  const { question, dates } = resolved;
  if (input.explain) checkExplain(question, input.compareTo);
  if (input.compareTo === undefined) {
    const plans = await preparePlans(call, (facts) => [[planQuestion(question, facts)]]);
    if (input.planOnly) return planReply(plans, await planContext(call));
    await checkPlans(call, plans);
    const [finished] = await runPlans(call, plans);
    return metricsReply(finished, resolved, services, await api.spent());
  }
  const before = comparedRange(dates, input.dates.period, input.compareTo);
  const plans = await preparePlans(call, (facts) => sidePlans(question, before, facts));
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
    facts: facts(),
    left: await connection.gate.left(),
    spent: await api.spent(),
    maxTokens: services.settings.maxAnswerTokens,
    lists: input.fresh ? resolved.lists : 0,
  };
}

/** @throws ToolError for plans that need more requests or memory than there is. */
async function checkPlans(
  { input, services, connection, facts }: MetricsCall,
  plans: Plans,
): Promise<void> {
  const { maxRequests, compareTo } = input;
  checkFits(plans, services.results.maxBytes);
  const left = await connection.gate.left();
  checkCost(plans, { maxRequests, left, isComparison: compareTo !== undefined }, facts());
}

/** One call: its resolved question, and the API as this call sees it. */
interface MetricsCall {
  readonly input: MetricsInput;
  readonly services: ReplyServices;
  readonly connection: Connection;
  readonly api: CallApi;
  readonly resolved: Resolved;
  readonly answers: Answers;
  /** What is known now. */
  readonly facts: () => Facts;
}

/** The plan of a question, or those of a comparison. */
type Plans = readonly [Plan, ...Plan[]];

async function openCall(input: MetricsInput, services: ReplyServices): Promise<MetricsCall> {
  const subject = validate(input);
  checkDates(input.dates, services.now());
  const connection = await services.connection();
  const api = connection.forCall({ ...services, fresh: input.fresh });
  const { learned } = connection;
  await Promise.all([learned.recall(), connection.answers.index.refresh()]);
  const { insightsApart } = learned;
  const resolved = await resolve(subject, input, api, { now: services.now(), insightsApart });
  const answers = new Answers((named) => connection.answers.load(named));
  const { index } = connection.answers;
  const since = input.fresh ? index.moment() : undefined;
  const facts = (): Facts => ({
    limits: requestLimits[input.version],
    ceilings: learned.ceilings,
    weekStart: learned.weekStart,
    namesWeeks: learned.namesWeeks,
    cached: index.snapshot(since),
  });
  return { input, services, connection, api, resolved, answers, facts };
}

/** The plans with the fewest requests to send, the first of equal ones; what they take from the cache is read. */
async function preparePlans(
  { answers, facts }: MetricsCall,
  make: (facts: Facts) => readonly Plans[],
): Promise<Plans> {
  for (;;) {
    const known = facts();
    const [best] = make(known)
      .map((plans) => fitted(plans, known))
      .toSorted((one, other) => costOf(one) - costOf(other));
    const chosen = required(best, "a plan");
    const loaded = await Promise.all(chosen.map((plan) => answers.load(plan)));
    // Otherwise the cache has lost an answer, and the facts say so now.
    if (loaded.every(Boolean)) return chosen;
  }
}

const costOf = (plans: Plans): number => plans.flatMap(openSteps).length;

/** Plans whose requests that are not cached are cut to the ceilings. */
function fitted([first, ...others]: Plans, facts: Facts): Plans {
  const fit = (plan: Plan): Plan => refine(plan, { kind: "too_large", isOpen }, facts);
  return [fit(first), ...others.map(fit)];
}

/** Runs plans one after the other. Profiles that the API rejects are in no later plan. */
async function runPlans(
  call: MetricsCall,
  [first, ...others]: Plans,
): Promise<readonly [Finished, ...Finished[]]> {
  const steps = { before: 0, after: others.flatMap(allSteps).length };
  const ended: [Finished, ...Finished[]] = [await runPlan(call, first, { sent: 0, steps })];
  for (const plan of others) {
    // The runs before this one have learned facts, such as the names of weeks and profiles that the API rejects.
    const ids = ended.flatMap(({ question }) => [...question.excluded]);
    const rest = refine(plan, { kind: "excluded", ids }, call.facts());
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
  const off = new Set(
    resolved.question.profiles
      .filter(({ insightsEnabled }) => insightsEnabled === false)
      .map(({ id }) => id),
  );
  const insights = new Set(plan.question.metrics.filter(needsInsights).map(({ name }) => name));
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
            settledBefore,
            isExpected: (profile, metric) => !(off.has(profile) && insights.has(metric)),
            fresh: input.fresh,
            send(shared) {
              onSent();
              return api.api.metrics(request, shared);
            },
          }),
        facts,
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
