import { headlineMetrics } from "../src/catalog/headlines.ts";
import { metricsOf } from "../src/catalog/metrics/index.ts";
import { comparison, metric, network, period } from "../src/server/mcp/prompts/arguments.ts";
import { costText, definePrompt, inert, metricsCall } from "../src/server/mcp/prompts/prompt.ts";

export const whatChanged = definePrompt({
  name: "what_changed",
  description: "Which profiles, labels and parts of a metric a change comes from.",
  occasion: "someone asks why a number rose or fell",
  needs: ["reference", "metrics"],
  arguments: { network, period, metric, compare_to: comparison },
  write: ({ network: name, period: taken, metric: only, compare_to: earlierRange }) => {
    const chosen = inert(only ?? headlineMetrics[name][0]);
    const breakdown = metricsOf(name, 3).find((candidate) => candidate.name === chosen)
      ?.breakdowns[0];
    const compared = (compare_to: string, dimensions: readonly string[]): string =>
      metricsCall(name, taken, { metrics: [chosen], dimensions, compare_to });
    const by = (...dimensions: string[]): string =>
      compared(earlierRange ?? "previous_period", dimensions);
    const split =
      breakdown === undefined
        ? []
        : [`Call ${by(breakdown)} for the parts of the metric. They need not add up to its total.`];
    const usual =
      earlierRange === undefined
        ? [
            `Call ${compared("usual", [])}. A number between the lowest and the highest of the four ranges before is an ordinary one: say so.`,
          ]
        : [];
    return {
      task: `Explain the change of ${chosen} on ${name} in ${taken}. ${costText(10, 6)}.`,
      steps: [
        `Call ${by("profile")}. The first table has all profiles, the same ones in both ranges, and the groups between; then come the profiles that rose most, and those that fell most.`,
        `Call ${by("profile_label")}. Labels overlap, so their changes do not add up.`,
        ...split,
        ...usual,
        "Write the change of all profiles in one sentence; with the percent of the same profiles; then the profiles that rose and fell most, each with its change; then the labels and parts that moved otherwise than the whole. State the groups that began or ended as such: their change is no growth. Say what the replies do not explain.",
      ],
    };
  },
});
