/** The account's lists, remembered for ten minutes per credential, so that names and labels cost no quota. */
import type { ApiClient } from "../api/client.ts";
import type {
  ListeningQuery,
  Named,
  PostLabelGroup,
  Profile,
  ProfileLabel,
} from "../api/records.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import { Memory } from "./memory.ts";

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
