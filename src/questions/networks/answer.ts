/** One question to all networks: their own calls, planned together, and run one after the other. */
import { commonestZone } from "../../base/time/zones.ts";
import { metricNetworksOf, type MetricNetwork } from "../../catalog/networks.ts";
import type { CallApi } from "../../suite/connection/connection.ts";
import type { Work } from "../../base/async/work.ts";
import { attempt, passed } from "../../base/errors/joined.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import type { Note } from "../../answers/replies/layout.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import { calendarOf, type ReplyServices } from "../../answers/replies/services.ts";
import { partSeparator } from "../../answers/replies/links.ts";
import { newResultId } from "../../answers/replies/result-store.ts";
import { datesOf, type Calendar } from "../../base/time/resolve.ts";
import { errorsOfRange } from "../metrics/question/check.ts";
import { preparedCall, reportOfCall } from "../metrics/get-metrics.ts";
import { openMetricsCall, withShortEvidence } from "../metrics/call.ts";
import type { MetricsCall, MetricsInput } from "../metrics/call.ts";
import { withHistory, withinHistory } from "../metrics/history.ts";
import { checkFits, costOfAllError, type Spendable } from "../metrics/plan/cost.ts";
import { allSteps } from "../metrics/plan/steps.ts";
import { NoneLeft } from "../../suite/connection/selection.ts";
import { zonesOf } from "../metrics/question/resolve.ts";
import { some } from "../../base/text/words.ts";
import {
  checkAllowed,
  inputsByNetwork,
  metricsByNetwork,
  wordsText,
  type AllInput,
} from "./questions.ts";
import { allNetworksReply, planOfAllNetworks, roomOf } from "./reply.ts";
import type { Answered, Failed, Planned } from "./reply.ts";

export { answerMetrics } from "../metrics/get-metrics.ts";
export { checkQuestion } from "../metrics/question/check.ts";

/** @throws ToolError `invalid_input` of everything that can be seen to be wrong without a request. */
export function checkAllNetworks(
  input: AllInput,
  calendar: Calendar,
): ReturnType<typeof metricsByNetwork> {
  return passed(
    attempt(() => metricsByNetwork(input)),
    attempt(() => checkAllowed(input)),
    ...errorsOfRange(input, calendar),
  );
}

/** @throws ToolError where the plans of all networks need too much, and where every network fails. */
export async function answerAllNetworks(input: AllInput, services: ReplyServices): Promise<Reply> {
  const metrics = checkAllNetworks(input, calendarOf(services));
  const connection = await services.connection();
  const api = connection.forCall({ ...services, fresh: input.fresh });
  const listed = await profileLists(input.version, api);
  const lists = new Map(listed.results);
  const { inputs, unknown } = inputsByNetwork(input, metrics, lists);
  const opened = await openCalls(inputs, services, withListsOnce(api));
  const present = [...opened.failed, ...opened.results.map((call) => call.resolved.question)];
  const absentNetworks = [...lists].flatMap(([network, { length }]) =>
    length > 0 && !present.some((part) => part.network === network) ? [network] : [],
  );
  const absent = absentNotes(absentNetworks, metrics, unknown);
  const left = await connection.gate.left();
  const spendable = { maxRequests: input.maxRequests, left };
  const { planned, refusal } = await plansOfAll(opened.results, spendable);
  if (input.planOnly) {
    const spent = await api.spent({ isPlan: true });
    const failed = [...listed.failed, ...opened.failed];
    const now = services.now();
    return planOfAllNetworks(planned, { refusal, spent, left, now, absent, failed });
  }
  const plans = planned.flatMap((part) => part.plans);
  checkFits(plans, services.results.maxBytes);
  if (refusal !== undefined) throw refusal;
  const id = newResultId();
  const answered = await runAll(planned, services, api, id);
  const failed = [listed, opened, answered].flatMap((outcome) => outcome.failed);
  const answering = new Set(answered.results.map(({ question }) => question.network));
  const words = wordsText(
    input.metrics,
    [...metrics].filter(([network]) => answering.has(network)),
  );
  const frame = { ...services, id, words, absent, failed, spent: await api.spent() };
  return services.slice.run(allNetworksReply(answered.results, frame));
}

/** The profiles of each network, whose lists are requested together. */
async function profileLists(version: AllInput["version"], api: CallApi) {
  const requests = metricNetworksOf[version].map((network) => ({
    network,
    list: api.lists.get("profiles", { version, network }),
  }));
  await Promise.allSettled(requests.map(({ list }) => list));
  return perNetwork(requests, async (request) => [request.network, await request.list] as const);
}

/** Sentences on the networks and profiles that the question has no numbers of. */
function absentNotes(
  absent: readonly MetricNetwork[],
  metrics: ReturnType<typeof metricsByNetwork>,
  unknown: readonly string[],
): Note[] {
  const lacking = absent.filter((network) => !metrics.has(network));
  const remainder = absent.filter((network) => metrics.has(network));
  return [
    lacking.length > 0 && `Without ${some(lacking, 7)}: none of these metrics there.`,
    remainder.length > 0 && `Without ${some(remainder, 7)}: none of these profiles there.`,
    unknown.length > 0 && `Left out, no profile of this account: ${some(unknown, 20)}.`,
  ];
}

