import * as z from "zod";
import { breaksOf } from "../src/catalog/breaks.ts";
import { baseDimensions } from "../src/catalog/dimensions.ts";
import { ToolError } from "../src/catalog/errors.ts";
import { metricsOf, type Metric } from "../src/catalog/metrics/index.ts";
import { metricNetworks, metricNetworksOf, networkTraits } from "../src/catalog/networks.ts";
import { listRows } from "../src/mcp/rows.ts";
import { defineTool } from "../src/mcp/tool.ts";
import { nearest } from "../src/query/nearest.ts";

export const describeMetrics = defineTool({
  name: "describe_metrics",
  title: "Describe metrics",
  description:
    "The metrics of one network: exact names, how each is aggregated, its breakdowns, what no longer works, breaks in its series. Free: no request.",
  local: true,
  input: z.strictObject({
    network: z.enum(metricNetworks),
    search: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("Part of a metric's or a breakdown's name."),
    api_version: z.union([z.literal(2), z.literal(3)]).default(3),
  }),
  run({ network, search, api_version: version }, { settings }) {
    const all = metricsOf(network, version);
    if (all.length === 0) {
      throw new ToolError(
        "invalid_input",
        `version ${version} has no ${network} metrics`,
        `Use version 3, or one of ${metricNetworksOf[version].join(", ")}.`,
      );
    }
    const found = all.filter(
      (metric) => search === undefined || matches(metric, search.toLowerCase()),
    );
    const names = all.map(({ name }) => name);
    if (found.length === 0) {
      return {
        text: `No ${network} metric matches ${JSON.stringify(search)}. Nearest: ${nearest(search ?? "", names).join(", ")}.`,
      };
    }
    const rows = found.map((metric) => [
      metric.name,
      metric.aggregation,
      metric.breakdowns.join(" "),
      notesOf(metric),
    ]);
    const breaks = breaksOf(network)
      .filter((row) => row.metrics.some((name) => found.some((metric) => metric.name === name)))
      .map(({ date, metrics, text }) => `Break on ${date} in ${metrics.join(", ")}: ${text}.`);
    const text = [
      `${network}, API version ${version}: ${found.length} of ${all.length} metrics.`,
      `Dimensions of every metric: ${baseDimensions.join(", ")}. One breakdown may follow, as the last.`,
      listRows(
        { columns: ["metric", "aggregation", "breakdowns", "notes"], rows },
        settings.maxAnswerTokens - 500,
        "Narrow with search.",
      ),
      ...breaks,
      ...insightsNote(network),
      ...(networkTraits[network].dayZone === undefined ? [] : ["Days begin at midnight UTC."]),
    ];
    return { text: text.join("\n") };
  },
});

const matches = (metric: Metric, search: string): boolean =>
  [metric.name, ...metric.breakdowns].some((text) => text.includes(search));

const notesOf = (metric: Metric): string =>
  [
    ...(metric.unsupported ? ["no longer supported"] : []),
    ...(metric.note === undefined ? [] : [metric.note]),
  ].join("; ");

const insightsNote = (network: keyof typeof networkTraits): string[] =>
  networkTraits[network].refusesWithoutInsights
    ? ["Every metric needs profiles whose insights are on (list_profiles)."]
    : ["Metrics that begin with insights_ have values only for profiles whose insights are on."];
