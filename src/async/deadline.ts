/** Hosts cut a call off after a minute: before that it is answered, whatever it waits for. */
import type { Clock } from "../time/clock.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { CallContext } from "../connection/connection.ts";

export interface Deadline {
  readonly clock: Clock;
  readonly seconds: number;
}

/**
 * @param work gets a signal that is aborted at the deadline, and when that is.
 * @throws ToolError `deadline_exceeded`, at the deadline at the latest.
 */
export async function withinDeadline<T>(
  { clock, seconds }: Deadline,
  signal: AbortSignal,
  work: (context: Pick<CallContext, "signal" | "deadline">) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const ending = new AbortController();
  const cancel = (): void => ending.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  const off = clock.alarm(seconds * 1000, () => ending.abort(tooLong(seconds)));
  const ended = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason), { once: true });
  });
  try {
    const deadline = clock.now() + seconds * 1000;
    const working = work({ signal: ending.signal, deadline });
    return await Promise.race([working, afterLastWord(ended, working)]);
  } finally {
    off();
    signal.removeEventListener("abort", cancel);
  }
}

/** Work that heeds the signal has something to say of how far it came. */
async function afterLastWord(ended: Promise<never>, working: Promise<unknown>): Promise<never> {
  return ended.catch(async (error: unknown) => {
    const lastWord = new Promise((resolve) => setTimeout(resolve, 200).unref());
    await Promise.race([working, lastWord]);
    throw error;
  });
}

const tooLong = (seconds: number): ToolError =>
  new ToolError(
    "deadline_exceeded",
    `the call was not finished within ${seconds} seconds`,
    "Call again: what was answered is kept, and only the rest is asked.",
  );
