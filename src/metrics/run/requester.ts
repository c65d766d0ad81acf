/** Gets requests answered: from the store or the API, a few at a time, cut where the API finds one too large. */
import { upstreamFailed } from "../../errors/tool-error.ts";
import pLimit from "p-limit";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import { unlessAborted } from "../../async/unless-aborted.ts";
import { monday, type Weekday } from "../../time/grains.ts";
import type { RequestLimits } from "../../catalog/limits.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { shapeOf, type Ceilings } from "../../connection/ceilings.ts";
import type { Budget } from "./budget.ts";
import type { Answered } from "../merge/merge.ts";
import type { RequestStore } from "../../connection/metrics-answers.ts";
import { fit, sizeOf } from "../plan/split.ts";
import { checkLimits, isTooLarge, TooLarge } from "../plan/too-large.ts";

const likelyWeekStarts: readonly Weekday[] = [1, 0, 6, 5, 4, 3, 2];

/** What was learnt of one account at one base URL. */
export interface Learnt {
  readonly ceilings: Ceilings;
  weekStart: Weekday | undefined;
}

export interface RequesterServices {
  send(request: MetricsRequest, signal: AbortSignal): Promise<MetricsAnswer>;
  readonly store: RequestStore;
  /** Whether the numbers of a request change no more. */
  readonly isSettled: (request: MetricsRequest) => boolean;
  readonly limits: RequestLimits;
  readonly learnt: Learnt;
  /** What may be spent, and what has been: more may turn out to be needed than the plan knew. */
  readonly budget: Budget;
  /** Called after each finished request. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a request that no safe cut makes smaller needs from above. */
export interface WayOut {
  /** The request that shows whether weeks begin on a weekday. */
  weekStartRequest(weekStart: Weekday): MetricsRequest;
  /** Whether there are finer dimensions to ask at. */
  canFold(request: MetricsRequest): boolean;
  /** Asks at finer dimensions and folds. */
  answerFolded(request: MetricsRequest): Promise<MetricsAnswer>;
}

export class Requester {
  readonly #limit = pLimit(ourLimits.concurrency);
  #done = 0;
  #total = 0;
  readonly #underWay = new Set<Promise<MetricsAnswer>>();
  #stopped = false;
  #learning: Promise<void> | undefined;

  constructor(
    readonly services: RequesterServices,
    readonly signal: AbortSignal,
  ) {
    services.budget.begin();
  }

  /** Where a size may be refused, the largest request of its shape goes alone before the others. */
  async answerAll(
    requests: readonly MetricsRequest[],
    wayOut: WayOut,
  ): Promise<Map<MetricsRequest, Answered[]>> {
    this.#total += requests.length;
    const kept = await Promise.all(requests.map((request) => this.services.store.get(request)));
    this.services.budget.need(kept.filter((answer) => answer === undefined).length);
    return this.#answerInOrder(requests, wayOut);
  }

  /** Sends nothing more, and waits for what is under way: it is paid for, and its answers are kept. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#underWay);
  }

  /** Once, however many requests wait for it. */
  learnWeekStart(wayOut: WayOut): Promise<void> {
    this.#learning ??= this.#tryWeekdays(wayOut);
    return this.#learning;
  }

  /** Asks of one weekday after the other, the likeliest first. */
  async #tryWeekdays(wayOut: WayOut): Promise<void> {
    for (const weekStart of likelyWeekStarts) {
      this.services.budget.need(1);
      const request = wayOut.weekStartRequest(weekStart);
      const { answer } = await this.#limit(() => this.#send(request));
      if (answer.axes[0]?.rows.length !== 2) continue;
      this.services.learnt.weekStart = weekStart;
      return;
    }
    throw upstreamFailed(
      "the API shows no day on which its weeks begin",
      "Ask by date.day instead.",
    );
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
      const shape = shapeOf(request);
      if (shapes.has(shape)) continue;
      shapes.add(shape);
      if (this.services.learnt.ceilings.isUncertain(request)) await answer(request);
    }
    await Promise.all(requests.filter((request) => !answers.has(request)).map(answer));
    return answers;
  }

  async #answer(request: MetricsRequest, wayOut: WayOut): Promise<Answered[]> {
    const kept = await this.services.store.get(request);
    if (kept !== undefined) {
      this.#finish();
      return [{ request, answer: kept }];
    }
    try {
      return [await this.#limit(() => this.#sendUnlessTooLarge(request, wayOut))];
    } catch (error) {
      if (error instanceof TooLarge) return this.#answerSmaller(request, wayOut, error);
      throw error;
    }
  }

  /** When its turn comes, a request may be known to be too large: then it is cut without being sent. */
  async #sendUnlessTooLarge(request: MetricsRequest, wayOut: WayOut): Promise<Answered> {
    const { ceilings } = this.services.learnt;
    if (this.#pieces(request).length > 1) throw new TooLarge();
    if (ceilings.isRefused(request) && wayOut.canFold(request)) throw new TooLarge();
    try {
      return await this.#send(request);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      checkLimits(request, this.services.limits, error);
      ceilings.learnRefused(request);
      throw new TooLarge({ cause: error });
    }
  }

  #pieces(request: MetricsRequest): MetricsRequest[] {
    const { ceilings, weekStart } = this.services.learnt;
    return fit(request, ceilings.most(request), weekStart ?? monday);
  }

  async #send(request: MetricsRequest): Promise<Answered> {
    const { store, budget, learnt, isSettled } = this.services;
    // Another call may have it by now, or be asking for it.
    for (;;) {
      this.signal.throwIfAborted();
      if (this.#stopped) throw new Error("stopped");
      const found = (await store.get(request)) ?? (await this.#fromAnother(request));
      if (found !== undefined) {
        budget.save();
        this.#finish();
        return { request, answer: found };
      }
      this.signal.throwIfAborted();
      if (store.sent(request) === undefined && !this.#stopped) break;
    }
    budget.spend();
    const sent = this.services.send(request, this.signal);
    store.sending(request, sent);
    const finished = sent.then(async (answer) => {
      learnt.ceilings.learnPassed(request);
      // Kept before it is merged: whatever comes after, it is paid for.
      await store.put(request, answer, isSettled(request));
      this.#finish();
      return answer;
    });
    this.#underWay.add(finished);
    return { request, answer: await finished };
  }

  async #fromAnother(request: MetricsRequest): Promise<MetricsAnswer | undefined> {
    const sent = this.services.store.sent(request);
    return sent === undefined ? undefined : unlessAborted(sent, this.signal);
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
      await this.learnWeekStart(wayOut);
    }
    const pieces = this.#pieces(request);
    if (pieces.length === 1) {
      if (wayOut.canFold(request) && this.services.learnt.ceilings.isRefused(request)) {
        return [{ request, answer: await wayOut.answerFolded(request) }];
      }
      // Others that passed in the meantime may have shown that it is not too large after all.
      if (refusal.cause === undefined) return this.#answer(request, wayOut);
      throw refusal.cause;
    }
    this.#total += pieces.length - 1;
    // One that was sent in vain is not ahead any more.
    this.services.budget.need(refusal.cause === undefined ? pieces.length - 1 : pieces.length);
    const answers = await this.#answerInOrder(pieces, wayOut);
    return pieces.flatMap((piece) => answers.get(piece) ?? []);
  }
}
