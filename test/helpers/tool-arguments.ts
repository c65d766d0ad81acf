/** Arguments with which each tool answers, but for those of results. */

const october = { date_start: "2026-10-01", date_end: "2026-10-07" };
const network = { network: "facebook" };
const metrics = { ...network, metrics: ["fans_change"], ...october };

export const toolArguments: Record<string, Record<string, unknown>> = {
  list_profiles: network,
  describe_metrics: network,
  get_profile_metrics: metrics,
  list_linkedin_posts: october,
  list_facebook_posts: october,
  list_post_labels: {},
  list_post_label_groups: {},
  list_profile_labels: {},
  list_listening_queries: {},
  list_ad_accounts: {},
  get_current_user: {},
  list_profiles_v2: network,
  list_post_labels_v2: {},
  list_profile_labels_v2: {},
  get_profile_metrics_v2: metrics,
  get_current_user_v2: {},
};
