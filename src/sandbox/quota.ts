/** Requests per hour, for each user and for the account they share (spec, Request quotas). */
import { quotas } from "../catalog/limits.ts";
import type { User } from "./account.ts";
import { Failure } from "./failure.ts";

interface Window {
  until: number;
  spent: number;
}

export class Quota {
  readonly #windows = new Map<string, Window>();

  constructor(
    readonly now: () => number,
    readonly limits: { readonly account: number; readonly user: number } = quotas,
  ) {}

  /** Counts one request. With Basic the answer is code 10 or 11; a refused request costs nothing. */
  spend(user: User): void {
    const account = this.#window("account");
    const own = this.#window(user.id);
    if (own.spent >= this.limits.user) throw new Failure(11);
    if (account.spent >= this.limits.account) throw new Failure(10);
    account.spent += 1;
    own.spent += 1;
  }

  #window(name: string): Window {
    const known = this.#windows.get(name);
    if (known !== undefined && this.now() < known.until) return known;
    const opened = { until: this.now() + quotas.windowSeconds * 1000, spent: 0 };
    this.#windows.set(name, opened);
    return opened;
  }
}
