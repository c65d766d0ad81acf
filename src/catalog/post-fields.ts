/** Fields of Facebook posts in version 2: types, totals, sorting, filtering (spec, Post record and page posts). */

export interface PostField {
  readonly name: string;
  /** A `text` is written by an author. An `object` becomes one column per key. */
  readonly type: "number" | "text" | "word" | "time" | "flag" | "list" | "object";
  /** The numbers can be totalled over posts. Ratios, lengths and numbers of people cannot. */
  readonly adds?: true;
}

const rows =
  (type: PostField["type"], adds?: true) =>
  (...names: string[]): PostField[] =>
    names.map((name) => ({ name, type, ...(adds === undefined ? {} : { adds }) }));

const counts = rows("number", true);
const levels = rows("number");
const countsByKey = rows("object", true);
const levelsByKey = rows("object");
const words = rows("word");
const lists = rows("list");

export const facebookPostFields: readonly PostField[] = [
  ...words("id", "page_id", "author_id", "type", "url", "ppd_status"),
  ...words("video_id", "universal_video_id"),
  ...rows("time")("created_time"),
  ...rows("text")("message", "story"),
  ...rows("flag")("is_published"),
  ...lists("attachments", "post_labels"),
  ...counts("interactions", "reactions", "comments", "shares"),
  ...levels("engagement_rate", "video_length"),
  ...countsByKey("reactions_by_type"),
  ...levels("insights_engaged_fan", "insights_engaged_users"),
  ...counts("insights_impressions", "insights_impressions_fan"),
  ...counts("insights_impressions_organic", "insights_impressions_paid"),
  ...counts("insights_negative_feedback"),
  ...levels("insights_negative_feedback_unique"),
  ...counts("insights_post_clicks"),
  ...levels("insights_post_clicks_unique"),
  ...levels("insights_reach", "insights_reach_fan", "insights_reach_fan_paid"),
  ...levels("insights_reach_organic", "insights_reach_paid"),
  ...counts("insights_reactions_like_total", "insights_stories", "insights_story_adds"),
  ...levels("insights_storytellers", "insights_video_avg_time_watched"),
  ...counts("insights_video_complete_views_30s", "insights_video_complete_views_30s_autoplayed"),
  ...counts("insights_video_complete_views_30s_clicked_to_play"),
  ...counts("insights_video_complete_views_30s_organic", "insights_video_complete_views_30s_paid"),
  ...counts("insights_video_complete_views_organic", "insights_video_complete_views_paid"),
  ...counts("insights_video_view_time", "insights_video_view_time_organic"),
  ...counts("insights_video_view_time_paid"),
  ...counts("insights_video_views", "insights_video_views_autoplayed"),
  ...counts("insights_video_views_clicked_to_play"),
  ...counts("insights_video_views_organic", "insights_video_views_paid"),
  ...levels("insights_video_complete_views_30s_unique"),
  ...levels("insights_video_complete_views_organic_unique"),
  ...levels("insights_video_complete_views_paid_unique"),
  ...levels("insights_video_views_organic_unique", "insights_video_views_paid_unique"),
  ...levels("insights_video_views_unique", "insights_engagement_rate"),
  ...words("insights_paid_status"),
  ...countsByKey("insights_impressions_by_paid_non_paid", "insights_post_clicks_by_type"),
  ...levelsByKey("insights_post_clicks_by_type_unique", "insights_reach_by_paid_non_paid"),
  ...countsByKey("insights_reactions_by_type_total"),
  ...countsByKey("insights_video_view_time_by_age_bucket_and_gender"),
  ...countsByKey("insights_video_view_time_by_country_id"),
  ...lists("insights_video_retention_graph", "insights_video_retention_graph_autoplayed"),
];

/** Units and other facts that a reader needs to use a field. */
export const postFieldNotes: Readonly<Record<string, string>> = {
  engagement_rate: "interactions divided by fans on that day",
  insights_engagement_rate: "no longer supported; an older variant still returns differing values",
  insights_video_avg_time_watched: "milliseconds",
  insights_video_view_time: "milliseconds",
  insights_video_view_time_organic: "milliseconds",
  insights_video_view_time_paid: "milliseconds",
  video_length: "seconds",
};

export const reactionTypes = ["anger", "haha", "like", "love", "sorry", "wow"] as const;

export const sortablePostFields = [
  "comments",
  "created_time",
  "interactions",
  "reactions",
  ...reactionTypes.map((type) => `reactions_by_type.${type}`),
  "shares",
  "insights_engaged_users",
  "insights_impressions",
  "insights_impressions_organic",
  "insights_impressions_paid",
  "insights_post_clicks",
  "insights_post_clicks_by_type_unique.link clicks",
  "insights_post_clicks_by_type_unique.photo view",
  "insights_post_clicks_by_type_unique.video play",
  "insights_reach",
  "insights_reach_organic",
  "insights_reach_paid",
  "insights_video_avg_time_watched",
  "insights_video_complete_views_30s",
  "insights_video_view_time",
  "insights_video_views",
  "insights_video_views_organic",
  "insights_video_views_paid",
  "insights_video_views_unique",
];

export const filterablePostFields = ["post_labels", "ppd_status", "type", "insights_paid_status"];

const counted =
  /(^|[._])(comments|reactions|likes|shares|reposts|replies|saves|clicks|impressions|views|interactions|engagements)(count)?([._]|$)/;
const notTotalled =
  /(^|[._])(rate|ratio|ctr|avg|average|mean|percent|percentage|unique|reach|length|duration)([._]|$)/;

/** Returns true if the name of an undocumented field suggests a count that can be totalled over posts. */
export function canBeTotalled(name: string): boolean {
  const snake = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  return counted.test(snake) && !notTotalled.test(snake);
}
