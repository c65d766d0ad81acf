/** The exchanges that are not answered yet. */
import { setTimeout as after } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import { onClose } from "./node-exchange.ts";

export class UnderWay {
  readonly #exchanges = new Set<ServerResponse>();
  #onEmpty: (() => void) | undefined;

  add(response: ServerResponse): void {
    this.#exchanges.add(response);
    onClose(response, () => {
      this.#exchanges.delete(response);
      if (this.#exchanges.size === 0) this.#onEmpty?.();
    });
  }

  /** Until all are answered, or for so long. */
  async ended(seconds: number): Promise<void> {
    if (this.#exchanges.size === 0) return;
    const enough = new AbortController();
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    const waited = after(seconds * 1000, undefined, { signal: enough.signal }).catch(() => {});
    await Promise.race([empty, waited]);
    enough.abort();
  }
}
