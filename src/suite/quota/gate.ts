/** The gate that every request passes (spec, Request quotas): it records requests, waits for the quota, or rejects. */
import pLimit from "p-limit";
import { rateLimitOf } from "../api/rate-limit.ts";
import type { IncomingMessage } from "../api/transport.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { apiErrors } from "../../catalog/error-codes.ts";
import { ToolError, required, callAgain } from "../../base/errors/tool-error.ts";
import { timeOfDay, type Clock } from "../../base/time/clock.ts";
import { WaitingLine } from "./line.ts";
import { LocalRequestBook } from "./local-request-book.ts";
import { denial, hour } from "./request-book.ts";
import type { Closed, Denied, RequestBook, Taken } from "./request-book.ts";

export interface QuotaLeft {
  readonly requests: number;
  /** From the API's headers; otherwise counted from this machine's requests, and other machines may have sent more. */
  readonly isReported: boolean;
  /** The requests of an hour. */
  readonly limit: number;
  /** When all of them can be sent again at the latest, in milliseconds since 1970. */
  readonly freeAt: number;
  /** Present while no request can be sent. The time is in milliseconds since 1970. */
  readonly closed?: Pick<Denied, "code" | "until">;
}

/** How long a call waits for the quota. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970: the call does not wait longer. */
  readonly deadline: number;
  /** Called when the call waits. @param until in milliseconds since 1970. */
  readonly onWait: (until: number) => void;
  /** Whose call it is: of several that wait, the one with the fewest requests in the hour is next. Undefined where there is one caller. */
  readonly caller?: string | undefined;
}

/** Milliseconds between two attempts while callers of another process go first. */
const turnMilliseconds = 5;
const never = new AbortController().signal;

/** One per credential. */
export class Gate {
  #inFlight = 0;
  /** Rejections in a row. */
  #rejections = 0;
  #announceAnswer = (): void => {};
  #nextAnswer = this.#newAnswer();
  readonly #line = new WaitingLine((callers) => this.#take(callers));
  /** The book answers one call at a time: the number of requests in flight must be exact when it decides. */
  readonly #alone = pLimit(1);

  constructor(
    private readonly clock: Clock,
    private readonly book: RequestBook = new LocalRequestBook(),
  ) {}

  /**
   * Admits one request and records it; while the gate is closed, waits if the deadline allows it.
   * @throws ToolError `account_quota_exhausted`, `user_quota_exhausted` or `rate_limited`, with the time of the reset.
   */
  async admit({ signal, deadline, onWait, caller = "" }: Waiting): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const nextAnswer = this.#nextAnswer;
      const denied = await this.#line.enter(caller, signal);
      if (denied === undefined) return;
      if (denied.mayOpenEarlier) {
        await unlessAborted(nextAnswer, signal);
        continue;
      }
      const { code, until } = denied;
      if (until > deadline) throw closedError(code, meaningOf(code), until, this.clock);
      onWait(until);
      await this.clock.sleep(Math.max(1, until - this.clock.now()), signal);
    }
  }

  /** Ends an admitted request. @param answer its rate limit headers, if any, take precedence over the count. */
  async release(answer: IncomingMessage | undefined): Promise<void> {
    const { remaining, resetSeconds, limit } = rateLimitOf(answer?.headers ?? {});
    await this.#alone(async () => {
      try {
        if (answer !== undefined && answer.status !== 429) this.#rejections = 0;
        if (remaining === undefined || resetSeconds === undefined) return;
        const window = windowOf(resetSeconds * 1000);
        const at = this.clock.now();
        const until = at + resetSeconds * 1000;
        await this.book.report({ remaining, until, window, limit, at });
      } finally {
        this.#inFlight -= 1;
        this.#announceAnswer();
        this.#nextAnswer = this.#newAnswer();
      }
    });
  }

  /**
   * Closes the gate because the API rejected a request for the quota: until the reset if the API said when it is; for the
   * hour of the first recorded request if it said that the quota is spent; otherwise for a short time that doubles with each rejection.
   * @param seconds the wait that the API asks for.
   * @returns the end, in milliseconds since 1970.
   */
  async close(code: Closed["code"], seconds: number | undefined): Promise<number> {
    return this.#alone(async () => {
      const now = this.clock.now();
      const { reported, counted, closed } = await this.book.state(now);
      const isSpent = code !== "rate_limited" || reported?.remaining === 0;
      const reset =
        seconds === undefined ? (isSpent ? reported?.until : undefined) : now + seconds * 1000;
      const hourEnd = code === "rate_limited" ? undefined : (counted.first ?? now) + hour;
      // Requests that were sent together are rejected together: the first rejection closes the gate for all of them.
      if (closed === undefined && hourEnd === undefined) this.#rejections += 1;
      const until = Math.max(reset ?? hourEnd ?? closed?.until ?? 0, now + this.#shortWait());
      const window = windowOf(until - now);
      await this.book.close({ code, until, isReset: reset !== undefined, window, at: now });
      return until;
    });
  }

  /** Milliseconds: a second, which doubles with each rejection in a row, up to a minute. An API can ask for no wait at all. */
  #shortWait(): number {
    return Math.min(1000 * 2 ** Math.max(0, this.#rejections - 1), 60_000);
  }

  async left(): Promise<QuotaLeft> {
    return this.#alone(async () => {
      const now = this.clock.now();
      const state = await this.book.state(now);
      const { allowance, reported, counted } = state;
      const isReported = reported !== undefined;
      const freeAt = state.closed?.until ?? reported?.until ?? now + hour;
      const hourLeft = { isReported, limit: allowance.requests, freeAt };
      const denied = denial(state, now, this.#inFlight);
      if (denied !== undefined) {
        const { code, until } = denied;
        return { ...hourLeft, requests: 0, closed: { code, until } };
      }
      const requests = isReported
        ? reported.remaining - this.#inFlight
        : allowance.requests - counted.count;
      return { ...hourLeft, requests };
    });
  }

  /** Clears the record of the hour, for a user who knows that it is wrong. */
  forget(): Promise<void> {
    return this.#alone(() => this.book.clear());
  }

  async #take(callers: readonly string[]): Promise<Taken> {
    const taken = await this.#alone(async () => {
      const outcome = await this.book.take(callers, this.clock.now(), this.#inFlight);
      if (outcome.caller !== undefined) this.#inFlight += 1;
      return outcome;
    });
    const isLater = taken.caller === undefined && taken.denied === undefined;
    if (isLater) await this.clock.sleep(turnMilliseconds, never);
    return taken;
  }

  #newAnswer(): Promise<void> {
    return new Promise((resolve) => (this.#announceAnswer = resolve));
  }
}

const meaningOf = (code: Denied["code"]): string =>
  code === "store_unreachable"
    ? "the record of requests, which the nodes of this server share, cannot be reached"
    : required(
        apiErrors.find(({ toolError }) => toolError === code),
        `the meaning of ${code}`,
      ).meaning;

/** An hour, unless the API named a later reset. */
const windowOf = (untilReset: number): number => Math.max(hour, untilReset);

export const closedError = (
  code: Denied["code"],
  problem: string,
  until: number,
  { now }: Pick<Clock, "now">,
): ToolError =>
  new ToolError(code, problem, callAgain(`after ${timeOfDay(until, now())}.`), { retryAt: until });
