/** The answers of one call: those that it has fetched, and the cached ones that its plan names. */
import pLimit from "p-limit";
import { ourLimits } from "../../../catalog/limits.ts";
import { keyOf, recentGapsFrom } from "../../../suite/connection/answers/cached-answer.ts";
import type { CachedAnswer, DatedAnswer } from "../../../suite/connection/answers/cached-answer.ts";
import type { MetricsAnswers } from "../../../suite/connection/answers/answer-cache.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { allSteps, cachedCells, type CachedCells, type Plan } from "../plan/steps.ts";
import { earlier, later } from "../../../base/time/days.ts";
import { joinFetched, type Fetched } from "../../../numbers/cells/fetched.ts";

export class Answers {
  /** By the keys of the steps that they answer. */
  readonly #ofSteps = new Map<string, DatedAnswer>();
  /** The keys of the answers that were fetched. */
  readonly fetched: string[] = [];
  /** By key and time: an answer can be fetched again while the plan uses cells of the earlier one. */
  readonly #loaded = new Map<string, DatedAnswer>();

  /** @param cache finds a cached answer; undefined if it is lost, or another has taken its place. */
  constructor(private readonly cache: Pick<MetricsAnswers, "load">) {}

  get(key: string): DatedAnswer | undefined {
    return this.#ofSteps.get(key);
  }

  has(key: string): boolean {
    return this.#ofSteps.has(key);
  }

  set(key: string, answer: DatedAnswer): void {
    this.fetched.push(key);
    this.#ofSteps.set(key, answer);
    this.#loaded.set(nameOf(answer), answer);
  }

  /** The answer that holds cells of the plan. */
  holding({ answer }: CachedCells): DatedAnswer {
    return required(this.#loaded.get(nameOf(answer)), "a cached answer");
  }

  /** Reads the cached answers of a plan; false if any is lost: then the plan is to be made again. */
  async load(plan: Plan): Promise<boolean> {
    const named = cachedCells(plan).map(({ answer }) => answer);
    const byName = new Map([...new Set(named)].map((answer) => [nameOf(answer), answer]));
    const missing = [...byName].filter(([name]) => !this.#loaded.has(name));
    const limit = pLimit(ourLimits.concurrency);
    const read = await limit.map(missing, ([, answer]) => this.cache.load(answer));
    missing.forEach(([name], index) => {
      const answer = read[index];
      if (answer !== undefined) this.#loaded.set(name, answer);
    });
    return !read.includes(undefined);
  }

  /** When the answers were fetched of which a plan takes values. */
  fetchedFor(plan: Plan): Fetched | undefined {
    const { start, end } = plan.question;
    const answered = allSteps(plan).flatMap(({ key, request }) => {
      const answer = this.get(key);
      return answer === undefined ? [] : [{ ...request, answer }];
    });
    // Days of evidence are in no number.
    const cells = [...answered, ...cachedCells(plan)]
      .map((box) => ({ ...box, start: later(box.start, start), end: earlier(box.end, end) }))
      .filter((box) => box.start <= box.end);
    return joinFetched(cells.map((box) => fetchedOf(box.answer, areFinal(box))));
  }
}

function fetchedOf(
  { request: { network }, fetchedAt, restated = [] }: Dated,
  areNumbersFinal: boolean,
): Fetched {
  const span = { first: fetchedAt, last: fetchedAt };
  return {
    ...span,
    changeable: areNumbersFinal ? undefined : span,
    restated: restated.map((day) => ({ network, ...day })),
  };
}

type Dated = CachedAnswer & Pick<DatedAnswer, "restated">;

const nameOf = ({ request, fetchedAt }: CachedAnswer): string => `${fetchedAt} ${keyOf(request)}`;

/** No cell is expected to change. */
function areFinal({ answer, profiles, metrics, start, end }: CachedCells): boolean {
  const { request, settledBefore, gaps } = answer;
  if (end >= settledBefore) return false;
  return gaps.every(
    (gap) =>
      gap.start > end ||
      gap.end < later(start, recentGapsFrom(answer)) ||
      !gap.metrics.some((place) => metrics.some((name) => name === request.metrics[place])) ||
      !gap.profiles.some((place) => profiles.some((id) => id === request.profiles[place])),
  );
}
