/** A plan with its cached answers. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { Facts } from "../plan/plan.ts";
import { refine } from "../plan/refine.ts";
import { allSteps, type Plan } from "../plan/steps.ts";

/** The answers of one call, by the keys of their steps. Each request is looked up in the cache once. */
export class Answers {
  readonly #byKey = new Map<string, MetricsAnswer>();
  readonly #lookedUp = new Set<string>();

  /** @param lookUp finds a cached answer. */
  constructor(
    private readonly lookUp: (request: MetricsRequest) => Promise<MetricsAnswer | undefined>,
  ) {}

  get(key: string): MetricsAnswer | undefined {
    return this.#byKey.get(key);
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  set(key: string, answer: MetricsAnswer): void {
    this.#byKey.set(key, answer);
  }

  /** Looks up the steps that have not been looked up, and marks in the plan those that the cache answers. */
  async lookUpSteps(plan: Plan, facts: Facts): Promise<Plan> {
    const added = allSteps(plan).filter(({ key }) => !this.#lookedUp.has(key));
    const cached = new Set<string>();
    await Promise.all(
      added.map(async ({ key, request }) => {
        this.#lookedUp.add(key);
        const answer = this.get(key) ?? (await this.lookUp(request));
        if (answer === undefined) return;
        this.set(key, answer);
        cached.add(key);
      }),
    );
    return cached.size === 0 ? plan : refine(plan, { kind: "cached", keys: cached }, facts);
  }
}
