/** Every tool, in the order in which clients list them. */
import type { Saving } from "../src/answers/exports/saving.ts";
import { saveReportTo } from "./save-report.ts";
import { saveResultTo } from "./save-result.ts";
import type { Tool } from "../src/server/mcp/tool.ts";
import { chartResult } from "./chart-result.ts";
import { describeMetrics } from "./describe-metrics.ts";
import { getCurrentUser, getCurrentUserV2 } from "./get-current-user.ts";
import { getProfileMetrics, getProfileMetricsV2 } from "./get-profile-metrics.ts";
import { listAdAccounts } from "./list-ad-accounts.ts";
import { listListeningQueries } from "./list-listening-queries.ts";
import { listPostLabelGroups } from "./list-post-label-groups.ts";
import { listPostLabels, listPostLabelsV2 } from "./list-post-labels.ts";
import { listFacebookPosts, listLinkedinPosts } from "./list-posts.ts";
import { listProfileLabels, listProfileLabelsV2 } from "./list-profile-labels.ts";
import { listProfiles, listProfilesV2 } from "./list-profiles.ts";
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

/** Over stdio, listed only where the person who starts the server names a folder. */
export const savingTools = (saving: Saving): Tool[] => [saveResultTo(saving), saveReportTo(saving)];
