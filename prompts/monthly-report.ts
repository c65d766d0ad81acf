import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, definePrompt, honestEnding, inert } from "../src/mcp/prompts/prompt.ts";

export const monthlyReport = definePrompt({
  name: "monthly_report",
  title: "Monthly report",
  description: "The last full month: its course by week, its best profiles, and the month before.",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const month = {
      network: name,
      metrics: headlineMetrics[name],
      period: "last_month",
      dimensions: ["profile", "date.day"],
      skip_unavailable: true,
      ...(one === undefined ? {} : { profiles: [inert(one)] }),
    };
    return `
Write the monthly report on ${name}. It spends at most 3 requests for up to 100 profiles.

1. Call ${callOf("get_profile_metrics", month)}
2. With the result id of its answer, call ${callOf("read_result", { result: "ID", grain: "week" })} for the course of the month, and ${callOf("read_result", { result: "ID", grain: "total", sort_by: headlineMetrics[name][0], top: 5 })} for the leading profiles. Both are free.
3. Call get_profile_metrics again for the calendar month before, with date_start and date_end in place of period.
4. Write three sentences for a manager; a table with each metric, the month, the month before, and the change in percent; the week in which it turned; the five leading profiles.

${honestEnding}
`.trim();
  },
});
