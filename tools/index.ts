/** Every tool, in the order in which clients list them. */
import type { Tool } from "../src/mcp/tool.ts";
import { describeMetrics } from "./describe-metrics.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { getProfileMetrics } from "./get-profile-metrics.ts";
import { listProfiles } from "./list-profiles.ts";
import { readResult } from "./read-result.ts";

export const tools: readonly Tool[] = [
  listProfiles,
  describeMetrics,
  getProfileMetrics,
  readResult,
  getCurrentUser,
];
