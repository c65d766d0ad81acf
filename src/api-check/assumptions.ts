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
  totals: {
    expected: "a sum of several days is the sum of their values",
    effect: "sums that combine several requests can differ from the API's",
    judge: numbers.totals,
  },
  averages: {
    expected: "an average is the mean over all profile-days that have a value",
    effect: "averages are withheld where they would be computed from days",
    judge: numbers.averages,
  },
  profiles_add_up: {
    expected: "a sum of several profiles is the sum of theirs",
    effect: "sums over more profiles than one request has can differ from the API's",
    judge: numbers.profilesAddUp,
  },
  halves: {
    expected: "the sums of two halves of a range add up to that of the whole",
    effect: "sums of ranges longer than one request can differ from the API's",
    judge: numbers.halves,
  },
  repeat: {
    expected: "the same question has the same answer",
    effect: "numbers can differ from one call to the next",
    judge: numbers.repeat,
  },
  leading_zeros: {
    expected: "days before the first value of a profile have no value",
    effect: "0 before the first value of a profile counts as missing",
    judge: numbers.leadingZeros,
  },
  empty_sums: {
    expected: "a sum of days without any value is null",
    effect: "a sum of 0 can mean that nothing was reported",
    judge: numbers.emptySums,
  },
  week_start: {
    expected: "weeks start on Monday",
    effect: "weeks are cut and folded where the API's weeks start",
    judge: names.weekStart,
  },
  week_names: {
    expected: "weeks are named 2026-W05, or by their first day where they do not start on Monday",
    effect: "the API's names are used, at the cost of a request where no answer shows them",
    judge: names.weekNames,
  },
  month_names: {
    expected: "months are named 2026-05",
    effect: "months that are folded from days can have other names than the API's",
    judge: names.monthNames,
  },
  label_form: {
    expected: "a row of profile_label is the id of a label",
    effect: "none, because rows by label are folded from profiles",
    judge: names.labelForm,
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
