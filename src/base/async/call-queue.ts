/** The calls of one caller: a limited number runs at once, others wait their turn, and all can be stopped. */
import pLimit from "p-limit";
import { ToolError } from "../errors/tool-error.ts";
import { linkedAbort, type LinkedAbort } from "./linked-abort.ts";

export class CallQueue {
  /** Those that run, and those that wait. */
  readonly #calls = new Set<LinkedAbort>();
  readonly #inTurn;

  constructor(
    private readonly limits: { readonly callsAtOnce: number; readonly callsWaiting: number },
  ) {
    this.#inTurn = pLimit(limits.callsAtOnce);
  }

  /** @throws ToolError `limit_exceeded` if too many calls wait already; the reason of the signal if it is aborted. */
  async run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { callsAtOnce, callsWaiting } = this.limits;
    if (this.#calls.size >= callsAtOnce + callsWaiting) {
      throw new ToolError(
        "limit_exceeded",
        `${callsAtOnce} of your calls run and ${callsWaiting} wait already`,
        "Call again when some have been answered.",
      );
    }
    signal.throwIfAborted();
    const call = linkedAbort(signal);
    this.#calls.add(call);
    try {
      return await this.#start(call.signal, () => work(call.signal));
    } finally {
      this.#calls.delete(call);
      call.unlink();
    }
  }

  /** Ends every running and waiting call with a tool error that states the reason. */
  stop(): void {
    const reason = new ToolError(
      "deadline_exceeded",
      "the server was told to stop before this call was finished",
      "Call again: the server may be running again by then.",
    );
    for (const call of this.#calls) call.abort(reason);
  }

  /** Waits for a free place; a call that is cancelled while it waits does not start. */
  #start<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = (): void => reject(signal.reason);
      signal.addEventListener("abort", cancel, { once: true });
      void this.#inTurn(async () => {
        signal.removeEventListener("abort", cancel);
        if (!signal.aborted) await work().then(resolve, reject);
      });
    });
  }
}
