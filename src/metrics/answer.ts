/** The main job, from top to bottom: question, plan, run, merge, reply. Both API versions. */
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { comparedRange } from "../time/compared-range.ts";
import { checkPlans, openCall, preparePlans, type MetricsCall, type MetricsInput } from "./call.ts";
import { sidePlans } from "./plan/comparison.ts";
import { planQuestion } from "./plan/plan.ts";
import { checkExplain } from "./question/explain.ts";
import { comparisonReply } from "./reply/comparison/reply.ts";
import { metricsReply } from "./reply/metrics-reply.ts";
import { planReply, type PlanContext } from "./reply/plan.ts";
import { runPlans } from "./runs.ts";

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
