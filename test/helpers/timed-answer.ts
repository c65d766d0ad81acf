/** Answers a question in this process, and measures the time without the API. */
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import type { Reply } from "../../src/answers/replies/reply.ts";
import type { ReplyServices } from "../../src/answers/replies/services.ts";
import { Connection } from "../../src/suite/connection/connection.ts";
import { fixedAuthorization } from "../../src/suite/api/authorization.ts";
import { noLog } from "../../src/base/log/log.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import type { IncomingMessage, OutgoingMessage, Transport } from "../../src/suite/api/transport.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { answerMetrics } from "../../src/questions/metrics/get-metrics.ts";
import type { MetricsInput } from "../../src/questions/metrics/call.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { userAllowance } from "../../src/suite/quota/request-book.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";

export const benchNow = Date.parse("2026-11-20T12:00:00Z");

/** The API in this process. It answers synchronously, so that its time can be subtracted. */
export type LocalApi = (
  message: Pick<OutgoingMessage, "method" | "path" | "body">,
) => IncomingMessage;

export interface Timed {
  readonly answer: Reply;
  /** Time without the API. */
  readonly milliseconds: number;
}

export async function answerTimed(question: MetricsInput, api: LocalApi): Promise<Timed> {
  let inApi = 0;
  const transport: Transport = async (message) => {
    const started = performance.now();
    const answer = api(message);
    inApi += performance.now() - started;
    return answer;
  };
  const started = performance.now();
  const answer = await answerMetrics(question, servicesOver(transport));
  return { answer, milliseconds: performance.now() - started - inApi };
}

/** Services with a connection of their own, whose hour allows any number of requests. */
export function servicesOver(
  transport: Transport,
  now: () => number = () => benchNow,
): ReplyServices {
  const memory = new MemoryBudget(ourLimits.memoryMebibytes * 1024 * 1024);
  const connection = new Connection({
    transport,
    memory,
    authorization: fixedAuthorization(new Secret("Basic YmVuY2g6YmVuY2g=")),
    clock: { ...systemClock, now },
    book: new LocalRequestBook(undefined, { ...userAllowance, requests: Number.POSITIVE_INFINITY }),
  });
  return {
    settings: {
      maxAnswerTokens: ourLimits.maxAnswerTokens,
      maxRequests: ourLimits.maxRequests,
      settledAfterDays: ourLimits.settledAfterDays,
      weekStartsOn: 1,
    },
    results: new ResultStore(memory),
    slice: new TimeSlice(),
    now,
    connection: async () => connection,
    view: undefined,
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
    onWait: () => {},
    log: noLog,
    onProgress: () => {},
  };
}
