/** Lists the fields of Facebook posts in the specification: name, type, and the flags and units that it gives. */
export const postFieldTable = `
  attachments                                       | array
  author_id                                         | string
  comments                                          | integer  | sortable
  created_time                                      | datetime | sortable
  engagement_rate                                   | float
  id                                                | string
  interactions                                      | integer  | sortable
  is_published                                      | boolean
  message                                           | string
  page_id                                           | string
  post_labels                                       | array    | filterable
  ppd_status                                        | string   | filterable
  reactions                                         | integer  | sortable
  reactions_by_type                                 | object
  shares                                            | integer  | sortable
  story                                             | string
  type                                              | string   | filterable
  universal_video_id                                | string
  url                                               | string
  video_id                                          | string
  video_length                                      | float    | seconds

  insights_engaged_fan                              | integer
  insights_engaged_users                            | integer  | sortable
  insights_impressions                              | integer  | sortable
  insights_impressions_fan                          | integer
  insights_impressions_organic                      | integer  | sortable
  insights_impressions_paid                         | integer  | sortable
  insights_negative_feedback                        | integer
  insights_negative_feedback_unique                 | integer
  insights_post_clicks                              | integer  | sortable
  insights_post_clicks_unique                       | integer
  insights_reach                                    | integer  | sortable
  insights_reach_fan                                | integer
  insights_reach_fan_paid                           | integer
  insights_reach_organic                            | integer  | sortable
  insights_reach_paid                               | integer  | sortable
  insights_reactions_like_total                     | integer
  insights_stories                                  | integer
  insights_story_adds                               | integer
  insights_storytellers                             | integer
  insights_video_avg_time_watched                   | integer  | sortable | milliseconds
  insights_video_complete_views_30s                 | integer  | sortable
  insights_video_complete_views_30s_autoplayed      | integer
  insights_video_complete_views_30s_clicked_to_play | integer
  insights_video_complete_views_30s_organic         | integer
  insights_video_complete_views_30s_paid            | integer
  insights_video_complete_views_30s_unique          | integer
  insights_video_complete_views_organic             | integer
  insights_video_complete_views_organic_unique      | integer
  insights_video_complete_views_paid                | integer
  insights_video_complete_views_paid_unique         | integer
  insights_video_view_time                          | integer  | sortable | milliseconds
  insights_video_view_time_organic                  | integer  | milliseconds
  insights_video_view_time_paid                     | integer  | milliseconds
  insights_video_views                              | integer  | sortable
  insights_video_views_autoplayed                   | integer
  insights_video_views_clicked_to_play              | integer
  insights_video_views_organic                      | integer  | sortable
  insights_video_views_organic_unique               | integer
  insights_video_views_paid                         | integer  | sortable
  insights_video_views_paid_unique                  | integer
  insights_video_views_unique                       | integer  | sortable

  insights_engagement_rate                          | float    | no longer supported
  insights_paid_status                              | string   | filterable

  insights_impressions_by_paid_non_paid             | object
  insights_post_clicks_by_type                      | object
  insights_post_clicks_by_type_unique               | object
  insights_reach_by_paid_non_paid                   | object
  insights_reactions_by_type_total                  | object
  insights_video_view_time_by_age_bucket_and_gender | object
  insights_video_view_time_by_country_id            | object

  insights_video_retention_graph                    | array
  insights_video_retention_graph_autoplayed         | array
`;

/** Keys of object fields that posts can be sorted by. */
export const sortableKeys = [
  "reactions_by_type.anger",
  "reactions_by_type.haha",
  "reactions_by_type.like",
  "reactions_by_type.love",
  "reactions_by_type.sorry",
  "reactions_by_type.wow",
  "insights_post_clicks_by_type_unique.link clicks",
  "insights_post_clicks_by_type_unique.photo view",
  "insights_post_clicks_by_type_unique.video play",
];
