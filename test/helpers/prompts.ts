/** The prompts with arguments, their texts, and the calls that they write. */
import { metricNetworks } from "../../src/catalog/networks.ts";
import { prompts } from "../../prompts/index.ts";
import type { Called, Connected } from "./connect.ts";
import { idOf } from "./results.ts";

export const givens: Record<string, Record<string, string>[]> = {
  report_with_charts: [{ network: "facebook" }, { network: "linkedin", profile: "Acme US" }],
  weekly_report: metricNetworks.map((network) => ({ network })),
  monthly_report: [{ network: "facebook", profile: "Acme US" }],
  compare_periods: [
    { network: "facebook", period: "last_month" },
    { network: "facebook", period: "this_year", compare_to: "previous_year_weekdays" },
    { network: "instagram", period: "last_week", metric: "insights_reach", profile: "Acme UK" },
  ],
  what_changed: [
    { network: "facebook", period: "last_month" },
    {
      network: "facebook",
      period: "last_week",
      metric: "insights_reactions",
      compare_to: "previous_year",
    },
    { network: "linkedin", period: "last_month", metric: "followers_lifetime" },
  ],
  find_outliers: [
    { network: "facebook", period: "last_90_days" },
    { network: "instagram", period: "last_year" },
  ],
  executive_summary: [{ period: "last_month" }],
  compare_networks: [{ period: "last_quarter" }],
  content_review: [
    { network: "facebook", period: "last_month" },
    { network: "linkedin", period: "last_month", profile: "Acme US" },
  ],
  campaign_recap: [{ label: "Summer sale", period: "last_month" }],
  account_health: [{ network: "linkedin" }, {}],
};

export const written = prompts.flatMap(({ name }) =>
  (givens[name] ?? []).map((args) => [name, args] as const),
);

export async function textOf(
  { client }: Connected,
  name: string,
  args: Record<string, string>,
): Promise<string> {
  const { messages } = await client.getPrompt({ name, arguments: args });
  const [message] = messages;
  return message?.content.type === "text" ? message.content.text : "";
}

/** Calls as a prompt writes them: a tool's name and its arguments as JSON. */
export function callsIn(text: string): { tool: string; input: Record<string, unknown> }[] {
  return [...text.matchAll(/\b([a-z_]+) (\{)/g)].map(({ 1: tool = "", index }) => {
    const from = index + tool.length + 1;
    let end = text.indexOf("}", from);
    for (;;) {
      try {
        return { tool, input: JSON.parse(text.slice(from, end + 1)) };
      } catch {
        end = text.indexOf("}", end + 1);
        if (end === -1) throw new Error(`no JSON after ${tool}`);
      }
    }
  });
}

/** Makes the calls in order, each about the result, or the chart, that the text means. */
export async function follow(connected: Connected, text: string): Promise<Called[]> {
  const replies: Called[] = [];
  const charts: string[] = [];
  let result = "";
  for (const { tool, input } of callsIn(text)) {
    const id = input["result"] === "CHART" ? charts.shift() : result;
    const reply = await connected.call(tool, "result" in input ? { ...input, result: id } : input);
    replies.push(reply);
    charts.push(...(/chart:\/\/\w+/.exec(reply.text) ?? []));
    if (!("result" in input)) result = idOf(reply.text);
  }
  return replies;
}
