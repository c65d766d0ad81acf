/** Every prompt, in the order in which clients list them. */
import type { Prompt } from "../src/server/mcp/prompts/prompt.ts";
import { accountHealth } from "./account-health.ts";
import { campaignRecap } from "./campaign-recap.ts";
import { compareNetworks } from "./compare-networks.ts";
import { comparePeriods } from "./compare-periods.ts";
import { contentReview } from "./content-review.ts";
import { executiveSummary } from "./executive-summary.ts";
import { findOutliers } from "./find-outliers.ts";
import { monthlyReport } from "./monthly-report.ts";
import { reportWithCharts } from "./report-with-charts.ts";
import { weeklyReport } from "./weekly-report.ts";
import { whatChanged } from "./what-changed.ts";

export const prompts: readonly Prompt[] = [
  weeklyReport,
  monthlyReport,
  comparePeriods,
  whatChanged,
  findOutliers,
  compareNetworks,
  executiveSummary,
  contentReview,
  campaignRecap,
  accountHealth,
  reportWithCharts,
];
