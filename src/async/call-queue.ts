/** The calls of one caller: a limited number runs at once, others wait their turn, and all can be stopped. */
import { ToolError } from "../errors/tool-error.ts";
import { linkedAbort, type LinkedAbort } from "./linked-abort.ts";

export interface QueueLimits {
  readonly callsAtOnce: number;
  readonly callsWaiting: number;
}

export class CallQueue {
  readonly #underWay = new Set<LinkedAbort>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** @throws ToolError `limit_exceeded` if too many calls wait already; the reason of the signal if it is aborted. */
  async run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { callsAtOnce, callsWaiting } = this.limits;
    if (this.#running >= callsAtOnce && this.#waiting.length >= callsWaiting) {
      throw new ToolError(
        "limit_exceeded",
        `${callsAtOnce} of your calls run and ${callsWaiting} wait already`,
        "Call again when some have been answered.",
      );
    }
    signal.throwIfAborted();
    const own = linkedAbort(signal);
    this.#underWay.add(own);
    try {
      await this.#turn(own.signal);
      return await work(own.signal).finally(() => this.#next());
    } finally {
      this.#underWay.delete(own);
      own.unlink();
    }
  }

  /** Ends every running and waiting call with a tool error that states the reason. */
  stop(): void {
    const reason = new ToolError(
      "deadline_exceeded",
      "the server was told to stop before this call was finished",
      "Call again: the server may be running again by then.",
    );
    for (const own of this.#underWay) own.abort(reason);
  }

  /** Waits for a free place; a cancelled call leaves the queue. */
  #turn(signal: AbortSignal): Promise<void> {
    if (this.#running < this.limits.callsAtOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", cancel);
        resolve();
      };
      const cancel = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      this.#waiting.push(begin);
      signal.addEventListener("abort", cancel, { once: true });
    });
  }

  /** Passes the place to the call that has waited longest. */
  #next(): void {
    const begin = this.#waiting.shift();
    if (begin === undefined) this.#running -= 1;
    else begin();
  }
}
