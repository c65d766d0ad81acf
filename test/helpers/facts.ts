/** The facts that a plan is based on, where nothing is learned and nothing is cached. */
import type { MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { AnswerIndex } from "../../src/suite/connection/answers/answer-index.ts";
import { CachedAnswers } from "../../src/suite/connection/answers/cached-answers.ts";
import { noBlobCache } from "../../src/base/files/blob-cache.ts";
import type { CachedAnswer } from "../../src/suite/connection/answers/cached-answer.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { Ceilings } from "../../src/suite/connection/request-size.ts";
import { toDay } from "../../src/base/time/days.ts";
import type { Facts } from "../../src/questions/metrics/plan/requests.ts";

/** A complete answer whose numbers do not change any more. */
export const cachedAnswer = (request: MetricsRequest, fetchedAt = 1): CachedAnswer => ({
  request,
  zones: request.profiles.map(() => ""),
  fetchedAt,
  settledBefore: toDay("2100-01-01"),
  gaps: [],
});

export function cachedOf(answers: readonly CachedAnswer[]): CachedAnswers {
  const index = new AnswerIndex(() => 1, noBlobCache, new MemoryBudget(1e9).owner());
  for (const answer of answers) index.put(answer);
  return new CachedAnswers(index, () => "");
}

const nothingCached = cachedOf([]);

export const factsOf = (known: Partial<Facts> = {}): Facts => ({
  limits: requestLimits[3],
  ceilings: new Ceilings(),
  cached: nothingCached,
  ...known,
});
