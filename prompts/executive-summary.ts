import { metricNetworks } from "../src/catalog/networks.ts";
import { period } from "../src/server/mcp/prompts/arguments.ts";
import { callOf, definePrompt, savedReport } from "../src/server/mcp/prompts/prompt.ts";

/** The metrics of follower growth; each network has one. */
const growth = ["fans_change", "followers_change", "subscribers_change", "insights_fans_change"];

export const executiveSummary = definePrompt({
  name: "executive_summary",
  description: "All networks in a period, against the one before and the same a year ago.",
  occasion: "someone asks for the state of all networks on one page",
  needs: ["metrics"],
  arguments: { period },
  write: ({ period: taken }) => {
    const scope = { network: "all", period: taken };
    const before = { ...scope, compare_to: "previous_period" };
    const yearBefore = { ...scope, metrics: growth, compare_to: "previous_year" };
    return {
      task: `Write an executive summary of all networks in ${taken}. This uses at most ${6 * metricNetworks.length} requests for up to 100 profiles on each network and a month, more for more.`,
      steps: [
        `Call ${callOf("get_profile_metrics", before)}: the main numbers of each network, with their change.`,
        `Call ${callOf("get_profile_metrics", yearBefore)}: the growth of followers beside that of the year before.`,
        "Write one sentence on what went best and one on what needs attention, each with its number and change; a table with a row per network: its reach or views, its interactions and its growth, each under its own name, with the change; and one sentence on growth against the year before. Where a count of profiles follows a percentage, say that the percentage is of these. Networks count differently: never total or rank them.",
        savedReport('rID.network["facebook"].insights_views | sentence'),
      ],
    };
  },
});
