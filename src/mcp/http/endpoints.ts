/** An endpoint for each caller, until the caller has been away for long. */
import { httpLimits } from "../../catalog/limits.ts";
import type { Caller, CallerServer } from "./caller.ts";
import { Endpoint } from "./endpoint.ts";

export interface EndpointsOptions {
  readonly serverFor: (caller: Caller) => CallerServer;
  readonly now: () => number;
}

export class Endpoints {
  readonly #open = new Map<string, Endpoint>();

  constructor(readonly options: EndpointsOptions) {}

  of(caller: Caller): Endpoint {
    const known = this.#open.get(caller.id);
    if (known !== undefined) return known;
    const { serverFor, now } = this.options;
    const opened = new Endpoint(serverFor(caller), now);
    this.#open.set(caller.id, opened);
    return opened;
  }

  /** Lets go what nobody has used for long. */
  async sweep(): Promise<void> {
    const latest = this.options.now() - httpLimits.callerIdleSeconds * 1000;
    for (const [id, endpoint] of this.#open) {
      await endpoint.sweep();
      const since = endpoint.idleSince();
      if (since === undefined || since > latest) continue;
      this.#open.delete(id);
      await endpoint.close();
    }
  }

  closeListening(): void {
    for (const endpoint of this.#open.values()) endpoint.closeListening();
  }

  stop(): void {
    for (const endpoint of this.#open.values()) endpoint.stop();
  }

  async close(): Promise<void> {
    for (const endpoint of this.#open.values()) await endpoint.close();
  }
}
