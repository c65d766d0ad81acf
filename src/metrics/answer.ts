/** The main job, from top to bottom: question, plan, run, merge, reply. Both API versions. */
import { refine } from "./plan/refine.ts";
import { requestLimits } from "../catalog/limits.ts";
import type { CallApi, Connection } from "../connection/connection.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import { checkDates } from "../time/resolve.ts";
import { addDays } from "../time/days.ts";
import { checkCost, checkFits } from "./plan/cost.ts";
import { planQuestion, type Facts } from "./plan/plan.ts";
import type { Plan, RequestStep } from "./plan/steps.ts";
import { resolve, type Resolved, type Scope } from "./question/resolve.ts";
import { validate, type RequestedSubject } from "./question/validate.ts";
import { planReply } from "./reply/plan.ts";
import { metricsReply } from "./reply/metrics-reply.ts";
import { Answers } from "./run/answers.ts";
import { hasGaps } from "./run/gaps.ts";
import { run } from "./run/run.ts";
import type { Finished } from "./run/types.ts";

export interface MetricsInput extends RequestedSubject, Scope {
  readonly planOnly: boolean;
  /** Passes over the cache. */
  readonly fresh: boolean;
  readonly maxRequests: number;
}

export async function answerMetrics(input: MetricsInput, services: ReplyServices): Promise<Reply> {
  const call = await openCall(input, services);
  const { connection, api, resolved, facts } = call;
  const plan = await preparePlan(call);
  const left = await connection.gate.left();
  if (input.planOnly) {
    const maxTokens = services.settings.maxAnswerTokens;
    const { labels } = resolved;
    const lists = input.fresh ? resolved.lists : 0;
    return planReply(plan, { labels, facts, left, spent: await api.spent(), maxTokens, lists });
  }
  checkFits(plan, services.results.maxBytes);
  checkCost(plan, { maxRequests: input.maxRequests, left }, facts);
  const finished = await runPlan(call, plan);
  return metricsReply(finished, resolved, services, await api.spent());
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
async function preparePlan({ resolved, answers, facts }: MetricsCall): Promise<Plan> {
  const plan = await answers.lookUpSteps(planQuestion(resolved.question, facts), facts);
  const isOpen = ({ key }: RequestStep): boolean => !answers.has(key);
  return answers.lookUpSteps(refine(plan, { kind: "too_large", isOpen }, facts), facts);
}

/** @throws ToolError that says how far the call came, where calling again continues from there. */
async function runPlan(call: MetricsCall, plan: Plan): Promise<Finished> {
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
            hasGaps: (answer) => hasGaps(resolved.question, request, answer),
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
        skipUnavailable: input.skipUnavailable,
        onProgress(nowDone, nowTotal) {
          [done, total] = [nowDone, nowTotal];
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
