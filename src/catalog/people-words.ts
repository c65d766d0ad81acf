/** Words that people use for metrics: the metric or ratio of each network, and numbers that are not metrics. Each word has one row. */
import { followerMetrics } from "./headlines.ts";
import type { MetricNetwork } from "./networks.ts";
import { ownFormula } from "./own.ts";
import { postNetworks } from "./post-endpoints.ts";
import { absent, finding, wordOf, type Rows } from "./words.ts";

type ByNetwork = Partial<Record<MetricNetwork, string>>;

/** The words that people use for the main metrics of networks. */
export const metricWordRows: Rows<ByNetwork> = [
  ["followers follower fans fan subscribers subscriber audience", followerMetrics],
  [
    "views view",
    {
      facebook: "insights_views",
      instagram: "insights_media_views",
      youtube: "views_change",
      tiktok: "insights_video_views",
    },
  ],
  [
    "impressions impression page_impressions post_impressions",
    {
      facebook: "insights_impressions",
      instagram: "insights_impressions",
      linkedin: "insights_impressions",
    },
  ],
  [
    "reach",
    { facebook: "insights_reach", instagram: "insights_reach", linkedin: "insights_reach" },
  ],
  [
    "engagement engagements interactions",
    {
      facebook: "insights_reactions",
      youtube: "interaction_change",
      linkedin: "insights_engagements",
      tiktok: "insights_engagements",
    },
  ],
  ["profile_visits profile_views visits", { tiktok: "insights_profile_views" }],
  ["likes like reactions", { facebook: "insights_reactions" }],
  ["clicks", { linkedin: "insights_post_clicks" }],
];
const metricWords = meaning(metricWordRows);

/** A formula of the operator's catalogue takes precedence over a word. */
function meaning(rows: Rows<ByNetwork>): (text: string) => ByNetwork | undefined {
  const meaningOf = finding(rows);
  return (text) => (ownFormula(text) === undefined ? meaningOf(text) : undefined);
}

/** The main metric of a network that a word means; undefined for other texts, and where the network has none. */
export const metricMeant = (text: string, network: MetricNetwork): string | undefined =>
  metricWords(text)?.[network];

/** Ratios that people ask for by one word, each named by what it is. */
export const ratioRows: Rows<ByNetwork> = [
  [
    "engagement_rate engagement_ratio er interaction_rate avg_engagement_rate",
    {
      facebook: "reaction_rate = insights_reactions / insights_reach",
      linkedin: "engagement_rate = insights_engagements / insights_impressions",
      tiktok: "engagement_rate = insights_engagements / insights_video_views",
      youtube: "interaction_rate = interaction_change / views_change",
    },
  ],
  [
    "ctr click_rate click_through_rate clickthrough_rate",
    { linkedin: "click_rate = insights_post_clicks / insights_impressions" },
  ],
  [
    "growth_rate follower_growth_rate fan_growth_rate audience_growth_rate",
    {
      facebook: "growth_rate = fans_change / fans_lifetime",
      instagram: "growth_rate = followers_change / followers_lifetime",
      twitter: "growth_rate = followers_change / followers_lifetime",
      youtube: "growth_rate = subscribers_change / subscribers_lifetime",
      linkedin: "growth_rate = followers_change / followers_lifetime",
      pinterest: "growth_rate = followers_change / followers_lifetime",
      tiktok: "growth_rate = insights_fans_change / insights_fans_lifetime",
    },
  ],
];
const ratiosSaid = meaning(ratioRows);

/** The ratio that a word means on a network: `reaction_rate = insights_reactions / insights_reach`. */
export const ratioSaid = (text: string, network: MetricNetwork): string | undefined =>
  ratiosSaid(text)?.[network];

/** The metrics that a word means on other networks; undefined for a text that is no such word. */
export function metricElsewhere(text: string): string | undefined {
  const meant = metricWords(text) ?? ratiosSaid(text);
  if (meant === undefined) return undefined;
  return `of other networks: ${Object.entries(meant)
    .map((pair) => pair.join(" "))
    .join(", ")}`;
}

const ofPosts =
  "comments shares saves comment share reposts retweets replies posts post_count content top_posts number_of_posts published_posts";

/** Numbers that are no metrics of profiles. */
export const metricRows: Rows<string> = [
  [ofPosts, "a number of posts: list_facebook_posts or list_linkedin_posts"],
  [
    "spend cost cpc cpm roas budget ad_spend conversions",
    `${absent}: list_ad_accounts has names alone`,
  ],
  [
    "mentions sentiment share_of_voice sov buzz",
    `${absent}: list_listening_queries has names alone`,
  ],
  ["sessions bounce_rate pageviews website_visits", absent],
  ["roi return_on_investment virality story_views stories story_replies", absent],
];
const metricsSaid = finding(metricRows);

/** Explains a word that is not a metric of profiles. Undefined for numbers of posts, on networks whose posts cannot be listed. */
export const metricSaid = (text: string, network: MetricNetwork): string | undefined =>
  ofPosts.split(" ").includes(wordOf(text)) &&
  !postNetworks.some((postNetwork) => postNetwork === network)
    ? undefined
    : metricsSaid(text);
