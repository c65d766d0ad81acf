/** What is left of the hour's requests, as far as this process can know (spec, Request quotas). */
import { quotas } from "../catalog/limits.ts";
import type { IncomingMessage, Transport } from "../api/transport.ts";

export interface QuotaLeft {
  readonly requests: number;
  /** Told by the API's headers; otherwise counted from our own requests, which others may add to. */
  readonly told: boolean;
}

const hour = quotas.windowSeconds * 1000;

/** One per credential. */
export class Ledger {
  #sent: number[] = [];
  #told: { readonly remaining: number; readonly until: number } | undefined;

  constructor(readonly now: () => number) {}

  spend(): void {
    this.#sent.push(this.now());
  }

  /** The headers of OAuth answers are the truth where they exist (spec, Rate limit headers). */
  learn({ headers }: IncomingMessage): void {
    const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
    const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
    if (!Number.isFinite(remaining) || !Number.isFinite(reset)) return;
    this.#told = { remaining, until: this.now() + reset * 1000 };
  }

  left(): QuotaLeft {
    const now = this.now();
    if (this.#told !== undefined && now < this.#told.until) {
      return { requests: this.#told.remaining, told: true };
    }
    this.#sent = this.#sent.filter((time) => now - time < hour);
    return { requests: Math.max(0, quotas.user - this.#sent.length), told: false };
  }
}

/** The transport, each of its messages counted. */
export function metered(transport: Transport, ledger: Ledger, onSent: () => void): Transport {
  return async (message) => {
    ledger.spend();
    onSent();
    const answer = await transport(message);
    ledger.learn(answer);
    return answer;
  };
}
