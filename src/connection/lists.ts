/** The account's lists, cached for ten minutes per credential, so that names and labels cost no quota. */
import type { ApiClient } from "../api/client.ts";
import type { ApiList, ListeningQuery, Named, PostLabelGroup } from "../api/records.ts";
import type { Profile, ProfileLabel } from "../api/records.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import { ourLimits } from "../catalog/limits.ts";
import { upstreamError } from "../errors/tool-error.ts";
import { plural } from "../text/words.ts";
import { ReadThroughCache, type Asking, type ReadThroughOptions } from "./read-through-cache.ts";

/** The lists as one call sees them. @throws ToolError `upstream_failed` for a list of which no entry has an id. */
export interface Lists {
  /** @param suffices tells whether a cached list is enough for a call with `fresh`; left out: none is. */
  profiles(
    version: ApiVersion,
    network: ProfileNetwork,
    suffices?: (list: readonly Profile[]) => boolean,
  ): Promise<readonly Profile[]>;
  postLabels(version: ApiVersion): Promise<readonly Named[]>;
  postLabelGroups(): Promise<readonly PostLabelGroup[]>;
  profileLabels(version: ApiVersion): Promise<readonly ProfileLabel[]>;
  listeningQueries(): Promise<readonly ListeningQuery[]>;
  /** Days are `YYYY-MM-DD`, both included. */
  adAccounts(start: string, end: string): Promise<readonly Named[]>;
  /** Returns a note on the entries that the lists of this call lack; undefined if they are complete. */
  note(): string | undefined;
}

/** Returns the lists of each call: shared by all calls, requested with the call's own client. */
export function cachedLists(
  options: Pick<ReadThroughOptions, "now" | "cache" | "memory">,
): (api: ApiClient, asking: Asking) => Lists {
  const cached = <One extends Named>(kind: string): ReadThroughCache<ApiList<One>> =>
    new ReadThroughCache(`list of ${kind}`, { ...options, seconds: ourLimits.listSeconds });
  const caches = {
    profiles: cached<Profile>("profiles"),
    postLabels: cached<Named>("post labels"),
    postLabelGroups: cached<PostLabelGroup>("post label groups"),
    profileLabels: cached<ProfileLabel>("profile labels"),
    queries: cached<ListeningQuery>("listening queries"),
    adAccounts: cached<Named>("ad accounts"),
  };
  return (api, asking) => {
    /** Entries without an id, by list. */
    const withoutId = new Map<object, number>();
    const read = async <One extends Named>(
      cache: ReadThroughCache<ApiList<One>>,
      name: string,
      ask: (signal: AbortSignal) => Promise<ApiList<One>>,
      suffices?: (list: readonly One[]) => boolean,
    ): Promise<readonly One[]> => {
      const list = await cache.get(name, ask, asking, suffices && ((one) => suffices(one.entries)));
      withoutId.set(cache, list.withoutId);
      if (list.withoutId === 0 || list.entries.length > 0) return list.entries;
      throw upstreamError(`${withoutIdText(list.withoutId)}, and it has no others`);
    };
    return {
      profiles: (version, network, suffices) =>
        read(
          caches.profiles,
          `${version} ${network}`,
          (signal) => api.profiles(version, network, signal),
          suffices,
        ),
      postLabels: (version) =>
        read(caches.postLabels, `${version}`, (signal) => api.postLabels(version, signal)),
      postLabelGroups: () =>
        read(caches.postLabelGroups, "", (signal) => api.postLabelGroups(signal)),
      profileLabels: (version) =>
        read(caches.profileLabels, `${version}`, (signal) => api.profileLabels(version, signal)),
      listeningQueries: () => read(caches.queries, "", (signal) => api.listeningQueries(signal)),
      adAccounts: (start, end) =>
        read(caches.adAccounts, `${start} ${end}`, (signal) => api.adAccounts(start, end, signal)),
      note() {
        const count = [...withoutId.values()].reduce((sum, one) => sum + one, 0);
        return count === 0 ? undefined : `${withoutIdText(count)}: they are omitted.`;
      },
    };
  };
}

const withoutIdText = (count: number): string =>
  `${plural(count, "entry")} of the API's list ${count === 1 ? "has" : "have"} no id`;
