/** How a request is asked until it is answered: what is worth another try, what waits for the quota, what is final. */
import type { Clock } from "../time/clock.ts";
import { ApiError } from "../api/envelope.ts";
import type { IncomingMessage, Persist, Transport } from "../api/transport.ts";
import { ToolError } from "../errors/tool-error.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { Closed } from "./request-book.ts";
import type { Log } from "../log/log.ts";
import { callAgainAfter, type Ledger, type Waiting } from "./gate.ts";

export interface PersistenceParts extends Omit<Waiting, "signal"> {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onSent: () => void;
  readonly log: Log;
}

/** The transport behind the gate, each of its messages counted. */
export function gated(transport: Transport, parts: PersistenceParts): Transport {
  const { ledger, clock, deadline, onWait, onSent, log } = parts;
  return async (message) => {
    await ledger.enter({ signal: message.signal, deadline, onWait });
    onSent();
    const begun = clock.now();
    let answer: IncomingMessage | undefined;
    try {
      answer = await transport(message);
      return answer;
    } finally {
      ledger.leave(answer);
      const { method, path } = message;
      const milliseconds = clock.now() - begun;
      log("info", "request", { method, path, status: answer?.status ?? "none", milliseconds });
    }
  };
}

/** Reads are safe to repeat. A refusal for the quota closes the gate, and waiting there is no try. */
export function persistence(parts: PersistenceParts): Persist {
  const { ledger, clock, deadline, random, log } = parts;
  return async (ask, signal) => {
    for (let tried = 1; ;) {
      try {
        return await ask();
      } catch (error) {
        signal.throwIfAborted();
        if (isQuotaRefusal(error)) {
          const until = ledger.close(error.code, error.waitSeconds);
          log("warn", "gate closed", { code: error.code, until: new Date(until).toISOString() });
          // Who has time for it waits at the gate.
          if (until <= deadline) continue;
          throw new ToolError(error.code, error.problem, callAgainAfter(until));
        }
        const pause = ourLimits.retryMilliseconds * 2 ** tried * (0.5 + random() / 2);
        const isLast = tried > ourLimits.retries || clock.now() + pause > deadline;
        if (isLast || !isWorthAnother(error)) throw error;
        log("warn", "tried again", { code: error.code, problem: error.problem, tried });
        tried += 1;
        await clock.sleep(pause, signal);
      }
    }
  };
}

type QuotaRefusal = ApiError & { readonly code: Closed["code"] };

const quotaCodes: readonly string[] = [
  "account_quota_exhausted",
  "user_quota_exhausted",
  "rate_limited",
];

const isQuotaRefusal = (error: unknown): error is QuotaRefusal =>
  error instanceof ApiError && quotaCodes.includes(error.code);

/** Connections that broke, answers that are none of the API's, failures inside the API. */
const isWorthAnother = (error: unknown): error is ToolError =>
  error instanceof ToolError &&
  (error.code === "upstream_failed" || error.code === "unknown_upstream_error") &&
  !error.isFinal;
