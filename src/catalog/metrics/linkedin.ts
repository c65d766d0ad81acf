import { average, sum } from "./metric.ts";

export const linkedin = [
  sum("followers_change"),
  average("followers_lifetime"),
  sum("insights_engagements", { version2: "absent" }),
  sum("insights_impressions", { version2: "absent" }),
  average("insights_impressions_engagement_rate", { version2: "absent" }),
  sum("insights_post_clicks", { version2: "absent" }),
  average("insights_reach", { version2: "absent" }),
  average("insights_reach_engagement_rate", { version2: "absent" }),
];
