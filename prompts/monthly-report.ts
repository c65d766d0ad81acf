import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, chosen, definePrompt, honestEnding } from "../src/mcp/prompts/prompt.ts";
import { metricsCall } from "../src/mcp/prompts/prompt.ts";

export const monthlyReport = definePrompt({
  name: "monthly_report",
  title: "Monthly report",
  description: "The last full month against the month before: its course, its leading profiles.",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const month = (dimensions: readonly string[]): string =>
      metricsCall(name, "last_month", { ...chosen(one), dimensions });
    const top = callOf("read_result", { result: "ID", sort_by: headlineMetrics[name][0], top: 5 });
    const leaders = `Call ${month(["profile"])}. With the id in the last line of the reply, result://ID.csv, call ${top} for the leading profiles, which is free.`;
    return {
      task: `Write the monthly report on ${name}. This uses at most 5 requests for up to 100 profiles, and 4 more for each additional 100.`,
      steps: [
        `Call ${month([])} for the totals and averages. The reply states which days it covers.`,
        "Call get_profile_metrics again with the same arguments for the calendar month before, with date_start and date_end instead of period.",
        `Call ${month(["date.day"])} for the course of the month.`,
        ...(one === undefined ? [leaders] : []),
        `Write three sentences for a manager; a table with each metric, the month, the month before, and the change in percent; and the days on which the trend changed${one === undefined ? "; and the five leading profiles" : ""}.`,
      ],
      end: honestEnding,
    };
  },
});
