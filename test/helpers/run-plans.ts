/** Runs of plans whose requests a test rejects, or holds until it ends them. */
import { ApiError } from "../../src/suite/api/envelope.ts";
import type { MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import type { DatedAnswer } from "../../src/suite/connection/answers/cached-answer.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import type { Facts } from "../../src/questions/metrics/plan/requests.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { Answers } from "../../src/questions/metrics/run/answers.ts";
import { Run } from "../../src/questions/metrics/run/run.ts";
import type { Finished, RunServices } from "../../src/questions/metrics/run/types.ts";
import { factsOf } from "./facts.ts";
import { dated, never, type Bench } from "./in-memory.ts";

export const tooLarge = new ApiError("limit_exceeded", "too large", [{ code: 4, strings: ["no"] }]);

interface Recording {
  readonly sent: MetricsRequest[];
  readonly fetch: RunServices["fetch"];
}

/** The bench's API, with requests recorded and some of them rejected. */
export function rejecting(
  bench: Bench,
  rejection: (request: MetricsRequest) => Error | undefined,
): Recording {
  const sent: MetricsRequest[] = [];
  const fetch: RunServices["fetch"] = async (request, signal, onSent) => {
    onSent();
    sent.push(request);
    const error = rejection(request);
    if (error !== undefined) throw error;
    return dated(request, await bench.api.metrics(request, signal));
  };
  return { sent, fetch };
}

interface Pending {
  readonly request: MetricsRequest;
  /** Answers it as the bench's API does. */
  readonly answer: () => Promise<void>;
  readonly reject: (error: Error) => void;
}

interface Held {
  /** In the order in which they were sent; those that were ended included. */
  readonly pending: readonly Pending[];
  readonly fetch: RunServices["fetch"];
}

/** @param isOwn tells requests that this call sends from those that another call has sent. */
export function heldFetch(
  bench: Bench,
  isOwn: (request: MetricsRequest) => boolean = () => true,
): Held {
  const pending: Pending[] = [];
  const fetch: RunServices["fetch"] = (request, signal, onSent) => {
    if (isOwn(request)) onSent();
    return new Promise<DatedAnswer>((resolve, reject) => {
      const answer = async (): Promise<void> =>
        resolve(dated(request, await bench.api.metrics(request, signal)));
      pending.push({ request, answer, reject });
    });
  };
  return { pending, fetch };
}

/** Runs the plans of several questions together. */
export function runTogether(
  bench: Bench,
  questions: readonly [Question, ...Question[]],
  replaced: Partial<RunServices> = {},
): Promise<readonly Finished[]> {
  const { learned } = bench;
  const [{ version }] = questions;
  const facts = (): Facts =>
    factsOf({
      limits: requestLimits[version],
      ceilings: learned.ceilings,
    });
  const [first, ...otherQuestions] = questions;
  const services: RunServices = {
    answers: new Answers({ load: async () => undefined }),
    slice: new TimeSlice(never),
    fetch: rejecting(bench, () => undefined).fetch,
    facts,
    learned,
    maxRequests: 1e9,
    skipUnavailable: false,
    onProgress: () => {},
    ...replaced,
  };
  const plans = [
    planQuestion(first, facts()),
    ...otherQuestions.map((question) => planQuestion(question, facts())),
  ] as const;
  return new Run(plans, services, never).finish();
}
