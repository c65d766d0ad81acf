import { network, profile } from "../src/server/mcp/prompts/arguments.ts";
import {
  callOf,
  chosen,
  costText,
  definePrompt,
  metricsCall,
  savedReport,
} from "../src/server/mcp/prompts/prompt.ts";

export const reportWithCharts = definePrompt({
  name: "report_with_charts",
  description:
    "A month of one network as a Markdown report with pictures, or in words where no file can be saved.",
  occasion: "someone asks for a report with pictures",
  needs: ["metrics", "charts"],
  arguments: { network, profile },
  write: ({ network: name, profile: profileName }) => {
    const month = (more: object): string =>
      metricsCall(name, "last_month", { ...chosen(profileName), ...more });
    const compared = { dimensions: ["profile"], compare_to: "previous_period", top: 3 };
    const chart = (more: object): string => callOf("chart_result", { result: "ID", ...more });
    return {
      task: `Write a report on ${name} for last month, with three charts. ${costText(4, 3)}.`,
      steps: [
        `Call ${month({ dimensions: ["date.day"], top: 1 })}. Then, with the id at the end of the reply, call ${chart({})}: the trend of each metric. Then call ${chart({ kind: "heatmap" })}: the rhythm of the week.`,
        `Call ${month(compared)}. Then call ${chart({ top: 10 })}: the profiles with the largest changes, now and before.`,
        'If save_report is among your tools, the report that it saves draws the charts, by the ids at the end of the replies to get_profile_metrics: `{{ rID | chart }}`, `{{ rID | chart: kind: "heatmap" }}`, and `{{ rID | chart: top: 10 }}`. Without it, the report has no pictures; never draw one yourself.',
        "For each chart, also without a picture, say in words what it shows, with the highest, the lowest and the last number and their dates, the range, the time zone and what is missing, as its reply has them.",
        "Begin with the three findings that matter most; end with the questions that the numbers do not answer.",
        savedReport("rID | chart"),
      ],
    };
  },
});
