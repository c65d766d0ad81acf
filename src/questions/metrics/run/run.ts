/** Executes plans: sends their requests together, refines them by what the answers reveal, and assembles the answers. */
import { isDeepStrictEqual } from "node:util";
import { ourLimits } from "../../../catalog/limits.ts";
import {
  noProfileLeftError,
  rejectedProfiles,
  unskippedError,
} from "../../../suite/connection/profiles.ts";
import type { SkippedProfile } from "../../../suite/connection/profiles.ts";
import { assemble } from "../merge/assemble.ts";
import type { Facts } from "../plan/requests.ts";
import { grownError } from "../plan/cost.ts";
import { refine, type Discovery } from "../plan/refine.ts";
import type { MetricsRequest } from "../../../suite/api/metrics-answer.ts";
import type { Day } from "../../../base/time/days.ts";
import { allSteps, nextSteps } from "../plan/steps.ts";
import type { Plan, Plans, RequestStep } from "../plan/steps.ts";
import { hasEvidence, withoutEvidence } from "../question/needs.ts";
import { includedProfiles } from "../question/question.ts";
import type { AllFinished, Finished, RunServices } from "./types.ts";
import { namesAllMetrics, notAcceptedError, unacceptedIn, withoutMetrics } from "./unaccepted.ts";
import { BeforeHistory, insightsApart, isBeforeHistory, isSizeRejected, learn } from "./learn.ts";
import type { Ended } from "./learn.ts";

export class Run {
  /** The requests of the plan. */
  #steps: readonly RequestStep[] = [];
  readonly #underWay = new Map<string, Promise<Ended>>();
  #isAlone = false;
  /** The plans need more requests than allowed, if sizes that may be rejected pass. */
  #isOver = false;
  /** Keys of the requests that this call has sent; it joins the others. */
  readonly #sentKeys = new Set<string>();
  #sent = 0;
  #tooLarge = 0;
  #skipped: readonly SkippedProfile[] = [];

