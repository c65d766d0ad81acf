/** The calls that wait for a request. Each step admits one of them, or denies all of them. */
import type { Denied, Taken } from "./request-book.ts";

interface WaitingPlace {
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly resolve: (denied: Denied | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class WaitingLine {
  /** In the order of their arrival. */
  readonly #places = new Set<WaitingPlace>();
  #isServing = false;

  /**
   * @param take takes a request for one of these callers. The caller who has waited longest is first; a caller who waits
   * for more than one request is listed twice.
   */
  constructor(private readonly take: (callers: readonly string[]) => Promise<Taken>) {}

  /** Waits for a request. Returns the denial if there is one. @throws the signal's reason if the call has been cancelled. */
  enter(caller: string, signal: AbortSignal): Promise<Denied | undefined> {
    return new Promise((resolve, reject) => {
      this.#places.add({ caller, signal, resolve, reject });
      if (!this.#isServing) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#places.size > 0) {
      try {
        this.#end(await this.take(this.#callers()));
      } catch (error) {
        this.#leave(this.#places, ({ reject }) => reject(error));
      }
      const ended = [...this.#places].filter(({ signal }) => signal.aborted);
      this.#leave(ended, ({ signal, reject }) => reject(signal.reason));
    }
    this.#isServing = false;
  }

  #end({ caller, denied }: Taken): void {
    if (denied !== undefined) return this.#leave(this.#places, ({ resolve }) => resolve(denied));
    const callerPlaces = [...this.#places].filter((place) => place.caller === caller);
    const served = callerPlaces.find(({ signal }) => !signal.aborted) ?? callerPlaces[0];
    if (served !== undefined) this.#leave([served], ({ resolve }) => resolve(undefined));
  }

  #leave(places: Iterable<WaitingPlace>, settle: (place: WaitingPlace) => void): void {
    for (const place of places) {
      this.#places.delete(place);
      settle(place);
    }
  }

  #callers(): string[] {
    const times = new Map<string, number>();
    return [...this.#places].flatMap(({ caller }) => {
      const count = (times.get(caller) ?? 0) + 1;
      times.set(caller, count);
      return count <= 2 ? [caller] : [];
    });
  }
}
