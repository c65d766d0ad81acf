import * as z from "zod";
import { metrics as metricNames } from "../src/mcp/inputs.ts";
import { defineTool } from "../src/mcp/tool.ts";
import { grainNames } from "../src/catalog/grains.ts";
import { tableCsv } from "../src/replies/csv.ts";
import { chartKinds } from "../src/replies/chart.ts";
import { chartPageUri, chartUri, resultIdIn } from "../src/replies/links.ts";

/** Its bounds are not in the list of tools, where they would cost each model tokens. */
const top = z
  .number()
  .refine(
    (number) => Number.isInteger(number) && number >= 1 && number <= 50,
    "it must be a whole number from 1 to 50",
  );

export const chartResult = defineTool({
  name: "chart_result",
  title: "Chart",
  description: "Draws a chart (plot, graph) to visualize a result. No request.",
  toolsets: ["charts"],
  page: chartPageUri,
  local: true,
  input: () =>
    z.strictObject({
      result: z.string(),
      kind: z.enum(["auto", ...chartKinds]).optional(),
      metrics: metricNames(),
      grain: z.enum(grainNames).optional(),
      top: top.optional(),
    }),
  load: () => import("../src/charts/draw.ts"),
  async run(
    { result, kind, metrics, ...rest },
    services,
    { chartContent, chartTable, storedChart },
  ) {
    const { results, slice } = services;
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
      content: await slice.run(chartContent(chart, chartUri(drawn.id))),
      csv: () => tableCsv(chartTable(chart)),
      result: stored,
      chart: drawn,
    };
  },
});
