/** A chart of posts in groups: the mean of each group, side by side. */
import type { Work } from "../async/work.ts";
import { kinds } from "../catalog/kinds.ts";
import { sum, type Metric } from "../catalog/metrics/metric.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Chart, ChartPanel, ChartRequest } from "../replies/chart.ts";
import { cell, plural } from "../text/words.ts";
import { few, groupColumns, inOrder } from "./grouped.ts";
import { groupsOf, isOrdered, numbersOf, type PostGroup } from "./groups.ts";
import type { PostsResult } from "./rows.ts";
import { postsSubject } from "./posts-text.ts";

/** More panels or bars than these are too small to read. */
const [mostPanels, mostBars] = [4, 20];

/**
 * @param by the field that groups the posts.
 * @throws ToolError `invalid_input` for a kind that shows sums or time, and where nothing can be drawn.
 */
export function* postsChart(
  result: PostsResult,
  by: string,
  { kind = "bar", metrics, top = mostBars }: ChartRequest,
): Work<Chart> {
  if (kind !== "bar" && !(kind === "line" && isOrdered(by)))
    throw inputError(
      `groups of posts by ${by} have means, which are no ${kind}`,
      "Use the kind bar.",
    );
  if (by.includes(","))
    throw inputError("group_by makes several tables, and a chart shows one", "Group by one field.");
  const columns = groupColumns(result, metrics).slice(0, mostPanels);
  const numbers = columns.flatMap((column) => numbersOf(column).slice(0, 1));
  const all = yield* groupsOf(result, by);
  const large = all.filter(({ rows }) => rows.length >= few);
  const left = large.length === 0 ? all : large;
  const sizeOf = ({ rows }: PostGroup): number => numbers[0]?.of(rows) ?? Number.NEGATIVE_INFINITY;
  const groups = inOrder(left, by, sizeOf).slice(0, top);
  if (groups.length === 0 || numbers.length === 0)
    throw inputError("nothing can be drawn: no post has a number", "Choose other posts or fields.");
  yield;
  const panels = numbers.map(({ title, of }, at): ChartPanel => {
    const { name = title, parts } = columns[at] ?? {};
    const metric: Metric = sum(cell(name), {
      kind: parts === undefined ? kinds.flow : kinds.ratio,
    });
    const values = Float64Array.from(groups, ({ rows }) => of(rows) ?? Number.NaN);
    const marks = new Uint8Array(groups.length);
    const series = [{ name: metric.name, values, marks, role: "own" as const }];
    return { metric, title: cell(title), series, breaks: [] };
  });
  const small = all.length - left.length;
  const more = left.length - groups.length;
  const names = columns.map(({ name }) => cell(name).replaceAll("_", " ")).join(", ");
  return {
    kind,
    title: `${names.slice(0, 1).toUpperCase()}${names.slice(1)} of posts by ${cell(by).replaceAll("_", " ")}`,
    source: `${postsSubject(result)} Means of ${plural(result.rows.length, "post")}.${result.part === undefined ? "" : ` ${result.part}`}`,
    notes: [
      ...result.remarks,
      ...(small > 0 ? [`Not drawn: ${plural(small, "group")} below ${few} posts.`] : []),
      ...(more > 0 ? [`Not drawn: ${plural(more, "more group")}; top draws more.`] : []),
      ...(by === "post_labels" ? ["A post is in the group of each of its labels."] : []),
    ],
    dimension: "group",
    isTime: false,
    places: groups.map((group) => `${group.names.join(", ")} (${group.rows.length})`),
    panels,
  };
}
