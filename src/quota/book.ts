/** What is written down of one credential's requests. */

/** Why no request may be sent, and until when (milliseconds since 1970). */
export interface Closed {
  readonly code: "account_quota_exhausted" | "user_quota_exhausted" | "rate_limited";
  readonly until: number;
}

export interface Gate {
  /** What the API's headers told last, what was sent since taken off (spec, Rate limit headers). */
  readonly told?: { readonly remaining: number; readonly until: number };
  readonly closed?: Closed;
}

export interface QuotaBook {
  /** Notes a request. */
  add(time: number): void;
  /** How many were sent since, and when the first of them was, at the latest. */
  since(time: number): { readonly count: number; readonly first: number | undefined };
  gate(): Gate;
  setGate(gate: Gate): void;
}

/** For one process. */
export function memoryBook(): QuotaBook {
  let sent: number[] = [];
  let gate: Gate = {};
  return {
    add: (time) => void sent.push(time),
    since(time) {
      sent = sent.filter((one) => one > time);
      return { count: sent.length, first: sent[0] };
    },
    gate: () => gate,
    setGate(next) {
      gate = next;
    },
  };
}
