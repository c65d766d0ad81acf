import * as z from "zod";
import { count } from "../src/mcp/inputs.ts";
import { defineTool } from "../src/mcp/tool.ts";
import { chartGrains, chartKinds } from "../src/replies/chart.ts";
import { chartUri, resultIdIn } from "../src/replies/links.ts";

export const chartResult = defineTool({
  name: "chart_result",
  title: "Chart",
  description: "Draws metrics of a result: sparklines, a picture. No request.",
  toolsets: ["charts"],
  local: true,
  input: () =>
    z.strictObject({
      result: z.string(),
      kind: z.enum(["auto", ...chartKinds]).optional(),
      metrics: z.array(z.string().max(200)).optional(),
      grain: z.enum(chartGrains).optional(),
      top: count(50),
    }),
  load: () => import("../src/charts/draw.ts"),
  run({ result, kind, metrics, ...rest }, { results }, { chartText, chartTable, storedChart }) {
    const stored = results.get(resultIdIn(result));
    const chart = stored.chart({
      ...rest,
      metrics: metrics?.length === 0 ? undefined : metrics,
      kind: kind === "auto" ? undefined : kind,
    });
    const drawn = results.addChart((id) => storedChart(id, chart));
    return {
      text: chartText(chart, chartUri(drawn.id)),
      table: () => chartTable(chart),
      result: stored,
      chart: drawn,
    };
  },
});
