import { z } from "zod";
import { ToolError } from "../src/catalog/errors.ts";
import { answerOf } from "../src/mcp/result-answer.ts";
import { defineTool } from "../src/mcp/tool.ts";
import { coarsen, heldApart } from "../src/table/coarsen.ts";
import { rank, slice } from "../src/table/slice.ts";

export const readResult = defineTool({
  name: "read_result",
  title: "Read a kept result",
  description:
    "A piece of an earlier get_profile_metrics answer, exactly: some profiles, metrics or days, another grain of time, or the top rows by a metric. Free: no request. Use it where an answer was condensed.",
  local: true,
  input: z.strictObject({
    result: z.string().min(1).max(40).describe("The id at the end of the answer."),
    profiles: z
      .array(z.string().max(200))
      .min(1)
      .max(10_000)
      .optional()
      .describe("Ids or exact names."),
    metrics: z.array(z.string().max(100)).min(1).max(100).optional(),
    date_start: z.string().max(40).optional().describe("YYYY-MM-DD"),
    date_end: z.string().max(40).optional().describe("Included."),
    grain: z
      .enum(["day", "week", "month", "total"])
      .optional()
      .describe("ISO weeks, calendar months."),
    sort_by: z
      .string()
      .max(100)
      .optional()
      .describe("A metric: ranks profiles (or other rows) by it."),
    order: z.enum(["desc", "asc"]).optional(),
    top: z.int().min(1).max(10_000).optional().describe("So many rows of the ranking."),
    offset: z.int().min(0).max(100_000).optional(),
  }),
  run(input, { results, settings }) {
    const whole = results.get(input.result);
    const piece = slice(whole, {
      profiles: input.profiles,
      metrics: input.metrics,
      dateStart: input.date_start,
      dateEnd: input.date_end,
    });
    const { sort_by: sortBy, order, top, offset } = input;
    const ranked = rank(piece, { sortBy, order, top, offset });
    const { grain = "day" } = input;
    const shown = grain === "day" ? ranked.result : coarsen(ranked.result, grain);
    if (shown === undefined || (input.grain === "day" && !holdsDays(ranked.result))) {
      throw new ToolError(
        "invalid_input",
        `the result does not hold days, so it cannot be shown by ${grain}`,
        "Ask get_profile_metrics with the dimension date.day.",
      );
    }
    const apart = grain === "day" ? [] : heldApart(ranked.result);
    const notes = [
      ...(ranked.note === undefined ? [] : [ranked.note]),
      ...(apart.length === 0
        ? []
        : [`Left missing by ${grain}, since days may not be put together: ${apart.join(", ")}.`]),
    ];
    const state = `A piece of result ${whole.id}; no request sent.`;
    return answerOf(
      { finest: ranked.result, shown, state, notes, kept: whole },
      settings.maxAnswerTokens,
    );
  },
});

const holdsDays = ({ cells }: { cells: { axes: readonly { type: string }[] } }): boolean =>
  cells.axes.some(({ type }) => type === "date.day");
