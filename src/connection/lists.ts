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
import type { Cache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { Memory, type Asking } from "./cached.ts";

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

interface ListOptions {
  readonly now: () => number;
  readonly cache?: Cache | undefined;
}

/** What remembers: the lists of each call, by the client that the call asks with. */
export function rememberedLists(options: ListOptions): (api: ApiClient, asking: Asking) => Lists {
  const memory = <Kept extends object>(kind: string): Memory<Kept> =>
    new Memory(kind, { ...options, seconds: ourLimits.listSeconds });
  const profiles = memory<readonly Profile[]>("profiles");
  const postLabels = memory<readonly Named[]>("post labels");
  const postLabelGroups = memory<readonly PostLabelGroup[]>("post label groups");
  const profileLabels = memory<readonly ProfileLabel[]>("profile labels");
  const queries = memory<readonly ListeningQuery[]>("listening queries");
  const adAccounts = memory<readonly Named[]>("ad accounts");
  return (api, asking) => {
    const { signal } = asking;
    return {
      profiles: (version, network) =>
        profiles.get(
          `${version} ${network}`,
          () => api.listProfiles(version, network, signal),
          asking,
        ),
      postLabels: (version) =>
        postLabels.get(`${version}`, () => api.listPostLabels(version, signal), asking),
      postLabelGroups: () => postLabelGroups.get("", () => api.listPostLabelGroups(signal), asking),
      profileLabels: (version) =>
        profileLabels.get(`${version}`, () => api.listProfileLabels(version, signal), asking),
      listeningQueries: () => queries.get("", () => api.listListeningQueries(signal), asking),
      adAccounts: (start, end) =>
        adAccounts.get(`${start} ${end}`, () => api.listAdAccounts(start, end, signal), asking),
    };
  };
}
