import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { chosen, definePrompt, honestEnding, metricsCall } from "../src/mcp/prompts/prompt.ts";

export const weeklyReport = definePrompt({
  name: "weekly_report",
  title: "Weekly report",
  description: "The last full week against the week before, for one network.",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const week = (dimensions: readonly string[]): string =>
      metricsCall(name, "last_week", { ...chosen(one), dimensions });
    return {
      task: `Write the weekly report on ${name}. This uses at most 4 requests for up to 100 profiles, and 3 more for each additional 100.`,
      steps: [
        `Call ${week([])} for the totals and averages. The reply states which days it covers.`,
        "Call get_profile_metrics again with the same arguments for the seven days before, with date_start and date_end instead of period.",
        `Call ${week(["date.day"])} for the course of the week.`,
        "Write one sentence on the largest change; a table with each metric, last week, the week before, and the change in percent; and the day that stands out, if there is one.",
      ],
      end: honestEnding,
    };
  },
});
