/** The limits of time that hold for Redis. */
import { unlessAborted } from "../../base/async/unless-aborted.ts";

/** Milliseconds. */
export const redisTimes = {
  /** A server that takes longer counts as away. */
  command: 1000,
  /** The same for entries of the cache, which can be large. */
  entry: 5000,
  connect: 2000,
  /** Interval between two checks of the server. */
  beat: 1000,
  /** The largest difference between the clocks of nodes and server. */
  clocks: 60_000,
} as const;

/**
 * Rejects after some time. The time is measured in ticks, so that a process that was too busy to read an answer does not
 * take the server for away.
 */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = new AbortController();
  let ticks = 10;
  const timer = setInterval(() => {
    ticks -= 1;
    if (ticks === 0) late.abort(new Error(`no answer within ${milliseconds} ms`));
  }, milliseconds / ticks);
  try {
    return await unlessAborted(work, late.signal);
  } finally {
    clearInterval(timer);
  }
}
