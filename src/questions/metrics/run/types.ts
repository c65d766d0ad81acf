/** The services and the result of a run. */
import type { MetricsRequest } from "../../../suite/api/metrics-answer.ts";
import type { DatedAnswer } from "../../../suite/connection/answers/cached-answer.ts";
import type { Learned } from "../../../suite/connection/learned.ts";
import type { SkippedProfile } from "../../../suite/connection/profiles.ts";
import type { Outcome } from "../merge/assemble.ts";
import type { Question } from "../question/question.ts";
import type { Facts } from "../plan/requests.ts";
import type { Fetched } from "../../../numbers/cells/fetched.ts";
import type { TimeSlice } from "../../../base/async/time-slice.ts";
import type { Answers } from "./answers.ts";

export interface RunServices {
  readonly slice: TimeSlice;
  readonly answers: Answers;
  /** Sends a request, or joins another call's. `onSent` runs only where this call sends it. */
  readonly fetch: (
    request: MetricsRequest,
    signal: AbortSignal,
    onSent: () => void,
  ) => Promise<DatedAnswer>;
  /** What is known now: learned facts, and the answers in the cache. */
  readonly facts: () => Facts;
  readonly learned: Learned;
  readonly maxRequests: number;
  /** Requests of the same call that were sent before this run: none (default). */
  readonly sentBefore?: number;
  readonly skipUnavailable: boolean;
  /** Called for each metric that the API has rejected alone. */
  readonly onUnaccepted?: (metric: string) => void;
  /** Called after each answer. */
  readonly onProgress: (done: number, total: number) => void;
}

/** The result of a plan; what was sent and skipped is that of all plans of the run. */
export interface Finished {
  readonly question: Question;
  readonly outcome: Outcome;
  /** Profiles that the API rejected. */
  readonly skipped: readonly SkippedProfile[];
  readonly fetched: Fetched | undefined;
}

/** The result of each plan. */
export type AllFinished = readonly [Finished, ...Finished[]];
