import { ownFormulas } from "../src/questions/metrics/question/own-formulas.ts";
import { metricHint } from "../src/questions/metrics/question/metric-hint.ts";
import { inputError } from "../src/base/errors/tool-error.ts";
import * as z from "zod";
import { metricsOf } from "../src/catalog/metrics/index.ts";
import { metricsNamed } from "../src/catalog/metric-words.ts";
import { metricNetworks, metricNetworksOf } from "../src/catalog/networks.ts";
import { defineTool } from "../src/server/mcp/tool.ts";
import type { UnacceptedSince } from "../src/answers/replies/metric-list.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";

export const describeMetrics = defineTool({
  name: "describe_metrics",
  title: "Describe metrics",
  description:
    "Available metrics (KPIs) of Facebook, Instagram, X, YouTube, LinkedIn, Pinterest or TikTok: a data dictionary with exact names, the definition of each metric, how it is calculated, dimensions (breakdowns), breaks in series. Free: no request.",
  toolsets: ["metrics", "v2"],
  local: true,
  input: () =>
    z.strictObject({
      network: z.enum(metricNetworks).describe("The social network."),
      search: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("Part of a name, or words: new followers."),
      api_version: z.literal([2, 3]).default(3).describe("2 for tools that end in _v2."),
    }),
  load: () => import("../src/answers/replies/metric-list.ts"),
  async run(
    { network, search = "", apiVersion: version },
    { settings, slice, connection },
    { metricsPage },
  ) {
    const known = metricsOf(network, version);
    const metrics = [...known, ...ownFormulas(network, known)];
    if (metrics.length === 0)
      throw inputError(
        `version ${version} has no ${network} metrics`,
        `Use version 3, or one of ${metricNetworksOf[version].join(", ")}.`,
      );
    const matches = metricsNamed(search, metrics);
    if (matches.length === 0) {
      const names = metrics.map(({ name }) => name);
      const hint = metricHint(search, network, names);
      return {
        content: {
          subject: `No ${network} metric matches ${JSON.stringify(search)}${hint}.`,
          cautions: ["Leave search out to see all."],
        },
        csv: () => tableCsv({ columns: ["metric"], rows: [] }),
      };
    }
    // Without a login, nothing is known.
    const unaccepted = await connection().then(
      async ({ learned }) => {
        await learned.recall();
        return learned.unaccepted;
      },
      () => undefined,
    );
    const since: UnacceptedSince = (name, breakdown) =>
      unaccepted?.since({ version, network, dimensions: breakdown ? [breakdown] : [] }, name);
    return slice.run(metricsPage({ network, version }, matches, settings.maxAnswerTokens, since));
  },
});
