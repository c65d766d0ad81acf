/** Tracks the exchanges that are not answered yet. */
import { setTimeout as after } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import { onClose } from "./node-exchange.ts";

export class OpenExchanges {
  readonly #exchanges = new Set<ServerResponse>();
  #onEmpty: (() => void) | undefined;

  add(response: ServerResponse): void {
    this.#exchanges.add(response);
    onClose(response, () => {
      this.#exchanges.delete(response);
      if (this.#exchanges.size === 0) this.#onEmpty?.();
    });
  }

  /** Waits until all exchanges are answered, for at most `seconds`. */
  async drained(seconds: number): Promise<void> {
    if (this.#exchanges.size === 0) return;
    const timer = new AbortController();
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    const timeout = after(seconds * 1000, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([empty, timeout]);
    timer.abort();
  }
}
