/** A time limit for each call: hosts drop calls that take longer than about a minute. */
import type { Clock } from "../time/clock.ts";
import { ToolError } from "../errors/tool-error.ts";
import { linkedAbort } from "./linked-abort.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface Deadline {
  readonly clock: Clock;
  readonly seconds: number;
}

export interface TimeLimit {
  /** Aborted at the deadline, and when the caller cancels. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/**
 * Runs work that must end by the deadline, and stops waiting for it then.
 * @throws ToolError `deadline_exceeded`, at the deadline at the latest.
 */
export async function withinDeadline<T>(
  { clock, seconds }: Deadline,
  signal: AbortSignal,
  work: (limit: TimeLimit) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const ending = linkedAbort(signal);
  const off = clock.alarm(seconds * 1000, () => ending.abort(deadlineError(seconds)));
  const working = work({ signal: ending.signal, deadline: clock.now() + seconds * 1000 });
  try {
    return await unlessAborted(working, ending.signal);
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    // Work that stops at the signal gets a moment to report its progress in its own error.
    const gracePeriod = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(error), 200).unref();
    });
    return await Promise.race([working, gracePeriod]);
  } finally {
    off();
    ending.unlink();
  }
}

const deadlineError = (seconds: number): ToolError =>
  new ToolError(
    "deadline_exceeded",
    `the call was not finished within ${seconds} seconds`,
    "Call again: answers received so far are cached, and only the rest is requested.",
  );
