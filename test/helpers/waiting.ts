/** Waits for events, with limits that only end a test that hangs. */
import type { ChildProcess } from "node:child_process";
import { vi } from "vitest";

/** Repeats a check until it passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 5 });

/** Repeats a check until a program that was started passes it. @throws Error if it ends, such as for a port in use. */
export const startedOf = (child: ChildProcess, check: () => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with code ${code} before it served`)));
    eventually(check).then(resolve, reject);
  });

export interface Signal {
  readonly promise: Promise<void>;
  readonly give: () => void;
}

/** A promise that a test resolves. */
export function newSignal(): Signal {
  let give = (): void => {};
  const promise = new Promise<void>((resolve) => (give = resolve));
  return { promise, give };
}
