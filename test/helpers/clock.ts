/** A clock that a test drives: a sleep advances it at once, and alarms ring when the test rings them. */
import type { Clock } from "../../src/base/time/clock.ts";

export interface TestClock extends Clock {
  /** Rings every alarm that is set. */
  ring(): void;
  /** The lengths of the alarms that are set, in milliseconds. */
  alarms(): number[];
  /** The lengths of all sleeps, in milliseconds. */
  readonly slept: number[];
}

export function testClock(now: () => number): TestClock {
  const alarms = new Map<() => void, number>();
  const slept: number[] = [];
  return {
    slept,
    now: () => now() + slept.reduce((sum, pause) => sum + pause, 0),
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      slept.push(milliseconds);
    },
    alarm(milliseconds, ring) {
      alarms.set(ring, milliseconds);
      return () => void alarms.delete(ring);
    },
    ring() {
      for (const ring of alarms.keys()) ring();
    },
    alarms: () => [...alarms.values()],
  };
}
