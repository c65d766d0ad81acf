/** The clock, injected so that tests do not wait. */
import type { Day } from "./days.ts";
import { setTimeout as after } from "node:timers/promises";

export interface Clock {
  /** Returns milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Resolves after the given time. Rejects with the signal's reason if the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls `ring` once after the given time. Returns a function that cancels the alarm. */
  alarm(milliseconds: number, ring: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    await after(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
  alarm(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** Moves the clock of the process to noon of a day, in all parts alike: the sandbox makes up the data of any day. */
export function moveClockTo(day: Day): void {
  const now = Date.now.bind(Date);
  const shift = Date.parse(`${day}T12:00Z`) - now();
  Date.now = () => now() + shift;
}

/** True for a time that a clock ahead wrote. Such an entry is not valid: it would outlive its age. */
export const isAhead = (written: number, now: number): boolean => written > now + 60_000;

/** @param life milliseconds for which what was written is valid. */
export const isValid = (written: number, life: number, now: number): boolean =>
  now < written + life && !isAhead(written, now);

/** Formats a time as `14:05 UTC`, rounded up to the minute; on another day than `now`, as `2026-11-20 14:05 UTC`. */
export function timeOfDay(time: number, now: number): string {
  const text = new Date(Math.ceil(time / 60_000) * 60_000).toISOString().slice(0, 16);
  const isSameDay = text.startsWith(new Date(now).toISOString().slice(0, 10));
  return `${isSameDay ? text.slice(11) : text.replace("T", " ")} UTC`;
}
