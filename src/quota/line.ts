/** The calls that wait for a request. Each step admits one of them, or denies all of them. */
import type { Denied, Taken } from "./request-book.ts";

interface Place {
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly resolve: (denied: Denied | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class Line {
  readonly #places: Place[] = [];
  #isServing = false;

  /**
   * @param take takes a request for one of these callers. The caller who has waited longest is first; a caller who waits
   * for more than one request is listed twice.
   */
  constructor(private readonly take: (callers: readonly string[]) => Promise<Taken>) {}

  /** Waits for a request. Returns the denial if there is one. @throws the signal's reason if the call has been cancelled. */
  enter(caller: string, signal: AbortSignal): Promise<Denied | undefined> {
    return new Promise((resolve, reject) => {
      this.#places.push({ caller, signal, resolve, reject });
      if (!this.#isServing) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#places.length > 0) {
      try {
        this.#end(await this.take(this.#callers()));
      } catch (error) {
        for (const { reject } of this.#places.splice(0)) reject(error);
      }
      this.#dropEnded();
    }
    this.#isServing = false;
  }

  #end(taken: Taken): void {
    if (taken === "later") return;
    if ("caller" in taken) {
      const own = this.#places.filter(({ caller }) => caller === taken.caller);
      const served = own.find(({ signal }) => !signal.aborted) ?? own[0];
      if (served === undefined) return;
      this.#places.splice(this.#places.indexOf(served), 1);
      served.resolve(undefined);
      return;
    }
    for (const { resolve } of this.#places.splice(0)) resolve(taken);
  }

  #dropEnded(): void {
    const ended = this.#places.filter(({ signal }) => signal.aborted);
    for (const place of ended) {
      this.#places.splice(this.#places.indexOf(place), 1);
      place.reject(place.signal.reason);
    }
  }

  #callers(): string[] {
    const times = new Map<string, number>();
    return this.#places.flatMap(({ caller }) => {
      const count = (times.get(caller) ?? 0) + 1;
      times.set(caller, count);
      return count <= 2 ? [caller] : [];
    });
  }
}
