/** A clock that a test drives: who sleeps moves it on, and alarms ring when the test says so. */
import type { Clock } from "../../src/time/clock.ts";

export interface TestClock extends Clock {
  /** Rings every alarm that is on. */
  ring(): void;
  /** What was slept, in milliseconds. */
  readonly slept: number[];
}

export function testClock(now: () => number): TestClock {
  const alarms = new Set<() => void>();
  const slept: number[] = [];
  return {
    slept,
    now: () => now() + slept.reduce((sum, one) => sum + one, 0),
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      slept.push(milliseconds);
    },
    alarm(_milliseconds, ring) {
      alarms.add(ring);
      return () => void alarms.delete(ring);
    },
    ring() {
      for (const ring of alarms) ring();
    },
  };
}
