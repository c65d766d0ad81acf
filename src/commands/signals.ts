/** How a process ends that is told to: not in the middle of work whose outcome would die with it. */

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof signals)[number];

const underWay = new Set<Promise<unknown>>();
let asked: Signal | undefined;
let endsByItself = false;

const listeners = new Map(
  signals.map((signal) => [
    signal,
    (): void => {
      asked = signal;
    },
  ]),
);

/** Runs work that a signal does not cut short: the process ends when it is done. */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  if (underWay.size === 0) for (const [signal, listener] of listeners) process.on(signal, listener);
  const working = work();
  underWay.add(working);
  try {
    return await working;
  } finally {
    underWay.delete(working);
    if (underWay.size === 0) letGo();
  }
}

function letGo(): void {
  for (const [signal, listener] of listeners) process.off(signal, listener);
  if (asked !== undefined && !endsByItself) process.kill(process.pid, asked);
}

/** For a command that ends in its own time, and then at once. The second signal does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  endsByItself = true;
  const end = async (): Promise<void> => {
    for (const signal of signals) process.once(signal, () => process.exit(1));
    await stop();
    await Promise.allSettled(underWay);
    process.exit();
  };
  for (const signal of signals) process.once(signal, () => void end());
}
