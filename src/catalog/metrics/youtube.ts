import { average, sum } from "./metric.ts";

export const youtube = [
  sum("interaction_change", { breakdowns: ["interaction_type"] }),
  sum("interactions_per_1k_fans"),
  sum("subscribers_change"),
  average("subscribers_lifetime"),
  average("video_lifetime"),
  sum("viewed_time_change", { note: "seconds" }),
  sum("views_change"),
];
