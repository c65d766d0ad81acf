/** The record of one credential's requests, and the decision whether it permits another. Times are milliseconds since 1970. */
import * as z from "zod";
import { quotas } from "../../catalog/limits.ts";
import { isAhead } from "../../base/time/clock.ts";

export const quotaCodes = [
  "account_quota_exhausted",
  "user_quota_exhausted",
  "rate_limited",
] as const;

/** The length of the window in milliseconds; an hour (default). More than a month is rejected as an error. */
const window = z
  .number()
  .max(31 * 24 * 3_600_000)
  .optional();
/** The time of writing: if the clock was set back since, the entry is ignored. Absent from entries of earlier versions. */
const at = z.number().optional();

/** The reason why no request can be sent, and the end of that state. */
export const closedShape = z.object({
  code: z.enum(quotaCodes),
  until: z.number(),
  /** The API named the end: requests sent before it do not count afterwards. */
  isReset: z.boolean(),
  window,
  at,
});
export type Closed = Readonly<z.output<typeof closedShape>>;

/** The rate limit headers of the latest answer (spec, Rate limit headers); they hold until the reset. */
export const reportedShape = z.object({
  remaining: z.number(),
  until: z.number(),
  /** Requests in a window. It holds for later windows too. */
  limit: z.number().positive().optional(),
  window,
  at,
});
export type Reported = Readonly<z.output<typeof reportedShape>>;

/** Requests within the current window. */
export interface Counted {
  readonly count: number;
  /** The time of the first request, at the latest. */
  readonly first: number | undefined;
}

export interface Recorded {
  readonly reported?: Reported | undefined;
  readonly closed?: Closed | undefined;
}

export interface BookState extends Recorded {
  readonly counted: Counted;
  readonly allowance: Allowance;
}

/** The limit of a book: of a user, or of the account that several users share. */
export interface Allowance {
  readonly requests: number;
  readonly code: Closed["code"];
}

export const userAllowance: Allowance = { requests: quotas.user, code: "user_quota_exhausted" };
export const accountAllowance: Allowance = {
  requests: quotas.account,
  code: "account_quota_exhausted",
};

/** `store_unreachable`: the record is shared with other nodes, and cannot be reached. */
export interface Denied extends Omit<Closed, "code"> {
  readonly code: Closed["code"] | "store_unreachable";
  /** An answer under way may report more remaining requests. */
  readonly mayOpenEarlier: boolean;
}

/** The caller whose request was recorded, or the denial; neither if callers of another process go first. */
export interface Taken {
  readonly caller?: string;
  readonly denied?: Denied;
}

/** Shared by everyone who sends with the credential. No method rejects: a book that cannot be shared works alone. */
export interface RequestBook {
  /**
   * Records one request for the caller with the fewest requests in the hour, or returns why it cannot be sent. One
   * atomic step: together, all users of the book never exceed the quota.
   * @param callers those who wait, the longest waiting first; a caller who waits for more than one request twice.
   * @param inFlight requests without an answer yet, which `Reported` may not include.
   */
  take(callers: readonly string[], now: number, inFlight: number): Promise<Taken>;
  state(now: number): Promise<BookState>;
  report(reported: Reported): Promise<void>;
  close(closed: Closed): Promise<void>;
  /** Forgets everything: the hour begins anew. */
  clear(): Promise<void>;
}

export const hour = quotas.windowSeconds * 1000;

/** The start of the window that counts: the latest reset of the API if it is known, at most an hour ago. */
export function windowStart({ reported, closed }: Recorded, now: number): number {
  const resets = [reported?.until ?? 0, closed?.isReset === true ? closed.until : 0];
  return Math.max(now - hour, ...resets.filter((reset) => reset <= now));
}

/** Drops entries that are not in force, or end so late that a wrong clock wrote them. @param counted requests since {@link windowStart}. */
export function stateAt(
  { reported, closed }: Recorded,
  counted: Counted,
  now: number,
  bookAllowance: Allowance,
): BookState {
  const inForce = <Entry extends Reported | Closed>(entry: Entry | undefined): Entry | undefined =>
    entry !== undefined &&
    now < entry.until &&
    entry.until <= now + (entry.window ?? hour) &&
    !isAhead(entry.at ?? 0, now)
      ? entry
      : undefined;
  const allowance = { ...bookAllowance, requests: reported?.limit ?? bookAllowance.requests };
  return { reported: inForce(reported), closed: inForce(closed), counted, allowance };
}

/** The decision of every book; undefined if a request can be sent. */
export function denial(
  { reported, closed, counted, allowance }: BookState,
  now: number,
  inFlight: number,
): Denied | undefined {
  if (closed !== undefined) return { ...closed, mayOpenEarlier: false };
  if (reported !== undefined) {
    const { remaining, until } = reported;
    if (remaining > inFlight) return undefined;
    return { code: "rate_limited", until, isReset: true, mayOpenEarlier: remaining > 0 };
  }
  if (counted.count < allowance.requests) return undefined;
  const until = (counted.first ?? now) + hour;
  return { code: allowance.code, until, isReset: false, mayOpenEarlier: false };
}

/** Joins a report with the previous one: within one window, answers may arrive out of order. */
export function latestReport(before: Reported | undefined, reported: Reported): Reported {
  const isSameWindow = before !== undefined && Math.abs(before.until - reported.until) < 5000;
  return isSameWindow
    ? { ...reported, remaining: Math.min(before.remaining, reported.remaining) }
    : reported;
}

/** The user's state, or the account's where it leaves fewer requests. What the API says of the user comes first. */
export function smallerState(user: BookState, account: BookState): BookState {
  if (user.reported !== undefined || user.closed !== undefined) return user;
  const left = ({ allowance, counted }: BookState): number => allowance.requests - counted.count;
  return left(account) < left(user) ? account : user;
}

/** A report covers the account, and its reset begins the account's hour anew; what is left is the user's alone. */
export const accountReport = (reported: Reported): Reported => ({
  ...reported,
  remaining: Number.MAX_SAFE_INTEGER,
  limit: Math.max(accountAllowance.requests, reported.limit ?? 0),
});

/** The requests of this process. */
export class SentTimes {
  /** Those since the latest reset, of an hour at most, in order. */
  sent: { readonly time: number; readonly caller: string }[] = [];

  /** @returns the caller with the fewest requests; among equals, the one that has waited longest. */
  add(now: number, callers: readonly string[]): string {
    this.since(now - hour, now);
    const counts = callers.map(
      (candidate) => this.sent.filter(({ caller }) => caller === candidate).length,
    );
    const caller = callers[counts.indexOf(Math.min(...counts))] ?? "";
    this.sent.push({ time: now, caller });
    return caller;
  }

  /** Forgets earlier times. A time after `now` is that of a clock that ran ahead: it counts as now. */
  since(begin: number, now: number): Counted {
    this.sent = this.sent
      .map((request) => (request.time > now ? { ...request, time: now } : request))
      .filter(({ time }) => time > begin);
    return { count: this.sent.length, first: this.sent[0]?.time };
  }
}
