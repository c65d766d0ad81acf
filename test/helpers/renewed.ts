/** A client for many calls: it is made anew after some of them, because a server counts the requests of an hour. */
import { connect, type Connected, type ConnectOptions } from "./connect.ts";

/** Returns a function that gives the client for the next call. */
export function renewed(options: ConnectOptions, callsEach = 100): () => Promise<Connected> {
  const unlimited = { quotas: { account: 1e9, user: 1e9 }, ...options };
  let calls = 0;
  let connected: Promise<Connected> | undefined;
  return () => {
    if (calls % callsEach === 0) connected = undefined;
    calls += 1;
    connected ??= connect(unlimited);
    return connected;
  };
}
