import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, chosen, definePrompt, honestEnding } from "../src/mcp/prompts/prompt.ts";

export const weeklyReport = definePrompt({
  name: "weekly_report",
  title: "Weekly report",
  description: "The last full week against the week before, for one network.",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const week = {
      network: name,
      metrics: headlineMetrics[name],
      period: "last_week",
      ...chosen(one),
      skip_unavailable: true,
    };
    const days = { ...week, dimensions: ["date.day"] };
    const totals = { ...week, dimensions: [] };
    return `
Write the weekly report on ${name}. It spends at most 4 requests for up to 100 profiles, and 3 more for each further 100.

1. Call ${callOf("get_profile_metrics", totals)} for the totals and averages. Its answer says which days it took.
2. Call get_profile_metrics again for the seven days before them: the same, with date_start and date_end in place of period.
3. Call ${callOf("get_profile_metrics", days)} for the course of the week.
4. Write one sentence on what changed most; a table with each metric, last week, the week before, and the change in percent; the day that stands out, if one does.

${honestEnding}
`.trim();
  },
});
