/** Ends the process on a signal, once work whose outcome must not be lost is done. */
import { constants } from "node:os";
import { endingSignals, stoppingSignals } from "../../base/platform/signals.ts";

const signals = endingSignals(process.platform);

const underWay = new Set<Promise<unknown>>();
let received: NodeJS.Signals | undefined;
let hasOwnStop = false;

const note = (signal: NodeJS.Signals): void => {
  received = signal;
};

/** Runs work that a signal does not interrupt: the process ends after it. */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  if (underWay.size === 0) for (const signal of signals) process.on(signal, note);
  const working = work();
  underWay.add(working);
  try {
    return await working;
  } finally {
    underWay.delete(working);
    if (underWay.size === 0) {
      for (const signal of signals) process.off(signal, note);
      if (received !== undefined && !hasOwnStop) process.kill(process.pid, received);
    }
  }
}

/** Ends the process as a signal does, also as process 1 of a container, for which the system does nothing by itself. */
export function endOnSignals(): void {
  for (const signal of stoppingSignals(process.platform))
    process.on(signal, () => {
      if (!hasOwnStop)
        void Promise.allSettled(underWay).then(() => process.exit(128 + constants.signals[signal]));
    });
}

/** Stops a server on a signal. A second signal does not wait for the server, only for uninterrupted work. */
export function stopOnSignal(stop: () => Promise<void>): void {
  hasOwnStop = true;
  const end = async (stopping: Promise<void>, code: number): Promise<void> => {
    await stopping;
    await Promise.allSettled(underWay);
    process.exit(code);
  };
  for (const signal of stoppingSignals(process.platform))
    process.once(signal, () => {
      process.on(signal, () => void end(Promise.resolve(), 1));
      void end(stop(), 0);
    });
}
