import { headlineMetrics } from "../src/catalog/headlines.ts";
import { metric, network } from "../src/server/mcp/prompts/arguments.ts";
import { callOf, chosen, costText, definePrompt } from "../src/server/mcp/prompts/prompt.ts";
import { metricsCall, withId, type PromptArgument } from "../src/server/mcp/prompts/prompt.ts";

/** Usual values are made of at least 12 weeks, which this_year does not have before the end of March. */
const period = {
  description: "At least 12 weeks: last_90_days, last_13_weeks, last_quarter or last_year.",
  values: ["last_90_days", "last_13_weeks", "last_quarter", "last_year"],
} as const satisfies PromptArgument;

export const findOutliers = definePrompt({
  name: "find_outliers",
  description: "Days on which a profile was far from its usual values, and days without values.",
  occasion: "someone asks for unusual days, spikes or drops",
  needs: ["reference", "metrics"],
  arguments: { network, period, metric },
  write: ({ network: name, period: taken, metric: only }) => {
    const metrics = chosen(only, "metrics");
    // Over a year, days of profiles are held only where they are asked: of one metric, to keep the reply small.
    const daily =
      taken === "last_year"
        ? { metrics: [headlineMetrics[name][0]], ...metrics, dimensions: ["profile", "date.day"] }
        : { ...metrics, dimensions: ["profile_label"] };
    const view = (which: string, top: number): string =>
      callOf("read_result", { result: "ID", view: which, top });
    return {
      task: `Find the days that stand out on ${name} in ${taken}. ${costText(3, 2)}.`,
      steps: [
        `Call ${metricsCall(name, taken, daily)}.`,
        `${withId} ${view("outliers", 8)} for the totals, labels and single profiles far from the usual values of their weekday. This is free.`,
        `Call ${view("gaps", 5)} for the profiles without values on some days. This is free.`,
        "Write the days that stand out, the strangest first, each with its profile, weekday, value and usual range; days on which several profiles stand out together; and the gaps with their dates. If the reply says none, say so.",
      ],
    };
  },
});
