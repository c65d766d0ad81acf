/** Which networks each kind of endpoint serves (spec, Endpoints). */

export type ApiVersion = 2 | 3;

const version2Networks = [
  "facebook",
  "instagram",
  "twitter",
  "youtube",
  "linkedin",
  "pinterest",
] as const;

export const metricNetworks = [...version2Networks, "tiktok"] as const;
const profileNetworks = [...metricNetworks, "snapchat", "whatsapp"] as const;

export type MetricNetwork = (typeof metricNetworks)[number];
export type ProfileNetwork = (typeof profileNetworks)[number];

/** The networks whose posts are listed, by either version. */
export const postNetworks = ["facebook", "linkedin"] as const;

/** The networks of `/{version}/{network}/profiles`. */
export const profileNetworksOf: Record<ApiVersion, readonly ProfileNetwork[]> = {
  2: version2Networks,
  3: profileNetworks,
};

/** The networks of `/{version}/{network}/metrics`. */
export const metricNetworksOf: Record<ApiVersion, readonly MetricNetwork[]> = {
  2: version2Networks,
  3: metricNetworks,
};

/** What sets one network's metrics apart from the others'. */
export interface NetworkTraits {
  /** The API refuses profiles without insights (code 7), for every metric of the network. */
  readonly refusesWithoutInsights: boolean;
  /** Days begin at this zone's midnight; absent: at that of each profile's own timezone. */
  readonly dayZone?: "UTC";
}

export const networkTraits: Record<MetricNetwork, NetworkTraits> = {
  facebook: { refusesWithoutInsights: false },
  instagram: { refusesWithoutInsights: false },
  twitter: { refusesWithoutInsights: false },
  youtube: { refusesWithoutInsights: false, dayZone: "UTC" },
  linkedin: { refusesWithoutInsights: true },
  pinterest: { refusesWithoutInsights: false },
  tiktok: { refusesWithoutInsights: true },
};
