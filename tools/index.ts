/** Every tool, in the order in which clients list them. */
import type { Tool } from "../src/mcp/tool.ts";
import { chartResult } from "./chart-result.ts";
import { describeMetrics } from "./describe-metrics.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { getCurrentUserV2 } from "./get-current-user-v2.ts";
import { getProfileMetrics } from "./get-profile-metrics.ts";
import { getProfileMetricsV2 } from "./get-profile-metrics-v2.ts";
import { listAdAccounts } from "./list-ad-accounts.ts";
import { listFacebookPosts } from "./list-facebook-posts.ts";
import { listLinkedinPosts } from "./list-linkedin-posts.ts";
import { listListeningQueries } from "./list-listening-queries.ts";
import { listPostLabelGroups } from "./list-post-label-groups.ts";
import { listPostLabels } from "./list-post-labels.ts";
import { listPostLabelsV2 } from "./list-post-labels-v2.ts";
import { listProfileLabels } from "./list-profile-labels.ts";
import { listProfileLabelsV2 } from "./list-profile-labels-v2.ts";
import { listProfiles } from "./list-profiles.ts";
import { listProfilesV2 } from "./list-profiles-v2.ts";
import { readResult } from "./read-result.ts";

export const tools: readonly Tool[] = [
  listProfiles,
  describeMetrics,
  getProfileMetrics,
  readResult,
  chartResult,
  listLinkedinPosts,
  listFacebookPosts,
  listPostLabels,
  listPostLabelGroups,
  listProfileLabels,
  listListeningQueries,
  listAdAccounts,
  getCurrentUser,
  listProfilesV2,
  listPostLabelsV2,
  listProfileLabelsV2,
  getProfileMetricsV2,
  getCurrentUserV2,
];
