/** Work that several callers wait for is done once. */
import { unlessAborted } from "./unless-aborted.ts";

interface Flight<T> {
  readonly work: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async run(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const joined = this.#flights.get(key);
      const flight = joined ?? this.#start(key, work);
      flight.waiters += 1;
      try {
        return await unlessAborted(flight.work, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (joined === undefined) throw error;
      } finally {
        flight.waiters -= 1;
        if (flight.waiters === 0) flight.controller.abort(signal.reason);
      }
    }
  }

  isUnderWay(key: string): boolean {
    return this.#flights.has(key);
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { work: work(controller.signal), controller, waiters: 0 };
    this.#flights.set(key, flight);
    const end = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.work.then(end, end);
    return flight;
  }
}
