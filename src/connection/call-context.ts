/** The context of one call: how long it may take, and what it reports. */
import { noLog, type Log } from "../log/log.ts";

export interface CallContext {
  readonly signal: AbortSignal;
  /** In milliseconds since 1970. The call does not wait for the quota beyond it. */
  readonly deadline: number;
  /** Called when the call waits for the quota. @param until in milliseconds since 1970. */
  readonly onWait: (until: number) => void;
  readonly log: Log;
  /** Whose call it is, where several share the connection. */
  readonly caller?: string | undefined;
  /** Passes over the cache. */
  readonly fresh?: boolean;
}

/** The context of a request that does not wait for the quota. */
export const briefly = (milliseconds: number): CallContext => ({
  signal: AbortSignal.timeout(milliseconds),
  deadline: 0,
  onWait: () => {},
  log: noLog,
});
