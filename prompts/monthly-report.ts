import { headlineMetrics } from "../src/catalog/headlines.ts";
import { network, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, chosen, definePrompt, honestEnding } from "../src/mcp/prompts/prompt.ts";

export const monthlyReport = definePrompt({
  name: "monthly_report",
  title: "Monthly report",
  description: "The last full month against the month before: its course, its leading profiles.",
  needs: ["reference", "metrics"],
  arguments: { network, profile },
  write: ({ network: name, profile: one }) => {
    const metrics = headlineMetrics[name];
    const month = {
      network: name,
      metrics,
      period: "last_month",
      ...chosen(one),
      skip_unavailable: true,
    };
    const totals = callOf("get_profile_metrics", { ...month, dimensions: [] });
    const days = callOf("get_profile_metrics", { ...month, dimensions: ["date.day"] });
    const profiles = callOf("get_profile_metrics", { ...month, dimensions: ["profile"] });
    const best = callOf("read_result", { result: "ID", sort_by: metrics[0], top: 5 });
    const leaders = `Call ${profiles} With the result id at its end, call ${best} for the leading profiles. That is free.`;
    const steps = [
      `Call ${totals} for the totals and averages. Its answer says which days it took.`,
      "Call get_profile_metrics again for the calendar month before them: the same, with date_start and date_end in place of period.",
      `Call ${days} for the course of the month.`,
      ...(one === undefined ? [leaders] : []),
      `Write three sentences for a manager; a table with each metric, the month, the month before, and the change in percent; the days on which it turned${one === undefined ? "; the five leading profiles" : ""}.`,
    ];
    return `
Write the monthly report on ${name}. It spends at most 5 requests for up to 100 profiles, and 4 more for each further 100.

${steps.map((step, index) => `${index + 1}. ${step}`).join("\n")}

${honestEnding}
`.trim();
  },
});
