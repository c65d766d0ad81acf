import { headlineMetrics } from "../src/catalog/headlines.ts";
import { metricNetworks } from "../src/catalog/networks.ts";
import { period } from "../src/mcp/prompts/arguments.ts";
import { callOf, definePrompt, honestEnding } from "../src/mcp/prompts/prompt.ts";

export const compareNetworks = definePrompt({
  name: "compare_networks",
  title: "Compare networks",
  description: "What each network brought in a period, and what of it can be compared.",
  needs: ["reference", "metrics"],
  arguments: { period },
  write: ({ period: taken }) => {
    const calls = metricNetworks.map((network) =>
      callOf("get_profile_metrics", {
        network,
        metrics: headlineMetrics[network],
        period: taken,
        dimensions: [],
        skip_unavailable: true,
      }),
    );
    return `
Compare the networks in ${taken}. It spends at most ${2 * metricNetworks.length} requests for up to 100 profiles on each network. An error that no profile is connected means that the network is not used: leave it out.

${calls.map((call, index) => `${index + 1}. Call ${call}`).join("\n")}

Then write a table with a row per network: its growth, its reach or views, its interactions, as far as there are metrics of them, each under its own name, and the days that the answer took. Networks count differently: set numbers of different metrics side by side, but never rank or add them. End with the network whose growth deserves attention, and why.

${honestEnding}
`.trim();
  },
});
