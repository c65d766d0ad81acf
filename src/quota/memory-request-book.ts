/** A request book for one process. */
import * as book from "./request-book.ts";

export class MemoryRequestBook implements book.RequestBook {
  readonly #sent = new SentTimes();
  #reported: book.Reported | undefined;
  #closed: book.Closed | undefined;

  async take(now: number, inFlight: number): Promise<book.Denied | undefined> {
    const denied = book.denial(this.#state(now), now, inFlight);
    if (denied === undefined) this.#sent.add(now);
    return denied;
  }

  async state(now: number): Promise<book.BookState> {
    return this.#state(now);
  }

  async report(reported: book.Reported): Promise<void> {
    this.#reported = book.latestReport(this.#reported, reported);
  }

  async close(closed: book.Closed): Promise<void> {
    this.#closed = closed;
  }

  #state(now: number): book.BookState {
    const recorded = { reported: this.#reported, closed: this.#closed };
    return book.stateAt(recorded, this.#sent.since(book.windowStart(recorded, now)), now);
  }
}

/** The requests of this process. */
export class SentTimes {
  #times: number[] = [];

  add(time: number): void {
    this.#times.push(time);
  }

  since(time: number): book.Counted {
    this.#times = this.#times.filter((one) => one > time);
    return { count: this.#times.length, first: this.#times[0] };
  }
}
