/** The context of one call: how long it may take, and what it reports. */
import { upstreamError, tellUser } from "../../base/errors/tool-error.ts";
import { noLog, type Log } from "../../base/log/log.ts";
import type { Waiting } from "../quota/gate.ts";
import { systemClock } from "../../base/time/clock.ts";

export interface CallContext extends Waiting {
  readonly log: Log;
  /** Passes over the cache. */
  readonly fresh?: boolean;
}

/** The context of requests that do not wait for the quota, and fail with `upstream_failed` after some time. */
export function briefly(seconds: number): CallContext {
  const ending = new AbortController();
  const problem = `the API did not answer within ${seconds} seconds`;
  const next = tellUser`Check the base URL and the network, then try again.`;
  systemClock.alarm(seconds * 1000, () => ending.abort(upstreamError(problem, next)));
  return { signal: ending.signal, deadline: 0, onWait: () => {}, log: noLog };
}
