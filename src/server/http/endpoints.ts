/** The endpoints of all callers. An endpoint is closed when its caller has been idle for too long. */
import { isDeepStrictEqual } from "node:util";
import { httpLimits } from "../../catalog/limits.ts";
import type { Authentication } from "./authentication.ts";
import type { Caller, CallerServer } from "./caller.ts";
import { Endpoint } from "./endpoint.ts";

export interface EndpointsOptions {
  readonly authentication: Pick<Authentication, "isAllowed">;
  /** Creates the server of a caller, at the first request and at the first after the idle limit. */
  readonly serverFor: (caller: Caller) => CallerServer;
  readonly now: () => number;
  /** Returns true while the state that nodes share is reachable. Absent for a single node, which alone has sessions. */
  readonly hasSharedState?: (() => boolean) | undefined;
  readonly onerror: (error: Error) => void;
}

export class Endpoints {
  readonly #open = new Map<string, { readonly caller: Caller; readonly endpoint: Endpoint }>();

  constructor(private readonly options: EndpointsOptions) {}

  /** Returns the endpoint of a caller, and creates it at the first request. */
  of(caller: Caller): Endpoint {
    const existing = this.#open.get(caller.id);
    if (existing !== undefined) {
      if (isDeepStrictEqual(existing.caller, caller)) return existing.endpoint;
      // Sessions that use the previous logins are closed.
      existing.endpoint.close().catch(this.options.onerror);
    }
    const { serverFor, now, hasSharedState } = this.options;
    const endpoint = new Endpoint(serverFor(caller), now, hasSharedState === undefined);
    this.#open.set(caller.id, { caller, endpoint });
    return endpoint;
  }

  /** Closes idle sessions, idle endpoints, and endpoints of callers that are no longer allowed. */
  async sweep(): Promise<void> {
    const latest = this.options.now() - httpLimits.callerIdleSeconds * 1000;
    for (const [id, { caller, endpoint }] of this.#open) {
      await endpoint.sweep();
      if (endpoint.idleSince() > latest && (await this.#isAllowed(caller))) continue;
      if (this.#open.get(id)?.endpoint === endpoint) this.#open.delete(id);
      await endpoint.close();
    }
  }

  /** A caller whose access cannot be checked stays until it can be. */
  #isAllowed(caller: Caller): Promise<boolean> {
    const { authentication, onerror } = this.options;
    return authentication.isAllowed(caller).catch((error: Error) => {
      onerror(error);
      return true;
    });
  }

  *values(): Iterable<Endpoint> {
    for (const { endpoint } of this.#open.values()) yield endpoint;
  }
}
