import * as z from "zod";
import { inputError } from "../src/base/errors/tool-error.ts";
import type { Blocks } from "../src/answers/exports/content.ts";
import type { Saved } from "../src/answers/exports/folder.ts";
import type { Saving } from "../src/answers/exports/saving.ts";
import { defineTool, type Tool } from "../src/server/mcp/tool.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";
import { chartIdIn, resultIdIn } from "../src/answers/replies/links.ts";
import { plural } from "../src/base/text/words.ts";

export const saveResultTo = (saving: Saving): Tool =>
  defineTool({
    name: "save_result",
    title: "Save as a file",
    description: `Saves a result or a piece of it as csv or xlsx (Excel), or a chart as svg, ${saving.where}.`,
    toolsets: ["metrics", "charts", "posts", "v2"],
    local: true,
    ...(saving.isFolder && { writes: true }),
    input: () =>
      z.strictObject({
        result: z.string().describe("The id at the end of a reply."),
        format: z.enum(["csv", "xlsx", "svg"]).describe("Of the file."),
        name: z.string().optional().describe("Without folder or extension."),
      }),
    load: () => import("../src/answers/exports/content.ts"),
    async run({ result, format, name }, { results, slice }, { contentOf }) {
      const chartId = chartIdIn(result);
      const chart = chartId === undefined ? undefined : await results.chart(chartId, slice);
      const id = chart?.origin.result ?? resultIdIn(result);
      const saved = (content: Blocks) =>
        saving.save(name ?? chartId ?? id.replaceAll(/[^\w~]+/g, "-"), format, content);
      if (format === "svg") {
        if (chart === undefined)
          throw inputError(
            "svg is the format of charts, and this is the id of a result",
            "Call chart_result with it, then save_result with the id of the chart; or choose csv or xlsx.",
          );
        return reply(await saved([await chart.svg()]), saving);
      }
      const stored = await results.get(id);
      const { blocks, rowCount } = await contentOf(stored, format, slice);
      return reply(await saved(blocks), saving, rowCount);
    },
  });

function reply({ path, bytes }: Saved, { note }: Saving, rows?: number) {
  const size = `${bytes} bytes`;
  const text = rows === undefined ? size : `${plural(rows, "row")}, ${size}`;
  const cells = { path, bytes, ...(rows === undefined ? {} : { rows }) };
  return {
    content: { subject: `Saved ${path}: ${text}.`, cautions: [note] },
    csv: () => tableCsv({ columns: Object.keys(cells), rows: [Object.values(cells)] }),
  };
}
