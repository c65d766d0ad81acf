/** Sends a request until it has an answer: retries after a transient failure, waits for the quota, or gives up. */
import type { Clock } from "../../base/time/clock.ts";
import { ApiError } from "../api/envelope.ts";
import type { IncomingMessage, Persist, Transport } from "../api/transport.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { quotaCodes, type Closed } from "./request-book.ts";
import type { Log } from "../../base/log/log.ts";
import { closedError, type Gate, type Waiting } from "./gate.ts";

export interface PersistenceParts extends Omit<Waiting, "signal"> {
  readonly gate: Gate;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onSent: () => void;
  readonly log: Log;
  /** As the log names it. */
  readonly credential: string;
}

/** The transport behind the gate; counts every message. */
export function gated(transport: Transport, parts: PersistenceParts): Transport {
  const { gate, clock, deadline, onWait, caller, onSent, log, credential } = parts;
  return async (message) => {
    await gate.admit({ signal: message.signal, deadline, onWait, caller });
    onSent();
    const begun = clock.now();
    let answer: IncomingMessage | undefined;
    try {
      answer = await transport(message);
      return answer;
    } finally {
      const milliseconds = clock.now() - begun;
      await gate.release(answer);
      const { method, path } = message;
      const status = answer?.status ?? "none";
      log({ event: "request", credential, method, path, status, milliseconds });
    }
  };
}

/** Repeats reads, which is safe. A rejection for the quota closes the gate; the wait that follows is not a retry. */
export function persistence(parts: PersistenceParts): Persist {
  const { gate, clock, deadline, random, log, credential } = parts;
  return async (ask, signal) => {
    for (let tried = 1; ;) {
      try {
        return await ask();
      } catch (error) {
        signal.throwIfAborted();
        if (isQuotaError(error)) {
          const until = await gate.close(error.code, error.waitSeconds);
          const { code, problem } = error;
          log({ event: "gate closed", credential, code, until: new Date(until).toISOString() });
          // The next try waits at the gate.
          if (until <= deadline) continue;
          throw closedError(code, problem, until, clock);
        }
        const growing = ourLimits.retryMilliseconds * 2 ** tried * (0.5 + random() / 2);
        // A busy API may ask for a longer pause.
        const requestedPause = error instanceof ApiError ? (error.waitSeconds ?? 0) * 1000 : 0;
        const pause = Math.max(growing, requestedPause);
        const isLast = tried > ourLimits.retries || clock.now() + pause > deadline;
        if (isLast || !isTransient(error)) throw error;
        log({ event: "tried again", code: error.code, problem: error.problem, tried });
        tried += 1;
        await clock.sleep(pause, signal);
      }
    }
  };
}

type QuotaError = ApiError & { readonly code: Closed["code"] };

const isQuotaError = (error: unknown): error is QuotaError =>
  error instanceof ApiError && quotaCodes.some((code) => code === error.code);

/** Broken connections, malformed answers, failures inside the API. */
const isTransient = (error: unknown): error is ToolError =>
  error instanceof ToolError &&
  (error.code === "upstream_failed" || error.code === "unknown_upstream_error") &&
  !error.isFinal;
