/** A chart of posts in groups: the mean of each group, side by side. */
import { chartTraits } from "../charts/model/kinds.ts";
import type { Work } from "../async/work.ts";
import { kinds } from "../catalog/kinds.ts";
import { sum, type Metric } from "../catalog/metrics/metric.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Chart, ChartPanel, ChartRequest } from "../replies/chart.ts";
import { cell, plural } from "../text/words.ts";
import { cutNote, few, groupName, inOrder, isCutGroup } from "./group-table.ts";
import { groupColumns } from "./grouped.ts";
import {
  groupsOf,
  isOrdered,
  numbersOf,
  partsOf,
  sharesOf,
  wholesOf,
  type PostGroup,
} from "./groups.ts";
import type { PostsResult } from "./rows.ts";
import { postsSubject } from "./posts-text.ts";

/** More panels or bars than these are too small to read; those of time follow one another. */
const [mostPanels, mostBars, mostOfTime] = [4, 20, 62];

interface DrawnPosts {
  readonly result: PostsResult;
  /** The field that groups the posts. */
  readonly by: string;
  /** The shares of the groups, in place of their means. */
  readonly areShares: boolean;
  /** Sentences on the selection: conditions, rank, dates. */
  readonly said: readonly string[];
}

/** @throws ToolError `invalid_input` for a kind that shows sums or time, and where nothing can be drawn. */
export function* postsChart(
  { result, by, areShares, said }: DrawnPosts,
  { kind = "bar", metrics, top = isOrdered(by) ? mostOfTime : mostBars }: ChartRequest,
): Work<Chart> {
  const form = chartTraits(kind);
  if (form.isStacked || form.marks === "grid" || (form.marks === "line" && !isOrdered(by)))
    throw inputError(
      `groups of posts by ${by} have means, which are no ${kind}`,
      "Use the kind bar.",
    );
  if (by.includes(","))
    throw inputError("group_by makes several tables, and a chart shows one", "Group by one field.");
  const columns = groupColumns(result, metrics, areShares).slice(0, mostPanels);
  const numbers = columns.flatMap((column) =>
    (areShares ? sharesOf(column) : numbersOf(column))
      .filter(({ number }) => number !== "sum")
      .slice(0, 1),
  );
  const all = yield* groupsOf(result, by);
  // Rows of time are all drawn.
  const large = isOrdered(by) ? all : all.filter(({ rows }) => rows.length >= few);
  const left = large.length === 0 ? all : large;
  const wholeOf = wholesOf(result, by, all);
  const sizeOf = (group: PostGroup): number =>
    numbers[0]?.of(group.rows, wholeOf(group)) ?? Number.NEGATIVE_INFINITY;
  const groups = inOrder(left, by, sizeOf).slice(0, top);
  if (groups.length === 0 || numbers.length === 0)
    throw inputError("nothing can be drawn: no post has a number", "Choose other posts or fields.");
  yield;
  const panels = numbers.map(({ title, of }, at): ChartPanel => {
    const { name = title, parts } = columns[at] ?? {};
    const metric: Metric = sum(cell(name), {
      kind: parts === undefined ? kinds.flow : kinds.ratio,
    });
    const values = Float64Array.from(
      groups,
      (group) => of(group.rows, wholeOf(group)) ?? Number.NaN,
    );
    const marks = new Uint8Array(groups.length);
    const series = [{ name: metric.name, values, marks, role: "own" as const }];
    return { metric, title: cell(title), series, breaks: [] };
  });
  const small = all.length - left.length;
  const more = left.length - groups.length;
  const parts = partsOf(by);
  const names = columns.map(({ name }) => cell(name).replaceAll("_", " ")).join(", ");
  return {
    kind,
    title: `${names.slice(0, 1).toUpperCase()}${names.slice(1)} of posts by ${cell(by).replaceAll("_", " ")}`,
    source: [
      postsSubject(result),
      `${areShares ? "Shares of the sums" : "Means"} of ${plural(result.rows.length, "post")}.`,
      ...said,
      ...[result.part ?? []].flat(),
    ].join(" "),
    notes: [
      ...(result.skipped ?? []),
      ...result.remarks,
      ...(groups.some((group) => isCutGroup(result, by, group)) ? [cutNote] : []),
      ...(small > 0 ? [`Not drawn: ${plural(small, "group")} below ${few} posts.`] : []),
      ...(more > 0 ? [`Not drawn: ${plural(more, "more group")}; top draws more.`] : []),
      ...(parts.includes("post_labels") ? ["A post is in the group of each of its labels."] : []),
    ],
    dimension: "group",
    isTime: false,
    places: groups.map((group) => `${groupName(result, by, group)} (${group.rows.length})`),
    panels,
  };
}
