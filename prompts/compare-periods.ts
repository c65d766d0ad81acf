import {
  comparison,
  metric,
  network,
  period,
  profile,
} from "../src/server/mcp/prompts/arguments.ts";
import { chosen, costText, definePrompt, metricsCall } from "../src/server/mcp/prompts/prompt.ts";

export const comparePeriods = definePrompt({
  name: "compare_periods",
  description: "A period against the one before it, or against the same days a year ago.",
  occasion: "someone asks how a period compares with another",
  needs: ["reference", "metrics"],
  arguments: { network, period, compare_to: comparison, metric, profile },
  write: ({
    network: name,
    period: taken,
    compare_to: range,
    metric: only,
    profile: profileName,
  }) => {
    const metrics = chosen(only, "metrics");
    const compared = { compare_to: range ?? "previous_period" };
    const question = { ...metrics, ...chosen(profileName), dimensions: ["profile"], ...compared };
    return {
      task: `Compare ${taken} on ${name} with an earlier period. ${costText(3, 2)}.`,
      steps: [
        `Call ${metricsCall(name, taken, question)}. The first line names both ranges; the first table has the numbers of all profiles, a line per metric.`,
        "Write a table with each metric, both numbers, and the change, of all profiles; and one sentence on each change, with the profiles that changed most. Where the reply names a break, say that the numbers cannot be compared.",
      ],
    };
  },
});
