/** The headline metrics of each network, which a report opens with. */
import type { MetricNetwork } from "./networks.ts";

export const headlineMetrics: Readonly<Record<MetricNetwork, readonly [string, ...string[]]>> = {
  facebook: ["insights_views", "insights_reach", "insights_reactions", "insights_follows"],
  instagram: ["insights_media_views", "insights_reach", "followers_change", "followers_lifetime"],
  twitter: ["followers_change", "followers_lifetime", "listed_change"],
  youtube: ["views_change", "viewed_time_change", "interaction_change", "subscribers_change"],
  linkedin: ["insights_impressions", "insights_engagements", "insights_reach", "followers_change"],
  pinterest: ["followers_change", "followers_lifetime", "pins_lifetime"],
  tiktok: ["insights_video_views", "insights_engagements", "insights_fans_change"],
};
