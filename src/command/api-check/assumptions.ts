/** The assumptions where the specification of the API is silent, and how a difference affects replies. */
import type { Evidence } from "./evidence.ts";
import type { Judgement } from "./judgement.ts";
import * as names from "./names.ts";
import * as numbers from "./numbers.ts";
import * as wire from "./wire.ts";

export interface Assumption {
  readonly expected: string;
  /** The effect of a difference on replies. */
  readonly effect: string;
  readonly judge: (evidence: Evidence) => Judgement;
}

export const assumptions = {
  rows: {
    expected: "rows are the ids of profiles and days such as 2026-05-31",
    effect: "numbers are missing whose rows have other names",
    judge: names.rows,
  },
  repeat: {
    expected: "the same question has the same answer",
    effect: "numbers can differ from one call to the next",
    judge: numbers.repeat,
  },
  metrics: {
    expected: "every metric of the catalogue is accepted",
    effect: "questions are answered without the metrics that are rejected",
    judge: numbers.everyMetric,
  },
  lag: {
    expected: "nothing: late days are found in each question",
    effect: "days that are not delivered are in no total and no change",
    judge: numbers.lag,
  },
  aggregation: {
    expected: "nothing: numbers of several days are made from the days",
    effect: "the API's own totals, in other tools, can differ from those of replies",
    judge: numbers.aggregation,
  },
  week_start: {
    expected: "nothing: weeks are made from days",
    effect: "the API's own weeks, in other tools, can hold other days (--week-starts-on)",
    judge: names.weekStart,
  },
  post_profile_field: {
    expected: "a field of a LinkedIn post holds the id of its profile",
    effect: "posts of several profiles cannot be told apart by profile",
    judge: wire.postProfileField,
  },
  post_order: {
    expected: "posts come in the requested order, each once, whatever the size of a page",
    effect: "a list of posts can lack some, or be in another order",
    judge: wire.postOrder,
  },
  sizes: {
    expected: "an answer that is too large is rejected with code 4",
    effect: "the sizes are used, so that fewer requests are rejected",
    judge: wire.sizes,
  },
  history: {
    expected: "an earlier start than the history is rejected with code 6",
    effect: "questions are cut at the first day",
    judge: wire.history,
  },
  headers: {
    expected: "each answer has the headers X-RateLimit-Limit, -Remaining and -Reset",
    effect: "the requests left are estimated",
    judge: wire.headers,
  },
  clock: {
    expected: "the clocks differ by less than a minute",
    effect: "renewal of tokens and waits for the quota can come too early or too late",
    judge: wire.clock,
  },
  error_codes: {
    expected: "an unknown profile is rejected with code 5, an unknown metric with code 3",
    effect: "the advice of an error can name another cause",
    judge: wire.errorCodes,
  },
} as const satisfies Readonly<Record<string, Assumption>>;

export type AssumptionId = keyof typeof assumptions;

const isAssumptionId = (id: string): id is AssumptionId => Object.hasOwn(assumptions, id);
export const assumptionIds: readonly AssumptionId[] =
  Object.keys(assumptions).filter(isAssumptionId);
