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
      dimensions: ["profile", "date.day"],
      skip_unavailable: true,
    };
    return `
Check the health of the account on ${name}. It spends at most 4 requests for up to 100 profiles.

1. Call ${callOf("get_current_user", {})} to see whose access this is.
2. Call ${callOf("list_profiles", { network: name })} and note whose insights are off: they have expired or were never on.
3. Call ${callOf("get_profile_metrics", lately)} and note what it leaves out and what is missing.
4. Call ${callOf("list_listening_queries", { group: "inactive" })} and ${callOf("list_listening_queries", { status: "Suspended" })}

Then write what to repair, the most urgent first, each with the profile or query, since when, and who can do it: profiles without insights must be connected again in the suite, gaps of all profiles on the same days are the network's or the suite's, suspended queries wait for the next billing period. End with what is healthy. Never guess a cause that no answer shows.
`.trim();
  },
});
