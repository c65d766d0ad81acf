/** Fills the cache with numbers by profile and day, request by request, so that it can stop and continue at any moment. */
import { metricsOf } from "../catalog/metrics/index.ts";
import { ourLimits, requestLimits } from "../catalog/limits.ts";
import { chunks } from "../cells/group-by.ts";
import { inputError, ToolError } from "../errors/tool-error.ts";
import type { ReplyServices } from "../replies/services.ts";
import { addDays, earlier } from "../time/days.ts";
import { windowsOf } from "../time/grains.ts";
import { openMetricsCall, preparePlans, runPlans } from "./call.ts";
import type { MetricsCall, MetricsInput } from "./call.ts";
import { planQuestion } from "./plan/plan.ts";
import type { Facts } from "./plan/requests.ts";
import { openSteps, type RequestStep } from "./plan/steps.ts";
import { within, type Question } from "./question/question.ts";
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { namesAllMetrics } from "./run/unaccepted.ts";
import { learnHistory, withinHistory } from "./history.ts";
import { Answers } from "./run/answers.ts";

export interface PrefetchInput extends Pick<MetricsInput, "network" | "dates"> {
  /** Names; all metrics that the API supports (default). */
  readonly metrics: readonly string[] | undefined;
  /** The most requests to send. */
  readonly quota: number;
}

export interface Prefetched {
  readonly question: Question;
  /** Says which days are before the account's history, if there are any. */
  readonly cut: string | undefined;
  readonly sent: number;
  /** The requests that are left, estimated from the sizes that are known; 0 when everything is cached. */
  readonly left: number;
  /** Why it stopped early; undefined where its quota or the caller stopped it. */
  readonly failure: ToolError | undefined;
}

export interface Watching {
  /** @param done the requests that were sent. @param total with those that are left, estimated from the sizes that are known. */
  readonly onProgress: (done: number, total: number) => void;
  /** True when no further request should begin. */
  readonly isStopped: () => boolean;
}

/** @throws ToolError for a question that cannot be asked. */
export async function prefetch(
  input: PrefetchInput,
  services: ReplyServices,
  watching: Watching,
): Promise<Prefetched> {
  const call = await openMetricsCall(callOf(input), services);
  return new Prefetch(endedOnly(call), input.quota, watching).finish();
}

/** The same call without the days that are not over: they have no numbers yet. @throws ToolError where no day is over. */
function endedOnly(call: MetricsCall): MetricsCall {
  const { question, dates } = call.resolved;
  const end = earlier(question.end, addDays(dates.today, -1));
  if (end < question.start)
    throw inputError("no day of the range is over", "Name days that have ended.");
  return { ...call, resolved: { ...call.resolved, question: { ...question, end } } };
}

/** The cost of a prefetch: its profiles, and its requests, estimated from the sizes that are known. */
export async function prefetchCost(
  input: Omit<PrefetchInput, "quota">,
  services: ReplyServices,
): Promise<{ readonly profiles: number; readonly requests: number }> {
  const call = endedOnly(await openMetricsCall(callOf({ ...input, quota: 0 }), services));
  const { question } = call.resolved;
  const requests = openIn(question, call.facts()).length;
  return { profiles: question.profiles.length, requests };
}

