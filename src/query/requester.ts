/** Gets requests answered: from the store or the API, a few at a time, cut where the API finds one too large. */
import pLimit from "p-limit";
import { ApiError, broken } from "../api/envelope.ts";
import type { MetricsAnswer, MetricsRequest } from "../api/metrics-answer.ts";
import { addMonths } from "../calendar/days.ts";
import { monday, sunday, type Weekday } from "../calendar/grains.ts";
import { ToolError } from "../catalog/errors.ts";
import type { RequestLimits } from "../catalog/limits.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { Ceilings } from "./ceilings.ts";
import type { Answered } from "./merge.ts";
import type { RequestStore } from "./request-store.ts";
import { fit, sizeOf } from "./split.ts";

/** What was learnt of one account at one base URL. */
export interface Learnt {
  readonly ceilings: Ceilings;
  weekStart: Weekday | undefined;
}

export interface RequesterServices {
  send(request: MetricsRequest, signal: AbortSignal): Promise<MetricsAnswer>;
  readonly store: RequestStore;
  readonly limits: RequestLimits;
  readonly learnt: Learnt;
  /** The most requests to spend: more may turn out to be needed than the plan knew. */
  readonly maxRequests: number;
  /** Called after each finished request. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a request that no safe cut makes smaller needs from above. */
export interface WayOut {
  /** The request that shows on which weekday weeks begin. */
  weekStartRequest(): MetricsRequest;
  /** Asks at finer dimensions and folds; undefined where there are none. */
  answerFolded(request: MetricsRequest): Promise<MetricsAnswer> | undefined;
}

export class Requester {
  readonly #limit = pLimit(ourLimits.concurrency);
  #done = 0;
  #total = 0;
  #kept = 0;

  constructor(
    readonly services: RequesterServices,
    readonly signal: AbortSignal,
  ) {}

  /** Where a size may be refused, the largest request of its shape goes alone before the others. */
  async answerAll(
    requests: readonly MetricsRequest[],
    wayOut: WayOut,
  ): Promise<Map<MetricsRequest, Answered[]>> {
    this.#need(requests.length);
    return this.#answerInOrder(requests, wayOut);
  }

  async learnWeekStart(request: MetricsRequest): Promise<void> {
    this.#need(1);
    const { answer } = await this.#limit(() => this.#send(request));
    const rows = answer.axes[0]?.rows.length;
    if (rows !== 1 && rows !== 2)
      throw broken("the API shows no weeks", "Ask by date.day instead.");
    this.services.learnt.weekStart = rows === 2 ? monday : sunday;
  }

  async #answerInOrder(
    requests: readonly MetricsRequest[],
    wayOut: WayOut,
  ): Promise<Map<MetricsRequest, Answered[]>> {
    const answers = new Map<MetricsRequest, Answered[]>();
    const answer = async (request: MetricsRequest): Promise<void> => {
      answers.set(request, await this.#answer(request, wayOut));
    };
    const shapes = new Set<string>();
    for (const request of requests.toSorted((left, right) => sizeOf(right) - sizeOf(left))) {
      const shape = request.dimensions.join();
      if (shapes.has(shape)) continue;
      shapes.add(shape);
      if (this.services.learnt.ceilings.isUncertain(request)) await answer(request);
    }
    await Promise.all(requests.filter((request) => !answers.has(request)).map(answer));
    return answers;
  }

  async #answer(request: MetricsRequest, wayOut: WayOut): Promise<Answered[]> {
    const kept = this.services.store.get(request);
    if (kept !== undefined) {
      this.#kept += 1;
      this.#finish();
      return [{ request, answer: kept }];
    }
    try {
      return [await this.#limit(() => this.#sendUnlessTooLarge(request))];
    } catch (error) {
      if (error instanceof TooLarge) return this.#answerSmaller(request, wayOut, error);
      throw error;
    }
  }

  /** When its turn comes, a request may be known to be too large: then it is cut without being sent. */
  async #sendUnlessTooLarge(request: MetricsRequest): Promise<Answered> {
    if (this.#pieces(request).length > 1) throw new TooLarge();
    try {
      return await this.#send(request);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      checkLimits(request, this.services.limits, error);
      this.services.learnt.ceilings.learnRefused(request);
      this.#need(1);
      this.#finish();
      throw new TooLarge({ cause: error });
    }
  }

  #pieces(request: MetricsRequest): MetricsRequest[] {
    const { ceilings, weekStart } = this.services.learnt;
    return fit(request, ceilings.most(request), weekStart ?? monday);
  }

  async #send(request: MetricsRequest): Promise<Answered> {
    this.signal.throwIfAborted();
    const answer = await this.services.send(request, this.signal);
    this.services.learnt.ceilings.learnPassed(request);
    this.services.store.put(request, answer);
    this.#finish();
    return { request, answer };
  }

  /** @throws ToolError `too_many_requests_needed` where cutting would spend more than was allowed. */
  #need(more: number): void {
    this.#total += more;
    const needed = this.#total - this.#kept;
    if (needed <= this.services.maxRequests) return;
    throw new ToolError(
      "too_many_requests_needed",
      `the API takes only smaller requests here: ${needed} or more are needed, and max_requests is ${this.services.maxRequests}`,
      `Ask for less, or call again with a higher max_requests: the ${this.#done} requests finished so far are kept for 15 minutes.`,
    );
  }

  #finish(): void {
    this.#done += 1;
    this.services.onProgress?.(this.#done, this.#total);
  }

  async #answerSmaller(
    request: MetricsRequest,
    wayOut: WayOut,
    refusal: TooLarge,
  ): Promise<Answered[]> {
    const weekly = request.dimensions.includes("date.week");
    if (weekly && this.services.learnt.weekStart === undefined) {
      await this.learnWeekStart(wayOut.weekStartRequest());
    }
    const pieces = this.#pieces(request);
    if (pieces.length === 1) {
      // Others that passed in the meantime may have shown that it is not too large after all.
      if (refusal.cause === undefined) return this.#answer(request, wayOut);
      const folded = wayOut.answerFolded(request);
      if (folded === undefined) throw refusal.cause;
      return [{ request, answer: await folded }];
    }
    this.#need(pieces.length - 1);
    const answers = await this.#answerInOrder(pieces, wayOut);
    return pieces.flatMap((piece) => answers.get(piece) ?? []);
  }
}

/** The API refused a request as too large, or is known to; the cause is its refusal. */
class TooLarge extends Error {
  constructor(options?: ErrorOptions) {
    super("too large", options);
  }
}

/** Only where every error of the answer says so. */
const isTooLarge = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.errors.length > 0 &&
  error.errors.every(({ code }) => code === 4);

/** A request beyond a documented limit is our own mistake: it is reported, not cut. */
function checkLimits(request: MetricsRequest, limits: RequestLimits, cause: ApiError): void {
  const within =
    request.profiles.length <= limits.profiles &&
    request.metrics.length <= limits.metrics &&
    request.end < addMonths(request.start, limits.months);
  if (within) return;
  throw new ToolError(
    "limit_exceeded",
    `this server sent a request beyond the API's documented limits, which is a defect (${cause.problem})`,
    "Tell the user to report it.",
    { cause },
  );
}
