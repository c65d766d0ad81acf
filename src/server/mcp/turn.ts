/** The turn of a caller: tools, resources and completions wait in the same queue, and end at the same deadline. */
import type { CallQueue } from "../../base/async/call-queue.ts";
import { withinDeadline, type Deadline, type TimeLimit } from "../../base/async/deadline.ts";
import { TimeSlice } from "../../base/async/time-slice.ts";
import type { MemoryBudget } from "../../base/memory/budget.ts";

export interface Turns {
  /** Limits the concurrent calls of one caller in a shared process. */
  readonly calls?: CallQueue;
  readonly deadline: Deadline;
  /** Bounds what calls make of stored results. */
  readonly memory?: MemoryBudget;
}

export interface Turn extends TimeLimit {
  /** Ends the work when the signal is aborted. */
  readonly slice: TimeSlice;
}

/**
 * Runs work in the caller's turn.
 * @throws ToolError `limit_exceeded` if too many wait already, `deadline_exceeded`; the reason of the signal.
 */
export const inTurn = <Result>(
  { calls, deadline, memory }: Turns,
  signal: AbortSignal,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> =>
  withinDeadline(deadline, signal, (limit) => {
    const run = async (turnSignal: AbortSignal): Promise<Result> => {
      const slice = new TimeSlice(turnSignal, calls, memory);
      try {
        return await work({ ...limit, signal: turnSignal, slice });
      } finally {
        slice.release();
      }
    };
    return calls === undefined ? run(limit.signal) : calls.run(limit.signal, run);
  });
