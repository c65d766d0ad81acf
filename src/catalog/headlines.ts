/** The headline metrics of each network, which a report opens with. */
import type { MetricNetwork } from "./networks.ts";

export const headlineMetrics: Readonly<Record<MetricNetwork, readonly [string, ...string[]]>> = {
  facebook: ["insights_views", "insights_reach", "insights_reactions", "fans_change"],
  instagram: ["insights_media_views", "insights_reach", "followers_change", "followers_lifetime"],
  twitter: ["followers_change", "followers_lifetime", "listed_change"],
  youtube: ["views_change", "viewed_time_change", "interaction_change", "subscribers_change"],
  linkedin: ["insights_impressions", "insights_engagements", "insights_reach", "followers_change"],
  pinterest: ["followers_change", "followers_lifetime", "pins_lifetime"],
  tiktok: ["insights_video_views", "insights_engagements", "insights_fans_change"],
};

/** The metrics that take the place of headline metrics that the API does not accept, the first first. */
export const spareMetrics: Readonly<Record<MetricNetwork, readonly string[]>> = {
  facebook: ["insights_media_views", "insights_post_reach", "insights_follows", "fans_lifetime"],
  instagram: ["insights_profile_views", "insights_impressions", "insights_video_views"],
  twitter: ["following_lifetime", "listed_lifetime", "following_change"],
  youtube: ["subscribers_lifetime", "video_lifetime"],
  linkedin: ["insights_post_clicks", "followers_lifetime"],
  pinterest: ["boards_lifetime", "following_lifetime", "boards_change"],
  tiktok: ["insights_profile_views", "insights_fans_lifetime"],
};

/** The standing count of those who follow a profile, by network: accounts, not people. */
export const followerMetrics: Readonly<Record<MetricNetwork, string>> = {
  facebook: "fans_lifetime",
  instagram: "followers_lifetime",
  twitter: "followers_lifetime",
  youtube: "subscribers_lifetime",
  linkedin: "followers_lifetime",
  pinterest: "followers_lifetime",
  tiktok: "insights_fans_lifetime",
};
