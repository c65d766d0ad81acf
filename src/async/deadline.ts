/** The deadline of a call: hosts abort a call after about a minute, so that it has to be answered earlier. */
import { ToolError } from "../errors/tool-error.ts";
import type { Clock } from "../time/clock.ts";

export interface Deadline {
  readonly clock: Clock;
  readonly seconds: number;
}

/** What work within a deadline heeds. */
export interface Timed {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /** In milliseconds since 1970. */
  readonly deadline: number;
}

/** @throws ToolError `deadline_exceeded`, at the deadline at the latest. */
export async function withinDeadline<T>(
  { clock, seconds }: Deadline,
  signal: AbortSignal,
  work: (timed: Timed) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const ending = new AbortController();
  const cancel = (): void => ending.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  const off = clock.alarm(seconds * 1000, () => ending.abort(deadlineError(seconds)));
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

/** Work that heeds the signal gets a moment to report how far it came. */
async function afterLastWord(ended: Promise<never>, working: Promise<unknown>): Promise<never> {
  return ended.catch(async (error: unknown) => {
    const lastWord = new Promise((resolve) => setTimeout(resolve, 200).unref());
    await Promise.race([working, lastWord]);
    throw error;
  });
}

const deadlineError = (seconds: number): ToolError =>
  new ToolError(
    "deadline_exceeded",
    `the call was not finished within ${seconds} seconds`,
    "Call again: the answers so far are cached, and only the rest is requested.",
  );
