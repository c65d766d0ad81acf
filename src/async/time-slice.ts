/** Divides long work, so that the process answers others, and signals, in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

const milliseconds = 50;

export class TimeSlice {
  #begun = performance.now();

  /** Lets other work run if this work has occupied the process for a while. */
  async pause(): Promise<void> {
    if (performance.now() - this.#begun < milliseconds) return;
    await nextTurn();
    this.#begun = performance.now();
  }
}
