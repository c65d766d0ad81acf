/** What is left of the hour's requests, as far as this machine can know, and the gate (spec, Request quotas). */
import { timeOfDay, type Clock } from "../api/clock.ts";
import type { IncomingMessage } from "../api/transport.ts";
import { ToolError } from "../catalog/errors.ts";
import { quotas } from "../catalog/limits.ts";
import { memoryBook, type Closed, type QuotaBook } from "./book.ts";

export interface QuotaLeft {
  readonly requests: number;
  /** Told by the API's headers; otherwise counted from this machine's own requests, which others may add to. */
  readonly told: boolean;
}

/** How a call waits for the gate. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970: it is not waited for longer. */
  readonly deadline: number;
  readonly onWait: (until: number) => void;
}

const hour = quotas.windowSeconds * 1000;

const meanings: Readonly<Record<Closed["code"], string>> = {
  account_quota_exhausted: "the account has spent its requests of this hour",
  user_quota_exhausted: "this user has spent its requests of this hour",
  rate_limited: "the quota of this hour is spent",
};

/** One per credential. */
export class Ledger {
  #inFlight = 0;

  constructor(
    readonly clock: Clock,
    readonly book: QuotaBook = memoryBook(),
  ) {}

  /**
   * Lets one request pass and notes it; while the gate is closed, waits if the deadline allows.
   * @throws ToolError `account_quota_exhausted`, `user_quota_exhausted` or `rate_limited`, with the time of the reset.
   */
  async enter({ signal, deadline, onWait }: Waiting): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const closed = this.#closed();
      if (closed === undefined) break;
      if (closed.until > deadline) throw gateClosed(closed);
      onWait(closed.until);
      await this.clock.sleep(Math.max(1, closed.until - this.clock.now()), signal);
    }
    this.book.add(this.clock.now());
    this.#inFlight += 1;
    const { told, ...gate } = this.book.gate();
    if (told === undefined) return;
    this.book.setGate({ ...gate, told: { ...told, remaining: told.remaining - 1 } });
  }

  /** The request is over; the headers of OAuth answers are the truth where they exist. */
  leave(answer: IncomingMessage | undefined): void {
    this.#inFlight -= 1;
    const headers = answer?.headers ?? {};
    const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
    const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
    if (!Number.isFinite(remaining) || !Number.isFinite(reset)) return;
    const until = this.clock.now() + Math.max(0, reset) * 1000;
    // Of those under way the answer may know nothing yet.
    const told = { remaining: remaining - this.#inFlight, until };
    this.book.setGate({ ...this.book.gate(), told });
  }

  /**
   * The API refused: nothing is sent until the reset.
   * @param seconds to wait, where the API said so; else until the first of the requests known here is an hour old.
   * @returns when that is.
   */
  close(code: Closed["code"], seconds: number | undefined): number {
    const now = this.clock.now();
    const { told, ...gate } = this.book.gate();
    const known = told !== undefined && now < told.until ? told.until : undefined;
    const first = this.book.since(now - hour).first ?? now;
    const reset = seconds === undefined ? (known ?? first + hour) : now + seconds * 1000;
    const until = Math.max(reset, now + 1000);
    this.book.setGate({ ...gate, closed: { code, until } });
    return until;
  }

  left(): QuotaLeft {
    const now = this.clock.now();
    const { told } = this.book.gate();
    const requests =
      told !== undefined && now < told.until
        ? told.remaining
        : quotas.user - this.book.since(now - hour).count;
    return {
      requests: this.#closed() === undefined ? Math.max(0, requests) : 0,
      told: told !== undefined && now < told.until,
    };
  }

  #closed(): Closed | undefined {
    const now = this.clock.now();
    const { told, closed } = this.book.gate();
    if (closed !== undefined && now < closed.until) return closed;
    if (told !== undefined && now < told.until) {
      return told.remaining > 0 ? undefined : { code: "rate_limited", until: told.until };
    }
    const { count, first = now } = this.book.since(now - hour);
    return count < quotas.user ? undefined : { code: "user_quota_exhausted", until: first + hour };
  }
}

const gateClosed = ({ code, until }: Closed): ToolError =>
  new ToolError(code, meanings[code], callAgainAfter(until));

export const callAgainAfter = (until: number): string => `Call again after ${timeOfDay(until)}.`;
