/** Waits for events, with limits that only end a test that hangs. */
import { vi } from "vitest";

/** Repeats a check until it passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 5 });

export interface Signal {
  readonly given: Promise<void>;
  readonly give: () => void;
}

/** A promise that a test resolves. */
export function newSignal(): Signal {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}
