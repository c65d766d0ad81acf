import { metricNetworks } from "../src/catalog/networks.ts";
import { anyNetwork } from "../src/server/mcp/prompts/arguments.ts";
import {
  callOf,
  definePrompt,
  metricsCall,
  costText,
  withId,
} from "../src/server/mcp/prompts/prompt.ts";

export const accountHealth = definePrompt({
  name: "account_health",
  description: "Data gaps, expired insights and dead listening queries, and what to repair.",
  occasion: "numbers are missing, or before a report that must be complete",
  needs: ["reference", "metrics"],
  needsAccount: true,
  arguments: { network: anyNetwork },
  write: ({ network: chosen }) => {
    const name = chosen ?? "all";
    return {
      task:
        name === "all"
          ? `Check the health of the account on all networks. ${costText(2 * metricNetworks.length + 3, metricNetworks.length)} of a network.`
          : `Check the health of the account on ${name}. ${costText(4, 1)}.`,
      steps: [
        `Call ${callOf("get_current_user", {})} to see whose access this is.`,
        `Call ${name === "all" ? callOf("get_profile_metrics", { network: name, period: "last_28_days" }) : metricsCall(name, "last_28_days", {})}. Note which profiles are omitted, and those whose insights are off: they have expired or were never on.`,
        `${withId} ${callOf("read_result", { result: "ID", view: "gaps" })} for the profiles that lack days, and the reason. Every profile without current values comes first; go on with offset while they do. This is free.`,
        `Call ${callOf("list_listening_queries", {})} and note the queries that collect nothing: Paused, Done, Regulated, Suspended, and Scheduled ones that have not begun.`,
      ],
      end: "Then write what to repair, the most urgent first, every profile without values by its name, each with the profile, day or query, and who can do it. Profiles without insights must be connected again in the suite. Days without values for all profiles must be repaired by the network or the suite. Regulated and Suspended queries wait for the next billing period. End with what is healthy. Never guess a cause that no reply shows.",
    };
  },
});
