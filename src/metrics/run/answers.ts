/** A plan with its cached answers. */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { isFinal } from "../../connection/answer-validity.ts";
import type { DatedAnswer } from "../../connection/metrics-answers.ts";
import type { Facts } from "../plan/plan.ts";
import { refine } from "../plan/refine.ts";
import { allSteps, type Plan } from "../plan/steps.ts";

/** The answers of one call, by the keys of their steps. Each request is looked up in the cache once. */
export class Answers {
  readonly #byKey = new Map<string, DatedAnswer>();
  readonly #lookedUp = new Set<string>();
  /** The keys of the steps that the cache answers. */
  readonly #cached = new Set<string>();

  /** @param lookUp finds a cached answer. */
  constructor(
    private readonly lookUp: (request: MetricsRequest) => Promise<DatedAnswer | undefined>,
  ) {}

  get(key: string): DatedAnswer | undefined {
    return this.#byKey.get(key);
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  set(key: string, answer: DatedAnswer): void {
    this.#byKey.set(key, answer);
  }

  /** When the answers that can still change were fetched, in milliseconds since 1970. */
  changeableSince(): number[] {
    return [...this.#byKey.values()]
      .filter((answer) => !isFinal(answer))
      .map(({ fetchedAt }) => fetchedAt);
  }

  /** Looks up the steps that have not been looked up, and marks in the plan those that the cache answers. */
  async lookUpSteps(plan: Plan, facts: Facts): Promise<Plan> {
    const added = allSteps(plan).filter(({ key }) => !this.#lookedUp.has(key));
    await Promise.all(
      added.map(async ({ key, request }) => {
        this.#lookedUp.add(key);
        const answer = this.get(key) ?? (await this.lookUp(request));
        if (answer === undefined) return;
        this.set(key, answer);
        this.#cached.add(key);
      }),
    );
    const isMarked = allSteps(plan).every(
      ({ key, isCached }) => isCached || !this.#cached.has(key),
    );
    return isMarked ? plan : refine(plan, { kind: "cached", keys: this.#cached }, facts);
  }
}
