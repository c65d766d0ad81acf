import { average, sum } from "./metric.ts";

export const instagram = [
  sum("followers_change"),
  average("followers_lifetime", { note: "measured at midnight in the profile's time zone" }),
  sum("following_change"),
  average("following_lifetime"),
  average("insights_followers", {
    breakdowns: ["country", "city", "gender_age"],
    note: "the total may differ from the breakdown",
  }),
  average("insights_impressions"),
  average("insights_impressions_28_days", { unsupported: true }),
  average("insights_impressions_7_days", { unsupported: true }),
  sum("insights_media_views", { version2: "absent" }),
  sum("insights_profile_clicks", { breakdowns: ["click_target"], unsupported: true }),
  average("insights_profile_views", { unsupported: true }),
  average("insights_reach"),
  average("insights_reach_28_days"),
  average("insights_reach_7_days"),
  sum("insights_video_views", { version2: "absent" }),
];