  constructor(
    private plans: Plans,
    private readonly services: RunServices,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @throws ToolError: the first failure stops what has not been sent. What is under way is awaited, so that its answer
   * is cached; an abort of the signal ends that as well.
   */
  async finish(): Promise<AllFinished> {
    await this.#adopt(this.plans);
    for (;;) {
      await this.#sendNext();
      if (this.#underWay.size === 0) break;
      await this.#take(await Promise.race(this.#underWay.values()));
    }
    const [first, ...rest] = this.plans;
    const finished: [Finished, ...Finished[]] = [await this.#finished(first)];
    for (const plan of rest) finished.push(await this.#finished(plan));
    return finished;
  }

  get #facts(): Facts {
    return this.services.facts();
  }

  readonly #isOpen = ({ key }: RequestStep): boolean =>
    !this.services.answers.has(key) && !this.#underWay.has(key);

  async #sendNext(): Promise<void> {
    if (this.#isAlone && this.#underWay.size > 0) return;
    const { ceilings } = this.services.learned;
    const open = this.#steps.filter(this.#isOpen);
    const { alone, together } = nextSteps(open, ceilings);
    this.#isAlone = alone !== undefined && this.#underWay.size === 0;
    if (this.#isAlone && alone !== undefined) this.#send(alone);
    if (together.some((step) => ceilings.isOversized(step)) && (await this.#cutAll()))
      return this.#sendNext();
    for (const step of together.slice(0, ourLimits.concurrency - this.#underWay.size))
      this.#send(step);
  }

  /** Cuts the open steps that are above the ceilings; returns false if none of them can be cut. */
  async #cutAll(): Promise<boolean> {
    const keysOf = (): string[] => this.#steps.map(({ key }) => key);
    const before = keysOf();
    await this.#discover({ kind: "too_large", isOpen: this.#isOpen });
    return !isDeepStrictEqual(before, keysOf());
  }

  #send(step: RequestStep): void {
    const onSent = (): void => {
      this.#sentKeys.add(step.key);
      this.#sent += 1;
    };
    const answer = this.services.fetch(step.request, this.signal, onSent);
    const ended = answer.then(
      (value): Ended => ({ step, answer: value }),
      (error: unknown): Ended => ({ step, error }),
    );
    this.#underWay.set(step.key, ended);
  }

  async #take(ended: Ended): Promise<void> {
    const { step } = ended;
    this.#underWay.delete(step.key);
    if ("answer" in ended) {
      const { ceilings } = this.#facts;
      const wasTried = ceilings.isUncertain(step);
      const wereRowsKnown = ceilings.areRowsKnown(step.shape);
      this.#learn(ended);
      this.#report();
      if (wereRowsKnown !== this.#facts.ceilings.areRowsKnown(step.shape) && this.#isAlone)
        return this.#discover({ kind: "changed" });
      if (wasTried) return this.#discover({ kind: "size_passed", isOpen: this.#isOpen });
      if (this.#isOver) await this.#adopt(this.plans);
      return;
    }
    const { error } = ended;
    this.signal.throwIfAborted();
    if (!isSizeRejected(ended)) return this.#skipOrThrow(error, step);
    this.#learn(ended);
    // A process that is killed now leaves the learned size to the next one.
    await this.services.learned.store();
    await this.#discover({ kind: "too_large", isOpen: this.#isOpen, only: step.key });
    // It cannot be cut, and nothing else brings what is needed.
    if (this.#steps.some(({ key }) => key === step.key)) throw error;
  }

  #learn(ended: Ended): void {
    if (learn(ended, this.services)) this.#tooLarge += 1;
  }

  /** Awaits what is under way, because it is paid for, and learns from it. */
  async #settle(keys: Iterable<string> = this.#underWay.keys()): Promise<void> {
    const awaited = [...keys].flatMap((key) => this.#underWay.get(key) ?? []);
    for (const ended of await Promise.all(awaited)) this.#learn(ended);
    this.#underWay.clear();
    this.#report();
  }

  /** Continues without the profiles that the failure names. */
  async #skipOrThrow(failure: unknown, { request }: RequestStep): Promise<void> {
    await this.#settle();
    this.signal.throwIfAborted();
    if (isBeforeHistory(failure))
      throw new BeforeHistory(request, this.#answeredAfter(request), failure);
    const [{ question }] = this.plans;
    const apart = insightsApart(failure, question);
    if (apart !== undefined) {
      this.services.learned.insightsApart.add(question.network);
      return this.#discover({ kind: "changed", changes: { withoutInsights: apart } });
    }
    if (await this.#withoutUnaccepted(failure, request)) return;
    if (namesAllMetrics(failure, request)) throw notAcceptedError(failure, request.metrics);
    const included = includedProfiles(question);
    const { profiles, skipped } = rejectedProfiles(failure, included);
    if (!this.services.skipUnavailable || profiles.length === 0)
      throw unskippedError(failure, included);
    this.#skipped = [...this.#skipped, ...skipped];
    const ids = profiles.map(({ id }) => id);
    if (question.excluded.size + ids.length === question.profiles.length)
      throw noProfileLeftError(question.network, question.profiles.length, this.#skipped);
    const excluded = new Set([...question.excluded, ...ids]);
    await this.#discover({ kind: "changed", changes: { excluded } });
  }

  /** Continues without the metrics that the API does not accept; false where the failure has another cause. */
  async #withoutUnaccepted(failure: unknown, request: MetricsRequest): Promise<boolean> {
    const { fetch, learned, onUnaccepted = () => {} } = this.services;
    const onSent = (): void => {
      this.#sent += 1;
    };
    const names = await unacceptedIn(failure, request, (alone) =>
      fetch(alone, this.signal, onSent),
    );
    this.signal.throwIfAborted();
    const [{ question }] = this.plans;
    const changes = names.length === 0 ? undefined : withoutMetrics(question, names);
    if (changes === undefined) return false;
    for (const metric of names) {
      learned.unaccepted.learn(request, metric);
      onUnaccepted(metric);
    }
    await learned.store();
    await this.#discover({ kind: "changed", changes });
    return true;
  }

  /** A later first day that was answered: by the API at some time, or in this call if the history is shorter now. */
  #answeredAfter({ start }: MetricsRequest): Day | undefined {
    const { answers, learned } = this.services;
    const sentSteps = this.#steps.filter(({ key }) => this.#sentKeys.has(key) && answers.has(key));
    return [learned.answeredFrom, ...sentSteps.map(({ request }) => request.start).toSorted()].find(
      (day) => day !== undefined && day > start,
    );
  }

  #discover(discovery: Discovery): Promise<void> {
    const facts = this.#facts;
    const [first, ...rest] = this.plans;
    const refined = (plan: Plan): Plan => refine(plan, discovery, facts);
    return this.#adopt([refined(first), ...rest.map(refined)]);
  }

  /** @throws ToolError for plans that need too many requests. */
  async #adopt(plans: Plans): Promise<void> {
    const { answers, maxRequests, sentBefore = 0 } = this.services;
    this.plans = plans;
    for (const plan of plans)
      if (!(await answers.load(plan))) return this.#discover({ kind: "changed" });
    this.#steps = allSteps(...plans);
    const open = this.#steps.filter(this.#isOpen);
    // If the other call's request fails, this call sends it itself.
    const joined = [...this.#underWay.keys()].filter((key) => !this.#sentKeys.has(key));
    const sent = sentBefore + this.#sent;
    const needed = sent + open.length + joined.length;
    const { ceilings } = this.#facts;
    this.#isOver = needed > maxRequests;
    // A refusal based on sizes that may be rejected would not hold: the next request shows whether they are.
    const uncertain = open.filter((step) => ceilings.isUncertain(step)).length;
    if (!this.#isOver || (uncertain > 0 && needed - uncertain < maxRequests)) return;
    if (plans.some(({ question }) => hasEvidence(question)))
      return this.#discover({ kind: "changed", changes: withoutEvidence });
    const grown = { plans, sent, tooLarge: this.#tooLarge, needed, maxRequests };
    const refusal = grownError(grown, this.#facts);
    await this.#settle(this.#sentKeys);
    throw refusal;
  }

  #report(): void {
    const done = this.#steps.filter(({ key }) => this.services.answers.has(key)).length;
    this.services.onProgress(done, this.#steps.length);
  }

  async #finished(plan: Plan): Promise<Finished> {
    const { answers, slice } = this.services;
    return {
      question: plan.question,
      outcome: await slice.run(assemble(plan, answers)),
      skipped: this.#skipped,
      fetched: answers.fetchedFor(plan),
    };
  }
}