/** The plans of all networks; without days of evidence where only these take too many requests. */
async function plansOfAll(
  calls: readonly MetricsCall[],
  spendable: Spendable,
): Promise<{ readonly planned: readonly Planned[]; readonly refusal: ToolError | undefined }> {
  const prepared = async (list: readonly MetricsCall[]) => {
    const planned: Planned[] = [];
    for (const call of list)
      planned.push({ ...(await preparedCall(call)), call, question: call.resolved.question });
    return { planned, refusal: costOfAllError(planned, spendable) };
  };
  const withEvidence = await prepared(calls);
  if (withEvidence.refusal === undefined) return withEvidence;
  const withoutEvidence = await prepared(calls.map(withShortEvidence));
  return withoutEvidence.refusal === undefined ? withoutEvidence : withEvidence;
}

/**
 * Makes something for each network, one after the other.
 * @param check throws an error that ends the call.
 * @throws the first error where nothing is made.
 */
async function perNetwork<One extends { readonly network: MetricNetwork }, Made>(
  networks: readonly One[],
  make: (part: One) => Promise<Made>,
  check: (error: unknown) => void = () => undefined,
): Promise<{ readonly results: readonly Made[]; readonly failed: readonly Failed[] }> {
  const [results, failed]: [Made[], Failed[]] = [[], []];
  for (const part of networks) {
    try {
      results.push(await make(part));
    } catch (error) {
      check(error);
      failed.push({ network: part.network, error });
    }
  }
  const [first] = failed;
  if (first !== undefined && results.length === 0) throw first.error;
  return { results, failed };
}

/** Each list is requested once, also for a call with `fresh`: those of profiles have been. */
function withListsOnce(api: CallApi): CallApi {
  const listNames = new Set<string>(["profiles"]);
  const get: CallApi["lists"]["get"] = (name, request, suffices) => {
    const isAgain = listNames.has(name);
    listNames.add(name);
    return api.lists.get(name, request, isAgain ? () => true : suffices);
  };
  return { ...api, lists: { ...api.lists, get } };
}

/**
 * The calls of the networks, with the same days, and the networks whose profiles cannot be requested.
 * @throws ToolError for wrong arguments, and where no network is left.
 */
async function openCalls(inputs: readonly MetricsInput[], services: ReplyServices, api: CallApi) {
  const { results: openedCalls, failed } = await perNetwork(
    inputs,
    (input) => openMetricsCall(input, services, api),
    (error) => {
      const isNetworkError = error instanceof ToolError && error.code !== "invalid_input";
      if (!(error instanceof NoneLeft) && !isNetworkError) throw error;
    },
  );
  const zones = openedCalls.flatMap(({ resolved: { question } }) => zonesOf(question));
  const calendar = calendarOf(services);
  const listedZones = openedCalls.flatMap(({ resolved }) => resolved.listedZones);
  const { zone = commonestZone(listedZones, calendar.now) } = calendar;
  const calls = openedCalls.map((call) => {
    const { question } = call.resolved;
    const dates = datesOf(call.input.dates, zones, { ...calendar, zone });
    const { start, end } = dates;
    const resolved = { ...call.resolved, dates, question: { ...question, start, end } };
    return withinHistory({ ...call, resolved });
  });
  // Labels choose among the profiles of all networks.
  return { results: calls, failed: failed.filter(({ error }) => !(error instanceof NoneLeft)) };
}

/** Runs the calls one after the other. A network that fails is reported, unless the whole call ends. */
function runAll(planned: readonly Planned[], services: ReplyServices, api: CallApi, id: string) {
  const room = roomOf(services.settings.maxAnswerTokens, planned.length);
  // The requests of all calls, with those that are cached.
  const total = allSteps(...planned.flatMap(({ plans }) => plans)).length;
  const sentBefore = api.sent();
  let [finished, last] = [0, 0];
  return perNetwork(
    planned.map(({ call }) => ({ call, network: call.input.network })),
    ({ call, network }) => {
      finished += last;
      last = 0;
      const onProgress = (done: number, requestCount: number): void => {
        last = requestCount;
        services.onProgress(finished + done, Math.max(total, finished + requestCount));
      };
      const trackedCall = { ...call, services: { ...call.services, onProgress } };
      const add = <Stored>(make: (name: string) => Stored): Stored =>
        make(`${id}${partSeparator}${network}`);
      return withHistory(trackedCall, async (historyCall) => {
        const before = api.sent() - sentBefore;
        const plans = await preparedCall(historyCall);
        const options = { add, sentBefore: before };
        return reportOfCall(historyCall, plans, options, function* show(report): Work<Answered> {
          const { chosenBy } = historyCall.resolved;
          const body = yield* report.report.bodyIn(room);
          return { ...report, chosenBy, before: plans.before, usual: plans.usual, body };
        });
      });
    },
    () => services.signal.throwIfAborted(),
  );
}
