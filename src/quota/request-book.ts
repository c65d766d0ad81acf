/** What is written down of one credential's requests. Times are milliseconds since 1970. */

/** Why no request may be sent, and until when. */
export interface Closed {
  readonly code: "account_quota_exhausted" | "user_quota_exhausted" | "rate_limited";
  readonly until: number;
  /** Whether the API said so: what was sent before counts no more from then on. */
  readonly isReset: boolean;
}

/** What the API's headers told last (spec, Rate limit headers), until when that holds. */
export interface Told {
  readonly remaining: number;
  readonly until: number;
}

export interface QuotaBook {
  /** Notes a request. */
  add(time: number): void;
  /** How many were sent since, and when the first of them was, at the latest. */
  since(time: number): { readonly count: number; readonly first: number | undefined };
  told(): Told | undefined;
  tell(told: Told): void;
  closed(): Closed | undefined;
  close(closed: Closed): void;
}

/** For one process. */
export function memoryBook(): QuotaBook {
  let sent: number[] = [];
  let lastTold: Told | undefined;
  let lastClosed: Closed | undefined;
  return {
    add: (time) => void sent.push(time),
    since(time) {
      sent = sent.filter((one) => one > time);
      return { count: sent.length, first: sent[0] };
    },
    told: () => lastTold,
    tell(told) {
      lastTold = told;
    },
    closed: () => lastClosed,
    close(closed) {
      lastClosed = closed;
    },
  };
}
