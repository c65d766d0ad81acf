/** Counts requests per hour, for each user and for the account that they share (spec, Request quotas). */
import { quotas } from "../catalog/limits.ts";
import type { User } from "./account.ts";
import { Failure } from "./body.ts";

export class Quota {
  readonly #windows = new Map<string, { readonly until: number; spent: number }>();

  constructor(
    private readonly now: () => number,
    private readonly limits: { readonly account: number; readonly user: number } = quotas,
  ) {}

  /** Counts one request. A rejected request is not counted. @throws Failure 10 or 11 with Basic, 429 with OAuth. */
  spend(user: User, withOAuth: boolean): void {
    const account = this.#window("account");
    const userWindow = this.#window(user.id);
    if (userWindow.spent >= this.limits.user) throw new Failure(withOAuth ? 429 : 11);
    if (account.spent >= this.limits.account) throw new Failure(withOAuth ? 429 : 10);
    account.spent += 1;
    userWindow.spent += 1;
  }

  /** Returns the headers of an answer with OAuth (spec, Rate limit headers). */
  headers(user: User, isRejected: boolean): Record<string, string> {
    const windows = [
      { window: this.#window(user.id), limit: this.limits.user },
      { window: this.#window("account"), limit: this.limits.account },
    ].toSorted((a, b) => a.limit - a.window.spent - (b.limit - b.window.spent));
    const remaining = windows.map(({ window, limit }) => Math.max(0, limit - window.spent));
    const reset = Math.ceil(((windows[0]?.window.until ?? 0) - this.now()) / 1000);
    const { account, user: userLimit } = this.limits;
    const entries = [userLimit, account].map((limit) => `${limit};window=${quotas.windowSeconds}`);
    return {
      "x-ratelimit-limit": [Math.min(userLimit, account), ...entries].join(", "),
      "x-ratelimit-remaining": String(remaining[0]),
      "x-ratelimit-reset": String(reset),
      ...(isRejected ? { "retry-after": String(reset) } : {}),
    };
  }

  #window(name: string) {
    const current = this.#windows.get(name);
    if (current !== undefined && this.now() < current.until) return current;
    const opened = { until: this.now() + quotas.windowSeconds * 1000, spent: 0 };
    this.#windows.set(name, opened);
    return opened;
  }
}
