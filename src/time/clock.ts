/** Time, injected so that tests need not wait. */
import { setTimeout as after } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Rings once, unless it is switched off with what is returned. */
  alarm(milliseconds: number, ring: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  async sleep(milliseconds, signal) {
    await after(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
  alarm(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** `14:05 UTC`, rounded up to the minute. */
export const timeOfDay = (time: number): string =>
  `${new Date(Math.ceil(time / 60_000) * 60_000).toISOString().slice(11, 16)} UTC`;
