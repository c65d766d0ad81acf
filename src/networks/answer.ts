/** One question to all networks: their own calls, planned together, and run one after the other. */
import type { Profile } from "../api/records.ts";
import { metricNetworksOf, type ApiVersion, type MetricNetwork } from "../catalog/networks.ts";
import type { CallApi } from "../connection/connection.ts";
import type { Work } from "../async/work.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { partSeparator } from "../replies/links.ts";
import { newResultId } from "../replies/result-store.ts";
import { datesOf } from "../time/resolve.ts";
import {
  preparedCall,
  reportOfCall,
  storingAnswers,
  type PreparedCall,
} from "../metrics/answer.ts";
import { openCall, type MetricsCall, type MetricsInput } from "../metrics/call.ts";
import { withHistory, withinHistory } from "../metrics/history.ts";
import { checkFits, costOfAllError } from "../metrics/plan/cost.ts";
import { openSteps } from "../metrics/plan/steps.ts";
import { NoneLeft, zonesOf } from "../metrics/question/resolve.ts";
import { checkAllowed, inputsByNetwork, metricsByNetwork, type AllInput } from "./questions.ts";
import {
  allNetworksReply,
  planOfAllNetworks,
  roomOf,
  type Answered,
  type Failed,
} from "./reply.ts";

interface NetworkCall {
  readonly call: MetricsCall;
  readonly prepared: PreparedCall;
}

/** @throws ToolError where the plans of all networks need too much, and where every network fails. */
export async function answerAllNetworks(input: AllInput, services: ReplyServices): Promise<Reply> {
  checkAllowed(input);
  const metrics = metricsByNetwork(input);
  const connection = await services.connection();
  const api = connection.forCall({ ...services, fresh: input.fresh });
  const { lists, failed } = await profileLists(input.version, api);
  const inputs = inputsByNetwork(input, metrics, lists);
  const lacking = [...lists].flatMap(([network, { length }]) =>
    length > 0 && !metrics.has(network) ? [network] : [],
  );
  const calls: NetworkCall[] = [];
  const opened = await openCalls(inputs, services, withListsOnce(api));
  for (const call of opened.calls) calls.push({ call, prepared: await preparedCall(call) });
  const left = await connection.gate.left();
  const planned = calls.map(({ call: { resolved, facts }, prepared }) => ({
    ...prepared,
    question: resolved.question,
    facts: facts(),
  }));
  const refusal = costOfAllError(planned, { maxRequests: input.maxRequests, left });
  if (input.planOnly)
    return planOfAllNetworks(planned, { refusal, spent: await api.spent({ isPlan: true }) });
  const plans = planned.flatMap((one) => one.plans);
  checkFits(plans, services.results.maxBytes);
  if (refusal !== undefined) throw refusal;
  const id = newResultId();
  const outcome = await runAll(calls, services, { api, id });
  const all = { ...outcome, failed: [...failed, ...opened.failed, ...outcome.failed] };
  const spent = await api.spent();
  return services.slice.run(allNetworksReply(all, { ...services, id, lacking, spent }));
}

/** The profiles of each network, and the networks whose list the API does not give. */
async function profileLists(
  version: ApiVersion,
  { lists }: CallApi,
): Promise<{ lists: Map<MetricNetwork, readonly Profile[]>; failed: readonly Failed[] }> {
  const failed: Failed[] = [];
  const found = new Map<MetricNetwork, readonly Profile[]>();
  await Promise.all(
    metricNetworksOf[version].map(async (network) => {
      try {
        found.set(network, await lists.get("profiles", { version, network }));
      } catch (error) {
        failed.push({ network, error });
      }
    }),
  );
  const [first] = failed;
  if (first !== undefined && found.size === 0) throw first.error;
  return { lists: found, failed };
}

/** Each list is requested once, also for a call with `fresh`: those of profiles have been. */
function withListsOnce(api: CallApi): CallApi {
  const asked = new Set<string>(["profiles"]);
  return {
    ...api,
    lists: {
      ...api.lists,
      get(name, request, suffices) {
        const isAgain = asked.has(name);
        asked.add(name);
        return api.lists.get(name, request, isAgain ? () => true : suffices);
      },
    },
  };
}

/**
 * The calls of the networks, with the same days, and the networks whose profiles cannot be requested.
 * @throws ToolError for wrong arguments, and where no network is left.
 */
async function openCalls(
  inputs: readonly MetricsInput[],
  services: ReplyServices,
  api: CallApi,
): Promise<{ readonly calls: MetricsCall[]; readonly failed: readonly Failed[] }> {
  const opened: MetricsCall[] = [];
  const errors: Failed[] = [];
  for (const input of inputs) {
    try {
      opened.push(await openCall(input, services, api));
    } catch (error) {
      const isOfNetwork = error instanceof ToolError && error.code !== "invalid_input";
      if (!(error instanceof NoneLeft) && !isOfNetwork) throw error;
      errors.push({ network: input.network, error });
    }
  }
  const [first] = errors;
  if (first !== undefined && opened.length === 0) throw first.error;
  const zones = opened.flatMap(({ resolved: { question } }) => zonesOf(question));
  const calls = opened.map((call) => {
    const { question } = call.resolved;
    const dates = datesOf(call.input.dates, zones, services.now());
    const { start, end } = dates;
    const resolved = { ...call.resolved, dates, question: { ...question, start, end } };
    return withinHistory({ ...call, resolved });
  });
  // Labels choose among the profiles of all networks.
  return { calls, failed: errors.filter(({ error }) => !(error instanceof NoneLeft)) };
}

/** Runs the calls one after the other. A network that fails is reported, unless the whole call ends. */
async function runAll(
  calls: readonly NetworkCall[],
  services: ReplyServices,
  { api, id }: { readonly api: CallApi; readonly id: string },
): Promise<{ readonly answered: Answered[]; readonly failed: Failed[] }> {
  const [answered, failed]: [Answered[], Failed[]] = [[], []];
  const room = roomOf(services.settings.maxAnswerTokens, calls.length);
  const total = openSteps(...calls.flatMap(({ prepared: { plans } }) => plans)).length;
  const sentBefore = api.sent();
  let done = 0;
  for (const { call } of calls) {
    const { network } = call.resolved.question;
    const onProgress = (own: number): void => services.onProgress(done + own, total);
    const own = { ...call, services: { ...call.services, onProgress } };
    try {
      const made = await storingAnswers(own, () =>
        withHistory(own, async (one) => {
          const options = {
            add: <Stored>(make: (name: string) => Stored) =>
              make(`${id}${partSeparator}${network}`),
            sentBefore: api.sent() - sentBefore,
          };
          const plans = await preparedCall(one);
          return reportOfCall(one, plans, options, function* show(report): Work<Answered> {
            const { chosenBy } = one.resolved;
            const body = yield* report.report.bodyIn(room);
            return { ...report, chosenBy, before: plans.before, body };
          });
        }),
      );
      answered.push(made);
    } catch (error) {
      services.signal.throwIfAborted();
      failed.push({ network, error });
    }
    done = api.sent() - sentBefore;
  }
  const [first] = failed;
  if (first !== undefined && answered.length === 0) throw first.error;
  return { answered, failed };
}
