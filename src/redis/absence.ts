/** The requests that a node may send while the server is away. */
import { hour, type Denied } from "../quota/request-book.ts";

/** The share of the remaining requests that each node may send. */
const share = 0.1;
/** Longer than the deadline of a call, so that the call ends with the time of the next try. */
const retryMilliseconds = 60_000;

export class Absence {
  #left: number;

  /** @param left the requests that were left when this node last saw the server. */
  constructor(
    left: number,
    private readonly since: number,
  ) {
    this.#left = Math.floor(share * left);
  }

  /** Each hour has its share. */
  isOver(now: number): boolean {
    return now >= this.since + hour;
  }

  take(now: number): Denied | undefined {
    if (this.#left > 0) {
      this.#left -= 1;
      return undefined;
    }
    const until = now + retryMilliseconds;
    return { code: "store_unreachable", until, isReset: false, mayOpenEarlier: false };
  }
}
