import { headlineMetrics } from "../src/catalog/headlines.ts";
import { metric, network, period, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, definePrompt, honestEnding, inert } from "../src/mcp/prompts/prompt.ts";

export const comparePeriods = definePrompt({
  name: "compare_periods",
  title: "Compare periods",
  description: "A period against the one before it and against the same one a year ago.",
  needs: ["reference", "metrics"],
  arguments: { network, period, metric, profile },
  write: ({ network: name, period: taken, metric: only, profile: one }) => {
    const now = {
      network: name,
      metrics: only === undefined ? headlineMetrics[name] : [inert(only)],
      period: taken,
      skip_unavailable: true,
      ...(one === undefined ? {} : { profiles: [inert(one)] }),
    };
    return `
Compare ${taken} on ${name} with the period before it and with the year before. It spends at most 4 requests for up to 100 profiles.

1. Call ${callOf("get_profile_metrics", now)}
2. Its answer says which days it took. Call get_profile_metrics again for as many days just before them, and once more for the same days a year earlier, with date_start and date_end in place of period.
3. Write a table with each metric and its three numbers, the change in percent to either, and one sentence on whether the change is larger than that of a year ago. Where an answer names a break in a series between the periods, say that they do not compare.

${honestEnding}
`.trim();
  },
});
