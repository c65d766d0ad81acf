import { network, profile } from "../src/mcp/prompts/arguments.ts";
import {
  chosen,
  definePrompt,
  honestEnding,
  metricsCall,
  costText,
  comparedCells,
} from "../src/mcp/prompts/prompt.ts";

export const monthlyReport = definePrompt({
  name: "monthly_report",
  title: "Monthly report",
  description: "The last full month against the month before, and the profiles that moved it.",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const dimensions = one === undefined ? ["profile"] : ["date.day"];
    const month = { ...chosen(one), dimensions, compare_to: "previous_period" };
    return {
      task: `Write the monthly report on ${name}. ${costText(3, 2)}.`,
      steps: [
        one === undefined
          ? `Call ${metricsCall(name, "last_month", month)}. The rows are ordered by what they contribute to the change of the first metric; a row below them is all profiles: ${comparedCells}.`
          : `Call ${metricsCall(name, "last_month", month)}. Each row is a day beside the day at its place in the month before; the last row is the whole months: ${comparedCells}.`,
        `Write three sentences for a manager; a table with each metric, the month, the month before, and the change, of all ${one === undefined ? "profiles; and the three profiles that moved each way most" : "days; and the days that stand out"}.`,
      ],
      end: honestEnding,
    };
  },
});
