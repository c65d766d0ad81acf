import { metricNetworks } from "../src/catalog/networks.ts";
import { period } from "../src/server/mcp/prompts/arguments.ts";
import { callOf, definePrompt, honestEnding } from "../src/server/mcp/prompts/prompt.ts";

export const compareNetworks = definePrompt({
  name: "compare_networks",
  description: "What each network brought in a period, and what of it can be compared.",
  occasion: "someone asks which network brought most, or for an overview of all",
  needs: ["reference", "metrics"],
  arguments: { period },
  write: ({ period: taken }) => ({
    task: `Compare the networks in ${taken}. This uses at most ${2 * metricNetworks.length} requests for up to 100 profiles on each network and a month, more for more.`,
    steps: [`Call ${callOf("get_profile_metrics", { network: "all", period: taken })}.`],
    end: `Then write a table with a row per network: its growth, its reach or views, and its interactions, where it has such metrics, each under its own name; and the days that the reply covers. Networks count differently: show numbers of different metrics side by side, but never rank or total them; the followers of all networks are the only sum that the reply makes. End with the network whose growth needs attention, and why.\n\n${honestEnding}`,
  }),
});
