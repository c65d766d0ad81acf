/** The calls of one caller: so many run at once, the others wait for their turn, and all can be told to stop. */
import pLimit from "p-limit";
import { ToolError } from "../catalog/errors.ts";

export interface CallLimits {
  readonly callsAtOnce: number;
  readonly callsWaiting: number;
}

export class Calls {
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #running = new Set<AbortController>();

  constructor(readonly limits: CallLimits) {
    this.#limit = pLimit(limits.callsAtOnce);
  }

  /** @throws ToolError `limit_exceeded` where too many wait already; what the signal was aborted with. */
  async run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { callsAtOnce, callsWaiting } = this.limits;
    if (this.#limit.pendingCount >= callsWaiting) {
      throw new ToolError(
        "limit_exceeded",
        `${callsAtOnce} of your calls run and ${callsWaiting} wait already`,
        "Call again when some have been answered.",
      );
    }
    const controller = new AbortController();
    const cancel = (): void => controller.abort(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    this.#running.add(controller);
    try {
      return await this.#limit(() => {
        signal.throwIfAborted();
        controller.signal.throwIfAborted();
        return work(controller.signal);
      });
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#running.delete(controller);
    }
  }

  /** Each that runs or waits is answered with a tool error that says so. */
  stop(): void {
    const reason = new ToolError(
      "deadline_exceeded",
      "the server was told to stop before this call was finished",
      "Call again: the server may be running again by then.",
    );
    for (const controller of this.#running) controller.abort(reason);
  }
}
