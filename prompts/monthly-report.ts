import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/server/mcp/prompts/arguments.ts";
import {
  chosen,
  costText,
  definePrompt,
  metricsCall,
  savedReport,
} from "../src/server/mcp/prompts/prompt.ts";

export const monthlyReport = definePrompt({
  name: "monthly_report",
  description: "The last full month against the month before, and the profiles that moved it.",
  occasion: "someone asks for the report of the last month",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: profileName }) => {
    const dimensions = profileName === undefined ? ["profile"] : ["date.day"];
    const month = { ...chosen(profileName), dimensions, compare_to: "previous_period" };
    return {
      task: `Write the monthly report on ${name}. ${costText(3, 2)}.`,
      steps: [
        `Call ${metricsCall(name, "last_month", month)}. The first table has the whole months, a line per metric; then each row is a ${profileName === undefined ? "profile: those that rose most in the first metric, then those that fell most" : "day beside the day at its place in the month before"}.`,
        `Write three sentences for a manager; a table with each metric, the month, the month before, and the change, of all ${profileName === undefined ? "profiles; and the three profiles that moved each way most" : "days; and the days that stand out"}.`,
        savedReport(`rID.total.${headlineMetrics[name][0]} | sentence`),
      ],
    };
  },
});
