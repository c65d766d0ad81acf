import { metricsTool } from "./get-profile-metrics.ts";

export const getProfileMetricsV2 = metricsTool(2, {
  name: "get_profile_metrics_v2",
  title: "Get profile metrics (version 2)",
  description:
    "Daily metrics of any number of profiles, from version 2 of the API: one request per 25 profiles × 25 metrics × 3 months.",
  toolsets: ["v2"],
});
