import { sum } from "./metric.ts";

export const tiktok = [
  sum("insights_engagements"),
  sum("insights_fans_change"),
  sum("insights_fans_lifetime", {
    level: true,
    note: "a level, although the API sums it; days cannot be totalled",
  }),
  sum("insights_profile_views"),
  sum("insights_video_views"),
];
