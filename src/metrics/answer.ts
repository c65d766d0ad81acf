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
import type { Range } from "../time/grains.ts";
import { withHistory } from "./history.ts";
import { withWeekStart } from "./week-start.ts";

/** Fetched answers are stored before the call ends, even if it fails, so that the next call continues from there. */
export async function answerMetrics(input: MetricsInput, services: ReplyServices): Promise<Reply> {
  const call = await openCall(input, services);
  try {
    return await withHistory(call, replyTo);
  } finally {
    await call.connection.answers.stored(call.answers.fetched);
  }
}

async function replyTo(call: MetricsCall): Promise<Reply> {
  const { input, services, api, resolved } = call;
  const { question, dates } = resolved;
  const { remarks } = call.connection;
  const { slice } = services;
  const parts = { ...services, remarks };
  if (input.explain) checkExplain(question, input.compareTo);
  const before =
    input.compareTo === undefined
      ? undefined
      : comparedRange(dates, input.dates.period, input.compareTo);
  const lacking = before && lackingBefore(call, before);
  if (before === undefined || lacking !== undefined) {
    const plans = await preparePlans(call, (facts) => [[planQuestion(question, facts)]]);
    if (input.planOnly) return slice.run(planReply(plans, await planContext(call)));
    await checkPlans(call, plans);
    const [finished] = await runPlans(call, plans);
    const shown = { ...resolved, cut: lacking ?? resolved.cut };
    return withWeekStart({ ...services, api }, async ({ weekStart }) => {
      const cost = { spent: await api.spent(), weekStart };
      return slice.run(metricsReply(finished, shown, parts, cost));
    });
  }
  const plans = await preparePlans(call, (facts) => sidePlans(question, before, facts));
  if (input.planOnly) {
    const context = { ...(await planContext(call)), before };
    return slice.run(planReply(plans, context));
  }
  await checkPlans(call, plans);
  const finished = await runPlans(call, plans);
  const explained = { before, isExplained: input.explain };
  const spent = await api.spent();
  return slice.run(comparisonReply(finished, explained, resolved, parts, spent));
}

/** Why there is no comparison: the earlier range begins before the account's history. */
function lackingBefore(
  { connection, resolved }: MetricsCall,
  { start, end }: Range,
): string | undefined {
  const { historyStart } = connection.learned;
  if (historyStart === undefined || start >= historyStart) return undefined;
  return [
    resolved.cut,
    `No comparison with ${start} to ${end}: the account's history begins on ${historyStart}.`,
  ]
    .filter(Boolean)
    .join(" ");
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
    spent: await api.spent({ isPlan: true }),
    maxTokens: services.settings.maxAnswerTokens,
    lists: input.fresh ? resolved.freshLists() : 0,
  };
}
