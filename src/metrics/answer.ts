/** The main job, from top to bottom: question, plan, run, merge, reply. Both API versions. */
import { ToolError } from "../errors/tool-error.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { comparedRange } from "../time/compared-range.ts";
import { checkPlans, openCall, preparePlans, type MetricsCall, type MetricsInput } from "./call.ts";
import { sidePlans } from "./plan/comparison.ts";
import { planQuestion } from "./plan/plan.ts";
import { checkExplain } from "./question/explain.ts";
import { checkSorting } from "./question/sorting.ts";
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
  const { slice } = services;
  if (input.explain) checkExplain(question, input.compareTo);
  checkSorting(question, input.sorting, input.compareTo !== undefined);
  const asked =
    input.compareTo === undefined
      ? undefined
      : comparedRange(dates, input.dates.period, input.compareTo);
  const lacking = asked && lackingBefore(call, asked);
  const before = lacking === undefined ? asked : undefined;
  const plans = await preparePlans(call, (facts) =>
    before === undefined ? [[planQuestion(question, facts)]] : sidePlans(question, before, facts),
  );
  if (input.planOnly) {
    const refusal = (await checkPlans(call, plans, before).catch(refusalIn)) ?? undefined;
    return slice.run(planReply(plans, { ...(await planContext(call)), before, refusal }));
  }
  await checkPlans(call, plans, before);
  const finished = await runPlans(call, plans);
  const { explain: isExplained, sorting } = input;
  const shape = { before, lacking, isExplained, sorting };
  const parts = { ...services, remarks: call.connection.remarks };
  return withWeekStart({ ...services, api }, async ({ weekStart }) => {
    const learned = { spent: await api.spent(), weekStart };
    return slice.run(metricsReply(finished, resolved, shape, parts, learned));
  });
}

function refusalIn(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  throw error;
}

/** Why there is no comparison: the earlier range begins before the account's history. */
function lackingBefore({ connection }: MetricsCall, { start, end }: Range): string | undefined {
  const { historyStart } = connection.learned;
  if (historyStart === undefined || start >= historyStart) return undefined;
  return `No comparison with ${start} to ${end}: the account's history begins on ${historyStart}.`;
}

async function planContext({
  input,
  services,
  connection,
  api,
  resolved,
  facts,
}: MetricsCall): Promise<Omit<PlanContext, "refusal">> {
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
