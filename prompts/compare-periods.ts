import { metric, network, period, profile } from "../src/mcp/prompts/arguments.ts";
import { chosen, definePrompt, honestEnding, inert } from "../src/mcp/prompts/prompt.ts";
import { metricsCall } from "../src/mcp/prompts/prompt.ts";

/** The period before: of the calendar where the period is one of it, as monthly_report takes it. */
const before = (taken: string): string => {
  const [, unit] = /^last_(week|month|quarter|year)$/.exec(taken) ?? [];
  return unit === undefined ? "as many days just before" : `the whole calendar ${unit} before`;
};

export const comparePeriods = definePrompt({
  name: "compare_periods",
  title: "Compare periods",
  description: "A period against the one before it and against the same days a year ago.",
  needs: ["reference", "metrics"],
  arguments: { network, period, metric, profile },
  write: ({ network: name, period: taken, metric: only, profile: one }) => {
    const metrics = only === undefined ? {} : { metrics: [inert(only)] };
    const now = metricsCall(name, taken, { ...metrics, ...chosen(one), dimensions: [] });
    return {
      task: `Compare ${taken} on ${name} with the period before it and with the same days a year earlier. This uses at most 4 requests for up to 100 profiles, and 3 more for each additional 100.`,
      steps: [
        `Call ${now}. The reply states which days it covers.`,
        `Call get_profile_metrics twice more with the same arguments, but with date_start and date_end instead of period: for ${before(taken)}, and for the same days a year earlier.`,
        "Write a table with each metric, its three numbers, and the change in percent against each of the other two periods; and one sentence on each change. If a reply names a break in a series between the periods, say that they cannot be compared. If the replies give different counts of missing values, say that more profiles may have been connected since.",
      ],
      end: honestEnding,
    };
  },
});
