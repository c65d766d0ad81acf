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

/** For a command that ends in its own time. The second signal does not wait for that; work like the above it does. */
export function stopOnSignal(stop: () => Promise<void>): void {
  endsByItself = true;
  const end = async (stopping: Promise<void>, code: number): Promise<void> => {
    await stopping;
    await Promise.allSettled(underWay);
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    let isFirst = true;
    process.on(signal, () => {
      void (isFirst ? end(stop(), 0) : end(Promise.resolve(), 1));
      isFirst = false;
    });
  }
}
