/** What is left of the hour's requests, as far as this machine can know, and the gate (spec, Request quotas). */
import { timeOfDay, type Clock } from "../time/clock.ts";
import type { IncomingMessage } from "../api/transport.ts";
import { unlessAborted } from "../async/unless-aborted.ts";
import { ToolError } from "../errors/tool-error.ts";
import { quotas } from "../catalog/limits.ts";
import { memoryBook, type Closed, type QuotaBook, type Told } from "./request-book.ts";

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
/** What is said to last longer was written by a clock that was wrong. */
const longest = 24 * hour;

const meanings: Readonly<Record<Closed["code"], string>> = {
  account_quota_exhausted: "the account has spent its requests of this hour",
  user_quota_exhausted: "this user has spent its requests of this hour",
  rate_limited: "the quota of this hour is spent",
};

/** One per credential. */
export class Ledger {
  #inFlight = 0;
  /** Those who wait to hear what an answer under way tells. */
  #listeners: (() => void)[] = [];

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
      if (this.#mayOpen(closed)) {
        await unlessAborted(this.#nextAnswer(), signal);
        continue;
      }
      if (closed.until > deadline) throw gateClosed(closed);
      onWait(closed.until);
      await this.clock.sleep(Math.max(1, closed.until - this.clock.now()), signal);
    }
    this.book.add(this.clock.now());
    this.#inFlight += 1;
  }

  /** The request is over; the headers of OAuth answers are the truth where they exist. */
  leave(answer: IncomingMessage | undefined): void {
    this.#inFlight -= 1;
    const headers = answer?.headers ?? {};
    const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
    const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
    if (Number.isFinite(remaining) && reset >= 0 && reset <= quotas.windowSeconds) {
      const until = this.clock.now() + reset * 1000;
      const before = this.#told();
      // Of the same window, an answer that was overtaken knows less.
      const isSame = before !== undefined && Math.abs(before.until - until) < 5000;
      const least = isSame ? Math.min(before.remaining, remaining) : remaining;
      this.book.tell({ remaining: least, until });
    }
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /**
   * The API refused: nothing is sent until the reset.
   * @param seconds to wait, where the API said so; else until the first of the requests known here is an hour old.
   * @returns when that is.
   */
  close(code: Closed["code"], seconds: number | undefined): number {
    const now = this.clock.now();
    const known = seconds === undefined ? this.#told()?.until : now + seconds * 1000;
    const reset = known ?? (this.book.since(now - hour).first ?? now) + hour;
    const until = Math.max(reset, now + 1000);
    this.book.close({ code, until, isReset: known !== undefined });
    return until;
  }

  async left(): Promise<QuotaLeft> {
    const told = this.#told();
    const requests =
      told === undefined ? quotas.user - this.#counted().count : told.remaining - this.#inFlight;
    return {
      requests: this.#closed() === undefined ? Math.max(0, requests) : 0,
      told: told !== undefined,
    };
  }

  #closed(): Closed | undefined {
    const now = this.clock.now();
    const closed = this.book.closed();
    if (closed !== undefined && now < closed.until && closed.until <= now + longest) return closed;
    const told = this.#told();
    if (told !== undefined) {
      if (told.remaining > this.#inFlight) return undefined;
      return { code: "rate_limited", until: told.until, isReset: true };
    }
    const { count, first = now } = this.#counted();
    if (count < quotas.user) return undefined;
    return { code: "user_quota_exhausted", until: first + hour, isReset: false };
  }

  /** Of those under way the API may have told already: then there is more left than it seems. */
  #mayOpen({ until }: Closed): boolean {
    const told = this.#told();
    return told !== undefined && told.until === until && told.remaining > 0 && this.#inFlight > 0;
  }

  #told(): Told | undefined {
    const now = this.clock.now();
    const told = this.book.told();
    return told !== undefined && now < told.until && told.until <= now + hour ? told : undefined;
  }

  /** Since the API's last reset, where that is known, and an hour at most. */
  #counted(): ReturnType<QuotaBook["since"]> {
    const now = this.clock.now();
    const closed = this.book.closed();
    const resets = [this.book.told()?.until, closed?.isReset === true ? closed.until : undefined];
    const past = resets.filter((reset) => reset !== undefined && reset <= now);
    return this.book.since(Math.max(now - hour, ...past.map((reset) => reset ?? 0)));
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => this.#listeners.push(resolve));
  }
}

const gateClosed = ({ code, until }: Closed): ToolError =>
  new ToolError(code, meanings[code], callAgainAfter(until));

export const callAgainAfter = (until: number): string => `Call again after ${timeOfDay(until)}.`;
