import * as z from "zod";
import { count, metrics as metricNames } from "../src/server/mcp/inputs.ts";
import { defineTool } from "../src/server/mcp/tool.ts";
import { grainNames } from "../src/catalog/grains.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";
import { chartKinds } from "../src/answers/replies/chart.ts";
import { chartPageUri, chartUri, resultIdIn } from "../src/answers/replies/links.ts";

export const chartResult = defineTool({
  name: "chart_result",
  title: "Chart",
  description:
    "Draws a chart (plot, graph) of an earlier result, to show a course or a comparison; for rows of numbers, read_result. Returns the series as text, and a picture. No request.",
  toolsets: ["charts"],
  page: chartPageUri,
  local: true,
  input: () =>
    z.strictObject({
      result: z.string().describe("The id at the end of its reply."),
      kind: z
        .enum(["auto", ...chartKinds])
        .optional()
        .describe("Default: chosen by the data."),
      metrics: metricNames().describe("Of the result."),
      grain: z.enum(grainNames).optional().describe("Time of each point."),
      top: count(50).describe("Series shown, at most."),
    }),
  load: () => import("../src/answers/charts/draw.ts"),
  async run(
    { result, kind, metrics, ...rest },
    services,
    { chartContent, chartTable, storedChart },
  ) {
    const { results, slice, showsPages } = services;
    const stored = await results.get(resultIdIn(result));
    const request = {
      ...rest,
      metrics: metrics?.length === 0 ? undefined : metrics,
      kind: kind === "auto" ? undefined : kind,
    };
    const chart = await slice.run(stored.chart(request));
    const origin = { result: stored.id, request };
    const drawn = results.addChart((id) => storedChart(id, chart, origin));
    return {
      content: await slice.run(chartContent(chart, chartUri(drawn.id), showsPages)),
      csv: () => tableCsv(chartTable(chart)),
      result: stored,
      chart: drawn,
    };
  },
});
