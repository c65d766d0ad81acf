import * as z from "zod";
import { inputError } from "../src/errors/tool-error.ts";
import { defineTool, type Tool } from "../src/mcp/tool.ts";
import { tableCsv } from "../src/replies/csv.ts";
import { chartIdIn, resultIdIn } from "../src/replies/links.ts";
import { plural } from "../src/text/words.ts";

export const saveResultIn = (folder: string): Tool =>
  defineTool({
    name: "save_result",
    title: "Save as a file",
    description:
      "Saves a result or a piece of it as csv or xlsx (Excel), or a chart as svg, in the user's folder. Returns the path.",
    toolsets: ["metrics", "charts", "posts", "v2"],
    local: true,
    writes: true,
    input: () =>
      z.strictObject({
        result: z.string().describe("The id at the end of a reply."),
        format: z.enum(["csv", "xlsx", "svg"]),
        name: z.string().optional().describe("Without folder or extension."),
      }),
    load: () =>
      Promise.all([import("../src/exports/content.ts"), import("../src/exports/folder.ts")]),
    async run({ result, format, name }, { results, slice }, [{ contentOf }, { saveIn }]) {
      const chartId = chartIdIn(result);
      const chart = chartId === undefined ? undefined : await results.chart(chartId, slice);
      const id = chart?.origin.result ?? resultIdIn(result);
      const saved = async (content: Parameters<typeof saveIn>[3]) =>
        saveIn(folder, name ?? chartId ?? id.replaceAll(/[^\w~]+/g, "-"), format, content);
      if (format === "svg") {
        if (chart === undefined)
          throw inputError(
            "svg is the format of charts, and this is the id of a result",
            "Call chart_result with it, then save_result with the id of the chart; or choose csv or xlsx.",
          );
        return reply(await saved([await chart.svg()]));
      }
      const stored = await results.get(id);
      const { blocks, rowCount } = await contentOf(stored, format, slice);
      return reply(await saved(blocks), rowCount);
    },
  });

function reply({ path, bytes }: { readonly path: string; readonly bytes: number }, rows?: number) {
  const size = `${bytes} bytes`;
  const text = rows === undefined ? size : `${plural(rows, "row")}, ${size}`;
  const cells = { path, bytes, ...(rows === undefined ? {} : { rows }) };
  return {
    content: { subject: `Saved ${path}: ${text}.` },
    csv: () => tableCsv({ columns: Object.keys(cells), rows: [Object.values(cells)] }),
  };
}
