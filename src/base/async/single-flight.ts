/** Work that several callers need at the same time runs once. */
import { unlessAborted } from "./unless-aborted.ts";

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly ending: AbortController;
  waiters: number;
}

export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Joins the work under way for the key, or starts it. A caller that joined work that fails runs its own instead:
   * the failure may be the starter's alone, such as its deadline.
   * @param signal ends this caller's waiting.
   * @param work receives a signal that is aborted when its last waiter has gone.
   * @throws the reason of the signal, or the failure of the work that this call started.
   */
  async run(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const underWay = this.#flights.get(key);
    if (underWay === undefined) return this.#wait(key, this.#start(key, work), signal);
    try {
      return await this.#wait(key, underWay, signal);
    } catch {
      return this.run(key, signal, work);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const ending = new AbortController();
    const answer = (async () => work(ending.signal))().finally(() => this.#remove(key, flight));
    const flight = { answer, ending, waiters: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  async #wait(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    flight.waiters += 1;
    try {
      return await unlessAborted(flight.answer, signal);
    } finally {
      flight.waiters -= 1;
      if (flight.waiters === 0 && this.#remove(key, flight)) flight.ending.abort(signal.reason);
    }
  }

  /** Reports whether the work was still under way. */
  #remove(key: string, flight: Flight<T>): boolean {
    return this.#flights.get(key) === flight && this.#flights.delete(key);
  }
}
