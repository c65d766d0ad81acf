/** One call: its resolved question, what is known, the plans that answer it, and their run. */
import { ourLimits, requestLimits } from "../../catalog/limits.ts";
import { needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import type { Moment } from "../../suite/connection/answers/answer-index.ts";
import type { ZoneOf } from "../../suite/connection/answers/cached-answer.ts";
import { CachedAnswers } from "../../suite/connection/answers/cached-answers.ts";
import type { RestatedDay } from "../../numbers/cells/fetched.ts";
import type { CallApi, Connection } from "../../suite/connection/connection.ts";
import { attempt, passed } from "../../base/errors/joined.ts";
import { required, ToolError } from "../../base/errors/tool-error.ts";
import { calendarOf, type ReplyServices } from "../../answers/replies/services.ts";
import { unfinishedError } from "../../answers/replies/unfinished.ts";
import type { Sorting } from "../../answers/report/shown.ts";
import { addDays } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import { checkCost, checkFits } from "./plan/cost.ts";
import type { Facts } from "./plan/requests.ts";
import { allSteps, type Plans } from "./plan/steps.ts";
import { withoutEvidence } from "./question/needs.ts";
import { errorOfNames, resolve, type Resolved, type Scope } from "./question/resolve.ts";
import { checkQuestion } from "./question/check.ts";
import type { Question } from "./question/question.ts";
import type { RequestedSubject } from "./question/validate.ts";
import { Answers } from "./run/answers.ts";
import { Run } from "./run/run.ts";
import type { AllFinished, RunServices } from "./run/types.ts";
import { withoutMetrics } from "./run/unaccepted.ts";

export interface MetricsInput extends RequestedSubject, Scope {
  /** The range to compare with: one of `comparisons`, a period, or its first day. */
  readonly compareTo?: string | undefined;
  /** A number to reach by a day, or a change in percent against the year before. */
  readonly goal?: string | undefined;
  /** The order of the rows, and those that are shown. */
  readonly sorting: Sorting;
  readonly planOnly: boolean;
  /** Passes over the cache. */
  readonly fresh: boolean;
  readonly maxRequests: number;
}

/** @throws ToolError for plans that need more requests or memory than there is. */
export async function checkPlans(
  { input, services, connection, facts, resolved: { question } }: MetricsCall,
  plans: Plans,
  before: Range | undefined,
): Promise<void> {
  checkFits(plans, services.results.maxBytes);
  const left = await connection.gate.left();
  const compared = before && { question, before };
  checkCost(plans, { maxRequests: input.maxRequests, left, compared }, facts());
}

/** One call: its resolved question, and the API as this call sees it. */
export interface MetricsCall {
  readonly input: MetricsInput;
  readonly services: ReplyServices;
  readonly connection: Connection;
  readonly api: CallApi;
  readonly resolved: Resolved;
  readonly answers: Answers;
  readonly begun: Moment;
  readonly zoneOf: ZoneOf;
  /** The learned facts and the cached answers at this moment, or none of these. */
  readonly facts: (options?: { readonly isCached: boolean }) => Facts;
}

/** The call without days of evidence, where these take too many requests. */
export const withShortEvidence = (call: MetricsCall): MetricsCall => {
  const question = { ...call.resolved.question, ...withoutEvidence };
  return { ...call, resolved: { ...call.resolved, question } };
};

/** @param shared the API as seen by a call that has several questions; one of its own (default). */
export async function openMetricsCall(
  input: MetricsInput,
  services: ReplyServices,
  shared?: CallApi,
): Promise<MetricsCall> {
  const calendar = calendarOf(services);
  const checked = attempt(() => checkQuestion(input, calendar));
  const apiOf = (of: Connection): CallApi =>
    shared ?? of.forCall({ ...services, fresh: input.fresh });
  // Names that are wrong too are told beside it, where the account can be asked.
  const beside =
    checked instanceof ToolError &&
    services.connection().then((of) => errorOfNames(input, apiOf(of)));
  const subject = passed(checked, beside && (await beside.catch(() => undefined)));
  const connection = await services.connection();
  const api = apiOf(connection);
  const { learned } = connection;
  const { index } = connection.answers;
  await Promise.all([learned.recall(), connection.checked.recall(), index.refresh()]);
  const { insightsApart } = learned;
  const resolution = await resolve(subject, input, api, { calendar, insightsApart });
  const question = acceptedQuestion(resolution.question, connection);
  const resolved = { ...resolution, question };
  const answers = new Answers(connection.answers);
  const begun = index.moment();
  const zones = new Map(question.profiles.map(({ id, timezone = "" }) => [id, timezone]));
  const zoneOf: ZoneOf = (id) => zones.get(id) ?? "";
  const since = (isCached: boolean): Moment | undefined =>
    !isCached ? index.moment() : input.fresh ? begun : undefined;
  const facts: MetricsCall["facts"] = ({ isCached } = { isCached: true }) => ({
    limits: requestLimits[input.version],
    ceilings: learned.ceilings,
    cached: new CachedAnswers(index, zoneOf, { since: since(isCached), lastDay: question.end }),
  });
  return { input, services, connection, api, resolved, answers, begun, zoneOf, facts };
}

/** The question without the metrics that the API has rejected. If no metric would be left, all are requested again. */
function acceptedQuestion(question: Question, { learned }: Connection): Question {
  const isAccepted = ({ name }: Metric): boolean =>
    learned.unaccepted.since(question, name) === undefined;
  const candidate = { ...question, spare: question.spare?.filter(isAccepted) };
  const rejected = question.metrics.filter((metric) => !isAccepted(metric));
  const names = rejected.map(({ name }) => name);
  return { ...candidate, ...withoutMetrics(candidate, names) };
}

/** Chooses the plans with the fewest requests, and loads the cached answers that they use. */
export async function preparePlans(
  { answers, facts, services: { slice } }: MetricsCall,
  make: (facts: Facts) => readonly Plans[],
): Promise<Plans> {
  for (;;) {
    await slice.pause();
    const [best] = make(facts()).toSorted((left, right) => costOf(left) - costOf(right));
    const chosen = required(best, "a plan");
    const loaded = await Promise.all(chosen.map((plan) => answers.load(plan)));
    // Otherwise the cache has lost an answer, and the facts say so now.
    if (loaded.every(Boolean)) return chosen;
  }
}

const costOf = (plans: Plans): number => allSteps(...plans).length;

/**
 * Runs the plans of a call: one for a question, or several for a comparison.
 * @param sentBefore the requests that the call has sent: none (default).
 * @throws ToolError that says how far the call came, where calling again continues from there.
 */
export async function runPlans(
  call: MetricsCall,
  plans: Plans,
  sentBefore = 0,
): Promise<AllFinished> {
  const { input, services, connection, api, answers, facts } = call;
  const { learned } = connection;
  const [{ question }] = plans;
  let [done, total] = [0, 0];
  try {
    return await new Run(
      plans,
      {
        answers,
        slice: services.slice,
        fetch: fetchOf(call, question),
        facts,
        learned,
        maxRequests: input.maxRequests,
        sentBefore,
        onUnaccepted: (metric) =>
          services.log({ event: "metric not accepted", network: question.network, metric }),
        skipUnavailable: input.skipUnavailable,
        onProgress(nowDone, nowTotal) {
          [done, total] = [nowDone, nowTotal];
          services.onProgress(done, total);
        },
      },
      services.signal,
    ).finish();
  } catch (error) {
    throw unfinishedError(error, { done, total, isFresh: input.fresh, spent: await api.spent() });
  } finally {
    await learned.store();
  }
}

/** Returns a function that fetches the answers of a question through the cache. */
function fetchOf(call: MetricsCall, { metrics }: Question): RunServices["fetch"] {
  const { input, services, connection, api, resolved, begun, zoneOf } = call;
  const profilesOff = resolved.question.profiles.filter(
    ({ insightsEnabled }) => insightsEnabled === false,
  );
  const off = new Set(profilesOff.map(({ id }) => id));
  const insights = new Set(metrics.filter(needsInsights).map(({ name }) => name));
  const { today } = resolved.dates;
  const settledBefore = addDays(today, -services.settings.settledAfterDays);
  const closedBefore = addDays(today, -ourLimits.gapDays.oldest);
  return (request, signal, onSent) =>
    connection.answers.fetch(request, {
      signal,
      settledBefore,
      closedBefore,
      begun: begun.at,
      zoneOf,
      isExpected: (profile, metric) => !(off.has(profile) && insights.has(metric)),
      fresh: input.fresh,
      onRestated: (days) => onRestated(call, days),
      send(shared) {
        onSent();
        return api.api.metrics(request, shared);
      },
    });
}

function onRestated(
  { services, connection, resolved }: MetricsCall,
  days: readonly RestatedDay[],
): void {
  const { network } = resolved.question;
  const values = days.reduce((sum, restated) => sum + restated.values, 0);
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  services.log({ event: "values restated", network, values, first, last });
  connection.learned.restated.learn(network, days);
}
