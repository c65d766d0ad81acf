import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, definePrompt, honestEnding, inert } from "../src/mcp/prompts/prompt.ts";

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
      skip_unavailable: true,
      ...(one === undefined ? {} : { profiles: [inert(one)] }),
    };
    return `
Write the weekly report on ${name}. It spends at most 3 requests for up to 100 profiles.

1. Call ${callOf("get_profile_metrics", week)}
2. Its answer says which days it took. Call get_profile_metrics again for the seven days before them: the same, with date_start and date_end in place of period.
3. Write one sentence on what changed most; a table with each metric, last week, the week before, and the change in percent; the three profiles that changed most, each with both numbers.

${honestEnding}
`.trim();
  },
});
