import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, chosen, costText, definePrompt, metricsCall } from "../src/mcp/prompts/prompt.ts";

export const reportWithCharts = definePrompt({
  name: "report_with_charts",
  title: "Report with charts, as files",
  description:
    "A month of one network as a Markdown report with pictures, for agents that write files.",
  needs: ["metrics", "charts"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const month = (more: object): string =>
      metricsCall(name, "last_month", { ...chosen(one), ...more });
    const compared = { dimensions: ["profile"], compare_to: "previous_period", top: 3 };
    const chart = (more: object): string => callOf("chart_result", { result: "ID", ...more });
    return {
      task: `Write a report on ${name} for last month: the file report.md, and its pictures in the folder charts beside it. ${costText(4, 3)}; a few more, once, where the weeks of the API do not start on Monday.`,
      steps: [
        `Call ${month({ dimensions: ["date.day"], top: 1 })}. Then call ${chart({})} with the id at the end of the reply: the trend of each metric. Then call ${chart({ kind: "heatmap" })}: the rhythm of the week.`,
        `Call ${month(compared)}. Then call ${chart({ top: 10 })}: the profiles with the largest changes, now and before.`,
        "Each reply ends with the URI chart://{id}.svg. Read this resource, and write its text unchanged to charts/trend.svg, charts/week.svg and charts/changes.svg. Where you cannot read resources, leave the pictures out and say so; never draw one yourself.",
        "Embed each picture as ![what it shows, in one sentence](charts/trend.svg). Below it write the sentence again with the highest, the lowest and the last number and their dates, the range, the time zone and what is missing, as the text of the reply has them: a reader may not see the picture.",
        "Begin with the three findings that matter most; end with the questions that the numbers do not answer.",
      ],
    };
  },
});
