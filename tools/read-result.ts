import * as z from "zod";
import { grainNames } from "../src/catalog/grains.ts";
import { ourLimits } from "../src/catalog/limits.ts";
import { statisticBuckets, statistics, views } from "../src/catalog/statistics.ts";
import { count, metrics, order, text, texts, where } from "../src/server/mcp/inputs.ts";
import { defineTool } from "../src/server/mcp/tool.ts";
import { resultIdIn } from "../src/answers/replies/links.ts";
import { readPiece } from "../src/answers/replies/stored-piece.ts";

const grains = [...grainNames, "weekday", "total"] as const;

export const readResult = defineTool({
  name: "read_result",
  title: "Read a stored result",
  description:
    "Reads rows of an earlier result (metrics or posts): ranks, filters and groups them, gives the next page, the top, another grain of time (by week), statistics; finds outliers (spikes, anomaly detection) and missing days in the data. Exact and free: no request.",
  toolsets: ["metrics", "posts", "v2"],
  local: true,
  input: () =>
    z.strictObject({
      result: z
        .string()
        .min(1)
        .max(ourLimits.resultIdLength)
        .describe("The id, or the URI at the end of a reply."),
      profiles: texts(10_000, 200).optional().describe("Ids or names."),
      metrics: metrics().describe("Of the result, or formulas."),
      date_start: text(40).describe("YYYY-MM-DD"),
      date_end: text(40).describe("Inclusive."),
      grain: z.enum(grains).optional().describe("Rows of time."),
      ...valueInputs(),
      group_by: text(200).describe(
        "Of profiles: profile_label (median and ends within each label). Posts: a field, weekday, hour, day, week, month, profile or post_labels; several with commas, combined with +.",
      ),
      split: text(200).describe("Of posts: e.g. post_labels = X; with it and without."),
      beside: text(ourLimits.resultIdLength).describe("Metrics next to groups of posts: their id."),
      sort_by: text(200).describe("As in get_profile_metrics."),
      order: order(),
      where: where().describe("As in get_profile_metrics."),
      top: count(10_000).describe("Number of rows."),
      best: count(100).describe("Posts of each group, by sort_by."),
      offset: z.int().min(0).max(100_000).optional().describe("Rows to skip."),
    }),
  async run({ result, ...piece }, services) {
    const { results, slice, settings, now } = services;
    const stored = await results.get(resultIdIn(result));
    const { maxAnswerTokens: maxTokens } = settings;
    const beside =
      piece.beside === undefined ? undefined : await results.get(resultIdIn(piece.beside));
    return slice.run(readPiece(stored, piece, { maxTokens, now: now(), beside }));
  },
});

/** What is made of the values of each row. */
const valueInputs = () => ({
  statistic: text(80).describe(
    `${statistics.join(", ")}: of the values of each row by day; several with commas.`,
  ),
  of: z
    .enum(["day", ...statisticBuckets])
    .optional()
    .describe(
      `The values of statistic: days (default), or whole ${statisticBuckets.map((name) => `${name}s`).join(", ")}.`,
    ),
  view: z
    .enum(views)
    .optional()
    .describe(
      "outliers; gaps: missing days; shares: percent of the total; the others in guide://reading-answers.",
    ),
  window: z
    .int()
    .min(ourLimits.window.days)
    .max(ourLimits.window.days)
    .optional()
    .describe("By day, the mean of 7 days."),
  goal: text(60).describe("As in get_profile_metrics."),
  per_profile: z.boolean().optional().describe("Divide by profiles with a value."),
});
