/** An endpoint for each caller, until the caller has been away for long. */
import { httpLimits } from "../catalog/limits.ts";
import type { Caller, CallerServer } from "./caller.ts";
import { Endpoint } from "./endpoint.ts";

export interface EndpointsOptions {
  readonly serverFor: (caller: Caller) => CallerServer;
  readonly remains?: (caller: Caller) => Promise<boolean>;
  readonly now: () => number;
}

export class Endpoints {
  readonly #open = new Map<string, { readonly caller: Caller; readonly endpoint: Endpoint }>();

  constructor(readonly options: EndpointsOptions) {}

  of(caller: Caller): Endpoint {
    const known = this.#open.get(caller.id);
    if (known !== undefined) return known.endpoint;
    const { serverFor, now } = this.options;
    const endpoint = new Endpoint(serverFor(caller), now);
    this.#open.set(caller.id, { caller, endpoint });
    return endpoint;
  }

  /** Lets go what nobody has used for long, and all that is of callers who may not come any more. */
  async sweep(): Promise<void> {
    const { now, remains = async () => true } = this.options;
    const latest = now() - httpLimits.callerIdleSeconds * 1000;
    for (const [id, { caller, endpoint }] of this.#open) {
      await endpoint.sweep();
      const since = endpoint.idleSince();
      const isIdle = since !== undefined && since <= latest;
      if (!isIdle && (await remains(caller))) continue;
      this.#open.delete(id);
      await endpoint.close();
    }
  }

  closeListening(): void {
    for (const { endpoint } of this.#open.values()) endpoint.closeListening();
  }

  stop(): void {
    for (const { endpoint } of this.#open.values()) endpoint.stop();
  }

  async close(): Promise<void> {
    for (const { endpoint } of this.#open.values()) await endpoint.close();
  }
}
