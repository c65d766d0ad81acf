/** The account's lists, remembered for ten minutes per credential, so that names and labels cost no quota. */
import { LRUCache } from "lru-cache";
import type { ApiClient } from "../api/client.ts";
import type {
  ListeningQuery,
  Named,
  PostLabelGroup,
  Profile,
  ProfileLabel,
} from "../api/records.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";

/** What was asked lately, by name; the least recently used out first. */
export class Memory<Kept extends object> {
  readonly #kept: LRUCache<string, { readonly value: Kept; readonly until: number }>;

  constructor(
    readonly now: () => number,
    max: number = ourLimits.keptLists,
  ) {
    this.#kept = new LRUCache({ max });
  }

  async get(name: string, ask: () => Promise<Kept>): Promise<Kept> {
    const known = this.#kept.get(name);
    if (known !== undefined && this.now() < known.until) return known.value;
    const value = await ask();
    this.#kept.set(name, { value, until: this.now() + ourLimits.listSeconds * 1000 });
    return value;
  }
}

/** The lists as one call sees them. */
export interface Lists {
  profiles(version: ApiVersion, network: ProfileNetwork): Promise<readonly Profile[]>;
  postLabels(version: ApiVersion): Promise<readonly Named[]>;
  postLabelGroups(): Promise<readonly PostLabelGroup[]>;
  profileLabels(version: ApiVersion): Promise<readonly ProfileLabel[]>;
  listeningQueries(): Promise<readonly ListeningQuery[]>;
  /** Days are `YYYY-MM-DD`, both included. */
  adAccounts(start: string, end: string): Promise<readonly Named[]>;
}

/** What remembers: the lists of each call, by the client that the call asks with. */
export function rememberedLists(now: () => number): (api: ApiClient, signal: AbortSignal) => Lists {
  const profiles = new Memory<readonly Profile[]>(now);
  const postLabels = new Memory<readonly Named[]>(now);
  const postLabelGroups = new Memory<readonly PostLabelGroup[]>(now);
  const profileLabels = new Memory<readonly ProfileLabel[]>(now);
  const queries = new Memory<readonly ListeningQuery[]>(now);
  const adAccounts = new Memory<readonly Named[]>(now);
  return (api, signal) => ({
    profiles: (version, network) =>
      profiles.get(`${version} ${network}`, () => api.listProfiles(version, network, signal)),
    postLabels: (version) =>
      postLabels.get(`${version}`, () => api.listPostLabels(version, signal)),
    postLabelGroups: () => postLabelGroups.get("", () => api.listPostLabelGroups(signal)),
    profileLabels: (version) =>
      profileLabels.get(`${version}`, () => api.listProfileLabels(version, signal)),
    listeningQueries: () => queries.get("", () => api.listListeningQueries(signal)),
    adAccounts: (start, end) =>
      adAccounts.get(`${start} ${end}`, () => api.listAdAccounts(start, end, signal)),
  });
}
