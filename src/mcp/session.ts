/** What one credential shares between its calls: the connection, the quota, lists and what was learnt. */
import { apiClient, type ApiClient, type Authorization } from "../api/client.ts";
import type { Profile, ProfileLabel } from "../api/records.ts";
import type { Transport } from "../api/transport.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import { Ceilings } from "../query/ceilings.ts";
import { memoryRequestStore, type RequestStore } from "../query/request-store.ts";
import type { Learnt } from "../query/requester.ts";
import { Ledger, metered } from "../quota/ledger.ts";

/** The API as one call sees it, its requests counted. */
export interface CallApi {
  readonly api: ApiClient;
  /** Remembered for ten minutes, so that names and labels cost no quota. */
  listProfiles(version: ApiVersion, network: ProfileNetwork): Promise<readonly Profile[]>;
  listProfileLabels(version: ApiVersion): Promise<readonly ProfileLabel[]>;
  /** Requests this call has sent so far. */
  sent(): number;
}

interface Remembered {
  readonly list: unknown;
  readonly until: number;
}

export class Session {
  readonly ledger: Ledger;
  readonly store: RequestStore;
  readonly learnt: Learnt = { ceilings: new Ceilings(), weekStart: undefined };
  readonly #remembered = new Map<string, Remembered>();

  constructor(
    readonly transport: Transport,
    readonly authorization: Authorization,
    readonly now: () => number,
  ) {
    this.ledger = new Ledger(now);
    this.store = memoryRequestStore(now);
  }

  forCall(signal: AbortSignal): CallApi {
    let sent = 0;
    const counted = metered(this.transport, this.ledger, () => (sent += 1));
    const api = apiClient(counted, this.authorization);
    return {
      api,
      listProfiles: (version, network) =>
        this.#remember(`profiles ${version} ${network}`, () =>
          api.listProfiles(version, network, signal),
        ),
      listProfileLabels: (version) =>
        this.#remember(`labels ${version}`, () => api.listProfileLabels(version, signal)),
      sent: () => sent,
    };
  }

  async #remember<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#remembered.get(name);
    if (known !== undefined && this.now() < known.until) return known.list as T;
    const list = await ask();
    this.#remembered.set(name, { list, until: this.now() + ourLimits.profileListSeconds * 1000 });
    return list;
  }
}
