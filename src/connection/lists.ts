/** The account's lists, cached for ten minutes per credential, so that names and labels cost no quota. */
import type { ApiClient } from "../api/client.ts";
import type { ListeningQuery, Named, PostLabelGroup } from "../api/records.ts";
import type { Profile, ProfileLabel } from "../api/records.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import { ourLimits } from "../catalog/limits.ts";
import { ReadThroughCache, type Asking, type ReadThroughOptions } from "./read-through-cache.ts";

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

/** Returns the lists of each call: shared by all calls, requested with the call's own client. */
export function cachedLists(
  options: Pick<ReadThroughOptions<object>, "now" | "cache">,
): (api: ApiClient, asking: Asking) => Lists {
  const cached = <List extends object>(kind: string): ReadThroughCache<List> =>
    new ReadThroughCache(kind, { ...options, seconds: ourLimits.listSeconds });
  const profiles = cached<readonly Profile[]>("profiles");
  const postLabels = cached<readonly Named[]>("post labels");
  const postLabelGroups = cached<readonly PostLabelGroup[]>("post label groups");
  const profileLabels = cached<readonly ProfileLabel[]>("profile labels");
  const queries = cached<readonly ListeningQuery[]>("listening queries");
  const adAccounts = cached<readonly Named[]>("ad accounts");
  return (api, asking) => ({
    profiles: (version, network) =>
      profiles.get(
        `${version} ${network}`,
        (signal) => api.listProfiles(version, network, signal),
        asking,
      ),
    postLabels: (version) =>
      postLabels.get(`${version}`, (signal) => api.listPostLabels(version, signal), asking),
    postLabelGroups: () =>
      postLabelGroups.get("", (signal) => api.listPostLabelGroups(signal), asking),
    profileLabels: (version) =>
      profileLabels.get(`${version}`, (signal) => api.listProfileLabels(version, signal), asking),
    listeningQueries: () => queries.get("", (signal) => api.listListeningQueries(signal), asking),
    adAccounts: (start, end) =>
      adAccounts.get(`${start} ${end}`, (signal) => api.listAdAccounts(start, end, signal), asking),
  });
}