class Prefetch {
  /** The profiles that the API rejects and those without insights, that answers have shown. */
  #shown: Pick<Question, "excluded" | "withoutInsights"> & Partial<Pick<Question, "metrics">> = {
    excluded: new Set(),
  };
  /** The keys of requests that were answered, although their numbers are not all there. */
  readonly #answered = new Set<string>();

  constructor(
    private readonly call: MetricsCall,
    private readonly quota: number,
    private readonly watching: Watching,
  ) {
    this.#learn(call.resolved.question);
  }

  async finish(): Promise<Prefetched> {
    const { api } = this.call;
    let failure: ToolError | undefined;
    while (failure === undefined && !this.watching.isStopped()) {
      const batch = this.#batch();
      if (batch.length === 0) break;
      const sent = api.sent();
      const ended = await Promise.all(batch.map((step) => this.#fetch(step)));
      failure = ended.find((one) => one !== undefined);
      if (api.sent() === sent) break;
      this.watching.onProgress(api.sent(), api.sent() + this.#open().length);
    }
    const left = this.#open().length;
    const { question, cut } = withinHistory(this.call).resolved;
    return { question, cut, sent: api.sent(), left, failure };
  }

  #open(): RequestStep[] {
    const { question } = withinHistory(this.call).resolved;
    const open = openIn({ ...question, ...this.#shown }, this.call.facts());
    return open.filter(({ key }) => !this.#answered.has(key));
  }

  /** The requests to send next, together; one alone at first, and while it is not known whether the API accepts its size. */
  #batch(): RequestStep[] {
    const open = this.#open();
    const { ceilings } = this.call.facts();
    const uncertain = open.find((step) => ceilings.isUncertain(step));
    const atOnce = this.#answered.size === 0 ? 1 : ourLimits.concurrency;
    const most = Math.min(atOnce, this.quota - this.call.api.sent());
    return (uncertain === undefined ? open : [uncertain]).slice(0, Math.max(0, most));
  }

  /** Sends a request; one that is too large is cut, within the quota. @returns why it failed. */
  async #fetch({ key, request }: RequestStep): Promise<ToolError | undefined> {
    // The answers that it has fetched so far are cached.
    const own = { ...this.call, answers: new Answers(this.call.connection.answers) };
    const asked = within({ ...this.call.resolved.question, ...this.#shown }, request);
    try {
      const plans = await preparePlans(own, (facts) => [[planQuestion(asked, facts)]]);
      const [finished] = await runPlans(own, plans, this.call.api.sent());
      this.#answered.add(key);
      this.#learn(finished.question);
      return undefined;
    } catch (failure) {
      const error = await learnHistory(this.call, failure).catch((cause: unknown) => cause);
      // The next batch plans with the history and the sizes that this one has shown.
      if (error === undefined) return undefined;
      if (!(error instanceof ToolError)) throw error;
      if (this.#leavesOut(error, request)) return undefined;
      return error.code === "too_many_requests_needed" ? undefined : error;
    } finally {
      await own.connection.answers.stored(own.answers.fetched);
    }
  }

  /** A metric that is alone in its request, and that the API does not accept, is left out where others are left. */
  #leavesOut({ cause }: ToolError, request: MetricsRequest): boolean {
    const { question } = this.call.resolved;
    const { metrics } = { ...question, ...this.#shown };
    if (!namesAllMetrics(cause, request) || metrics.length <= request.metrics.length) return false;
    for (const name of request.metrics)
      this.call.connection.learned.unaccepted.learn(request, name);
    this.#learn({ ...question, unaccepted: request.metrics });
    return true;
  }

  #learn({ excluded, withoutInsights, unaccepted = [] }: Question): void {
    const known = this.#shown;
    const { metrics } = { ...this.call.resolved.question, ...known };
    const off = new Set([...(known.withoutInsights ?? []), ...(withoutInsights ?? [])]);
    this.#shown = {
      excluded: new Set([...known.excluded, ...excluded]),
      ...(off.size > 0 && { withoutInsights: off }),
      metrics: metrics.filter(({ name }) => !unaccepted.includes(name)),
    };
  }
}

const callOf = ({ quota, ...input }: PrefetchInput): MetricsInput => ({
  ...input,
  version: 3,
  metrics:
    input.metrics ??
    metricsOf(input.network, 3)
      .filter(({ unsupported }) => unsupported !== true)
      .map(({ name }) => name),
  dimensions: ["profile", "date.day"],
  sorting: {},
  planOnly: false,
  fresh: false,
  skipUnavailable: true,
  maxRequests: quota,
});

/** The requests to send, each as large as it may be; those of the latest days first, because they are asked for most. */
function openIn(question: Question, facts: Facts): RequestStep[] {
  const { profiles, metrics, months } = requestLimits[question.version];
  const windows = windowsOf(question, months, { unit: "day" });
  return windows.toReversed().flatMap((window) =>
    chunks(question.profiles, profiles).flatMap((some) =>
      chunks(question.metrics, metrics).flatMap((few) => {
        const piece = { ...question, ...window, profiles: some, metrics: few };
        return openSteps(planQuestion(piece, facts));
      }),
    ),
  );
}
