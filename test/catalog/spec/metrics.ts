/** Lists the metrics of the specification: name, aggregation, breakdowns (`*`: must be last), remarks. */

/** A row that names no version holds for both. */
export const metricTables = {
  facebook: `
    fans_change                                    | sum
    fans_lifetime                                  | avg
    insights_fan_adds                              | sum
    insights_fan_adds_unique                       | avg
    insights_fan_removes                           | sum
    insights_fan_removes_unique                    | avg
    insights_fans_lifetime                         | avg | locale* | version 3 only
    insights_fans_lifetime                         | avg | country* city* locale* | version 2 only
    insights_fans_online                           | sum | hour_of_day* | no longer supported
    insights_follows                               | sum | version 3 only
    insights_impressions                           | sum | activity_type* post_attribution*
    insights_impressions_paid                      | sum
    insights_media_views                           | sum | version 3 only
    insights_negative_feedback                     | sum | no longer supported
    insights_post_clicks_unique                    | avg | click_type* | no longer supported
    insights_post_impressions                      | sum | post_attribution*
    insights_post_reach                            | avg | post_attribution*
    insights_post_reach_paid                       | avg
    insights_reach                                 | avg | post_attribution* gender_age*
    insights_reach_28_days                         | avg | gender_age*
    insights_reach_7_days                          | avg | gender_age*
    insights_reach_paid                            | avg
    insights_reactions                             | sum | reaction_type*
    insights_video_complete_views_30s              | sum | play_type* post_attribution*
    insights_video_complete_views_30s_repeat_views | sum
    insights_video_complete_views_30s_unique       | avg
    insights_video_repeat_views                    | sum
    insights_video_views                           | sum | play_type* post_attribution*
    insights_video_views_unique                    | avg
    insights_views                                 | sum
  `,
  instagram: `
    followers_change             | sum
    followers_lifetime           | avg
    following_change             | sum
    following_lifetime           | avg
    insights_followers           | avg | country* city* gender_age*
    insights_impressions         | avg
    insights_impressions_28_days | avg | no longer supported
    insights_impressions_7_days  | avg | no longer supported
    insights_media_views         | sum | version 3 only
    insights_profile_clicks      | sum | click_target* | no longer supported
    insights_profile_views       | avg | no longer supported
    insights_reach               | avg
    insights_reach_28_days       | avg
    insights_reach_7_days        | avg
    insights_video_views         | sum | version 3 only
  `,
  twitter: `
    ff_ratio           | avg
    followers_change   | sum
    followers_lifetime | avg
    following_change   | sum
    following_lifetime | avg
    listed_change      | sum
    listed_lifetime    | avg
  `,
  youtube: `
    interaction_change       | sum | interaction_type*
    interactions_per_1k_fans | sum
    subscribers_change       | sum
    subscribers_lifetime     | avg
    video_lifetime           | avg
    viewed_time_change       | sum
    views_change             | sum
  `,
  linkedin: `
    followers_change                     | sum
    followers_lifetime                   | avg
    insights_engagements                 | sum | version 3 only
    insights_impressions                 | sum | version 3 only
    insights_impressions_engagement_rate | avg | version 3 only
    insights_post_clicks                 | sum | version 3 only
    insights_reach                       | avg | version 3 only
    insights_reach_engagement_rate       | avg | version 3 only
  `,
  pinterest: `
    boards_change      | sum
    boards_lifetime    | avg
    followers_change   | sum
    followers_lifetime | avg
    following_change   | sum
    following_lifetime | avg
    pins_lifetime      | avg
  `,
  tiktok: `
    insights_engagements   | sum | version 3 only
    insights_fans_change   | sum | version 3 only
    insights_fans_lifetime | sum | version 3 only
    insights_profile_views | sum | version 3 only
    insights_video_views   | sum | version 3 only
  `,
} as const;
