/** The record of one credential's requests, and the decision whether it permits another. Times are milliseconds since 1970. */
import { quotas } from "../catalog/limits.ts";

export const quotaCodes = [
  "account_quota_exhausted",
  "user_quota_exhausted",
  "rate_limited",
] as const;

/** The reason why no request can be sent, and the end of that state. */
export interface Closed {
  readonly code: (typeof quotaCodes)[number];
  readonly until: number;
  /** The API named the end: requests sent before it do not count afterwards. */
  readonly isReset: boolean;
}

/** The rate limit headers of the latest answer (spec, Rate limit headers); they hold until the reset. */
export interface Reported {
  readonly remaining: number;
  readonly until: number;
}

/** Requests within the current window. */
export interface Counted {
  readonly count: number;
  /** The time of the first request, at the latest. */
  readonly first: number | undefined;
}

export interface Recorded {
  readonly reported: Reported | undefined;
  readonly closed: Closed | undefined;
}

export interface BookState extends Recorded {
  readonly counted: Counted;
}

export interface Denied extends Closed {
  /** An answer under way may report more remaining requests. */
  readonly mayOpenEarlier: boolean;
}

/** Shared by everyone who sends with the credential. No method rejects: a book that cannot be shared works alone. */
export interface RequestBook {
  /**
   * Records one request, or returns why it cannot be sent. One atomic step: together, all users of the book never
   * exceed the quota.
   * @param inFlight requests without an answer yet, which `Reported` may not include.
   */
  take(now: number, inFlight: number): Promise<Denied | undefined>;
  state(now: number): Promise<BookState>;
  report(reported: Reported): Promise<void>;
  close(closed: Closed): Promise<void>;
}

export const hour = quotas.windowSeconds * 1000;

/** The start of the window that counts: the latest reset of the API if it is known, at most an hour ago. */
export function windowStart({ reported, closed }: Recorded, now: number): number {
  const resets = [reported?.until ?? 0, closed?.isReset === true ? closed.until : 0];
  return Math.max(now - hour, ...resets.filter((reset) => reset <= now));
}

/** Drops entries that are not in force, or end so late that a wrong clock wrote them. @param counted requests since {@link windowStart}. */
export function stateAt({ reported, closed }: Recorded, counted: Counted, now: number): BookState {
  const inForce = <Entry extends { readonly until: number }>(
    entry: Entry | undefined,
    longest: number,
  ): Entry | undefined =>
    entry !== undefined && now < entry.until && entry.until <= now + longest ? entry : undefined;
  return { reported: inForce(reported, hour), closed: inForce(closed, 24 * hour), counted };
}

/** The decision of every book; undefined if a request can be sent. */
export function denial(
  { reported, closed, counted }: BookState,
  now: number,
  inFlight: number,
): Denied | undefined {
  if (closed !== undefined) return { ...closed, mayOpenEarlier: false };
  if (reported !== undefined) {
    const { remaining, until } = reported;
    if (remaining > inFlight) return undefined;
    return { code: "rate_limited", until, isReset: true, mayOpenEarlier: remaining > 0 };
  }
  if (counted.count < quotas.user) return undefined;
  const until = (counted.first ?? now) + hour;
  return { code: "user_quota_exhausted", until, isReset: false, mayOpenEarlier: false };
}

/** Joins a report with the previous one: within one window, answers may arrive out of order. */
export function latestReport(before: Reported | undefined, reported: Reported): Reported {
  const isSameWindow = before !== undefined && Math.abs(before.until - reported.until) < 5000;
  return isSameWindow
    ? { ...reported, remaining: Math.min(before.remaining, reported.remaining) }
    : reported;
}

/** A request book for one process. */
export class MemoryRequestBook implements RequestBook {
  readonly #sent = new SentTimes();
  #reported: Reported | undefined;
  #closed: Closed | undefined;

  async take(now: number, inFlight: number): Promise<Denied | undefined> {
    const denied = denial(this.#state(now), now, inFlight);
    if (denied === undefined) this.#sent.add(now);
    return denied;
  }

  async state(now: number): Promise<BookState> {
    return this.#state(now);
  }

  async report(reported: Reported): Promise<void> {
    this.#reported = latestReport(this.#reported, reported);
  }

  async close(closed: Closed): Promise<void> {
    this.#closed = closed;
  }

  #state(now: number): BookState {
    const recorded = { reported: this.#reported, closed: this.#closed };
    return stateAt(recorded, this.#sent.since(windowStart(recorded, now)), now);
  }
}

/** The requests of this process. */
export class SentTimes {
  #times: number[] = [];

  add(time: number): void {
    this.#times.push(time);
  }

  since(time: number): Counted {
    this.#times = this.#times.filter((one) => one > time);
    return { count: this.#times.length, first: this.#times[0] };
  }
}
