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

/** Lists by name, each for ten minutes. */
class Memory<List> {
  readonly #lists = new Map<string, { readonly list: List; readonly until: number }>();

  constructor(readonly now: () => number) {}

  async get(name: string, ask: () => Promise<List>): Promise<List> {
    const known = this.#lists.get(name);
    if (known !== undefined && this.now() < known.until) return known.list;
    const list = await ask();
    this.#lists.set(name, { list, until: this.now() + ourLimits.profileListSeconds * 1000 });
    return list;
  }
}

export class Session {
  readonly ledger: Ledger;
  readonly store: RequestStore;
  readonly learnt: Learnt = { ceilings: new Ceilings(), weekStart: undefined };
  readonly #profiles: Memory<readonly Profile[]>;
  readonly #labels: Memory<readonly ProfileLabel[]>;

  constructor(
    readonly transport: Transport,
    readonly authorization: Authorization,
    readonly now: () => number,
    /** What it answers is the sandbox's. */
    readonly isMadeUp = false,
  ) {
    this.#profiles = new Memory(now);
    this.#labels = new Memory(now);
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
        this.#profiles.get(`${version} ${network}`, () =>
          api.listProfiles(version, network, signal),
        ),
      listProfileLabels: (version) =>
        this.#labels.get(String(version), () => api.listProfileLabels(version, signal)),
      sent: () => sent,
    };
  }
}
