/** Abort controllers that follow a signal. AbortSignal.any takes several times as long, and each call makes some. */

export interface LinkedAbort {
  /** Aborted with the signal, or by {@link abort}. */
  readonly signal: AbortSignal;
  readonly abort: (reason: unknown) => void;
  /** Stops following the signal. */
  readonly unlink: () => void;
}

export function linkedAbort(signal: AbortSignal): LinkedAbort {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => signal.removeEventListener("abort", follow),
  };
}
