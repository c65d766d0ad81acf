import { headlineMetrics } from "../src/catalog/headlines.ts";
import { metric, network, period, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, chosen, definePrompt, honestEnding, inert } from "../src/mcp/prompts/prompt.ts";

export const comparePeriods = definePrompt({
  name: "compare_periods",
  title: "Compare periods",
  description: "A period against the one before it and against the same days a year ago.",
  needs: ["reference", "metrics"],
  arguments: { network, period, metric, profile },
  write: ({ network: name, period: taken, metric: only, profile: one }) => {
    const now = {
      network: name,
      metrics: only === undefined ? headlineMetrics[name] : [inert(only)],
      period: taken,
      dimensions: [],
      ...chosen(one),
      skip_unavailable: true,
    };
    return `
Compare ${taken} on ${name} with the period before it and with the year before. It spends at most 4 requests for up to 100 profiles, and 3 more for each further 100.

1. Call ${callOf("get_profile_metrics", now)} Its answer says which days it took.
2. Call get_profile_metrics again for as many days just before them, and once more for the same days a year earlier: the same, with date_start and date_end in place of period.
3. Write a table with each metric, its three numbers, and the change in percent against each of the other two; one sentence on each change. Where an answer names a break in a series between the periods, say that they do not compare. More profiles may have been connected since: say so where the answers give other counts of missing values.

${honestEnding}
`.trim();
  },
});
