/** The networks that each kind of endpoint serves (spec, Endpoints). */

export type ApiVersion = 2 | 3;

const version2 = ["facebook", "instagram", "twitter", "youtube", "linkedin", "pinterest"] as const;

export const metricNetworks = [...version2, "tiktok"] as const;
const profileNetworks = [...metricNetworks, "snapchat", "whatsapp"] as const;

export type MetricNetwork = (typeof metricNetworks)[number];
export type ProfileNetwork = (typeof profileNetworks)[number];

/** The networks of `/{version}/{network}/profiles`. */
export const profileNetworksOf: Record<ApiVersion, readonly ProfileNetwork[]> = {
  2: version2,
  3: profileNetworks,
};

/** The networks of `/{version}/{network}/metrics`. */
export const metricNetworksOf: Record<ApiVersion, readonly MetricNetwork[]> = {
  2: version2,
  3: metricNetworks,
};

/** As they write themselves. */
export const networkNames: Readonly<Record<MetricNetwork, string>> = {
  facebook: "Facebook",
  instagram: "Instagram",
  twitter: "X (Twitter)",
  youtube: "YouTube",
  linkedin: "LinkedIn",
  pinterest: "Pinterest",
  tiktok: "TikTok",
};

/** The differences between the networks' metrics. */
export interface NetworkTraits {
  /** The API rejects profiles without insights (code 7) for every metric of the network. */
  readonly refusesWithoutInsights: boolean;
  /** Days start at midnight in this zone; undefined means each profile's own time zone. */
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
