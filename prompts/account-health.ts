import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network } from "../src/mcp/prompts/arguments.ts";
import { callOf, definePrompt } from "../src/mcp/prompts/prompt.ts";

export const accountHealth = definePrompt({
  name: "account_health",
  title: "Account health",
  description: "Data gaps, expired insights and dead listening queries, and what to repair.",
  needs: ["reference", "metrics"],
  arguments: { network },
  write: ({ network: name }) => {
    const lately = {
      network: name,
      metrics: headlineMetrics[name],
      period: "last_28_days",
      skip_unavailable: true,
    };
    const byDay = { ...lately, dimensions: ["date.day"] };
    return `
Check the health of the account on ${name}. It spends at most 5 requests for up to 100 profiles, and 2 more for each further 100.

1. Call ${callOf("get_current_user", {})} to see whose access this is.
2. Call ${callOf("list_profiles", { network: name })} and note whose insights are off: they have expired or were never on.
3. Call ${callOf("get_profile_metrics", byDay)} A dash is a day on which no profile has a value.
4. Call ${callOf("get_profile_metrics", lately)} A dash is a profile without a single value. Note who is left out, and why.
5. Call ${callOf("list_listening_queries", {})} and note those that collect nothing: Paused, Done, Regulated, Suspended, and Scheduled ones that have not begun.

Then write what to repair, the most urgent first, each with the profile, day or query, and who can do it: profiles without insights must be connected again in the suite; days without values for all profiles are the network's or the suite's to mend; Regulated and Suspended queries wait for the next billing period. End with what is healthy. Never guess a cause that no answer shows.
`.trim();
  },
});
