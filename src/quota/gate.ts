/** The gate that every request passes (spec, Request quotas): it records requests, waits for the quota, or rejects. */
import pLimit from "p-limit";
import type { IncomingMessage } from "../api/transport.ts";
import { unlessAborted } from "../async/unless-aborted.ts";
import { apiErrors } from "../catalog/error-codes.ts";
import { quotas } from "../catalog/limits.ts";
import { ToolError, required } from "../errors/tool-error.ts";
import { timeOfDay, type Clock } from "../time/clock.ts";
import { MemoryRequestBook, denial, hour, type Closed, type RequestBook } from "./request-book.ts";

export interface QuotaLeft {
  readonly requests: number;
  /** From the API's headers; otherwise counted from this machine's requests, and other machines may have sent more. */
  readonly isReported: boolean;
}

/** How long a call waits for the quota. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970: the call does not wait longer. */
  readonly deadline: number;
  readonly onWait: (until: number) => void;
}

/** One per credential. */
export class Gate {
  #inFlight = 0;
  #announceAnswer = (): void => {};
  #nextAnswer = this.#newAnswer();
  /** The book answers one call at a time: the number of requests in flight must be exact when it decides. */
  readonly #oneAtATime = pLimit(1);

  constructor(
    private readonly clock: Clock,
    private readonly book: RequestBook = new MemoryRequestBook(),
  ) {}

  /**
   * Admits one request and records it; while the gate is closed, waits if the deadline allows it.
   * @throws ToolError `account_quota_exhausted`, `user_quota_exhausted` or `rate_limited`, with the time of the reset.
   */
  async admit({ signal, deadline, onWait }: Waiting): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const nextAnswer = this.#nextAnswer;
      const denied = await this.#oneAtATime(async () => {
        const found = await this.book.take(this.clock.now(), this.#inFlight);
        if (found === undefined) this.#inFlight += 1;
        return found;
      });
      if (denied === undefined) return;
      if (denied.mayOpenEarlier) {
        await unlessAborted(nextAnswer, signal);
        continue;
      }
      const { code, until } = denied;
      if (until > deadline) throw new ToolError(code, meaningOf(code), callAgainAfter(until));
      onWait(until);
      await this.clock.sleep(Math.max(1, until - this.clock.now()), signal);
    }
  }

  /** Ends an admitted request. @param answer its rate limit headers, if any, take precedence over the count. */
  async release(answer: IncomingMessage | undefined): Promise<void> {
    const remaining = Number(answer?.headers["x-ratelimit-remaining"] ?? Number.NaN);
    const reset = Number(answer?.headers["x-ratelimit-reset"] ?? Number.NaN);
    await this.#oneAtATime(async () => {
      if (Number.isFinite(remaining) && reset >= 0 && reset <= quotas.windowSeconds) {
        await this.book.report({ remaining, until: this.clock.now() + reset * 1000 });
      }
      this.#inFlight -= 1;
    });
    this.#announceAnswer();
    this.#nextAnswer = this.#newAnswer();
  }

  /**
   * Closes the gate until the reset, because the API rejected a request for the quota.
   * @param seconds until the reset if the API said so; otherwise the hour of the first recorded request has to pass.
   * @returns the time of the reset.
   */
  async close(code: Closed["code"], seconds: number | undefined): Promise<number> {
    return this.#oneAtATime(async () => {
      const now = this.clock.now();
      const { reported, counted } = await this.book.state(now);
      const reset = seconds === undefined ? reported?.until : now + seconds * 1000;
      const until = Math.max(reset ?? (counted.first ?? now) + hour, now + 1000);
      await this.book.close({ code, until, isReset: reset !== undefined });
      return until;
    });
  }

  async left(): Promise<QuotaLeft> {
    return this.#oneAtATime(async () => {
      const now = this.clock.now();
      const state = await this.book.state(now);
      const { reported, counted } = state;
      const isReported = reported !== undefined;
      if (denial(state, now, this.#inFlight) !== undefined) return { requests: 0, isReported };
      const requests = isReported
        ? reported.remaining - this.#inFlight
        : quotas.user - counted.count;
      return { requests, isReported };
    });
  }

  #newAnswer(): Promise<void> {
    return new Promise((resolve) => (this.#announceAnswer = resolve));
  }
}

const meaningOf = (code: Closed["code"]): string =>
  required(
    apiErrors.find(({ toolError }) => toolError === code),
    `the meaning of ${code}`,
  ).meaning;

export const callAgainAfter = (until: number): string => `Call again after ${timeOfDay(until)}.`;
