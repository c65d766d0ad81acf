import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/server/mcp/prompts/arguments.ts";
import {
  chosen,
  costText,
  definePrompt,
  metricsCall,
  savedReport,
} from "../src/server/mcp/prompts/prompt.ts";

export const weeklyReport = definePrompt({
  name: "weekly_report",
  description: "The last full week against the week before, day by day, for one network.",
  occasion: "someone asks for the report of the last week",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: profileName }) => {
    const week = {
      ...chosen(profileName),
      dimensions: ["date.day"],
      compare_to: "previous_period",
    };
    const usual = { ...chosen(profileName), dimensions: [], compare_to: "usual" };
    return {
      task: `Write the weekly report on ${name}. ${costText(4, 2)}.`,
      steps: [
        `Call ${metricsCall(name, "last_week", week)}. The first table has the whole weeks, a line per metric; then each row is a day beside the same weekday of the week before.`,
        `Call ${metricsCall(name, "last_week", usual)}. It has the mean of the four weeks before, with the lowest and the highest of them: a week between these is an ordinary one.`,
        "Write one sentence on the largest change, and whether the week is an ordinary one; a table with each metric, last week, the week before, and the change; and the day that stands out, if there is one.",
        savedReport(`rID.total.${headlineMetrics[name][0]} | sentence`),
      ],
    };
  },
});
