/** A chart of posts in groups: a number of each group, side by side. */
import { orMissing } from "../../numbers/cells/states.ts";
import { chartTraits } from "../../answers/charts/model/kinds.ts";
import type { Work } from "../../base/async/work.ts";
import { kinds } from "../../catalog/kinds.ts";
import { sum, type Metric } from "../../catalog/metrics/metric.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import type {
  Chart,
  ChartKind,
  ChartPanel,
  ChartRequest,
  ChartSeries,
} from "../../answers/replies/chart.ts";
import { cell, plural } from "../../base/text/words.ts";
import { cutNote, few, sizeOf } from "./group-table.ts";
import { groupColumns, groupingsOf, type GroupedBy } from "./grouped.ts";
import { isOrdered } from "./group-names.ts";
import { isCut, nameOf, titleOf, type GroupLine, type Grouping } from "./grouping.ts";
import { postsSubject } from "./posts-text.ts";

/** More panels or bars than these are too small to read; those of time follow one another. */
const [mostPanels, mostBars, mostOfTime] = [4, 20, 62];

interface DrawnPosts extends GroupedBy {
  /** Sentences on the selection: conditions, rank, dates. */
  readonly said: readonly string[];
}

/** @throws ToolError `invalid_input` for a kind that shows sums or time, and where nothing can be drawn. */
export function* postsChart(drawn: DrawnPosts, { kind = "bar", top }: ChartRequest): Work<Chart> {
  const { result, groupBy, areShares, said } = drawn;
  checkKind(kind, groupBy);
  const grouping = required((yield* groupingsOf(drawn))[0], "a grouping");
  const { parts, lines: groupLines, joinsFew } = grouping;
  const left = largeLines(grouping);
  const lines = left.slice(0, top ?? (isOrdered(groupBy) ? mostOfTime : mostBars));
  const places = drawnNumbers(grouping);
  if (lines.length === 0 || places.length === 0)
    throw inputError("nothing can be drawn: no post has a number", "Choose other posts or fields.");
  yield;
  const small = groupLines.length - left.length;
  const more = left.length - lines.length;
  const names = groupColumns(drawn).map(({ name }) => cell(name).replaceAll("_", " "));
  const what = names.slice(0, mostPanels).join(", ");
  const kindOfNumbers = joinsFew ? (areShares ? "Shares of the sums of" : "Means of") : "Sums of";
  return {
    kind,
    title: `${what.slice(0, 1).toUpperCase()}${what.slice(1)} of posts by ${cell(titleOf(grouping)).replaceAll("_", " ")}`,
    source: [
      postsSubject(result),
      `${kindOfNumbers} ${plural(result.rows.length, "post")}.`,
      ...said,
      ...[result.part ?? []].flat(),
    ].join(" "),
    notes: [
      ...(result.skipped ?? []),
      ...result.remarks,
      ...(lines.some(({ group }) => isCut(grouping, group)) ? [cutNote] : []),
      ...(small > 0 ? [`Not drawn: ${plural(small, "group")} below ${few} posts.`] : []),
      ...(more > 0 ? [`Not drawn: ${plural(more, "more group")}; top draws more.`] : []),
      ...(parts.includes("post_labels") ? ["A post is in the group of each of its labels."] : []),
      ...grouping.notes.filter((note) => typeof note === "string"),
    ],
    dimension: "group",
    isTime: false,
    places: lines.map(({ group }) => `${nameOf(grouping, group)} (${group.rows.length})`),
    panels: places.map((at) => panelOf(grouping, lines, at)),
  };
}

/** @throws ToolError `invalid_input` for a kind that shows sums or time, and for several groupings. */
function checkKind(kind: ChartKind, groupBy: string): void {
  const { isStacked, marks } = chartTraits(kind);
  if (isStacked || marks === "grid" || (marks === "line" && !isOrdered(groupBy)))
    throw inputError(
      marks === "line"
        ? `a line chart needs rows of time, and these groups are by ${groupBy}`
        : `groups of posts by ${groupBy} have means, which are no ${kind}`,
      "Use the kind bar.",
    );
  if (groupBy.includes(","))
    throw inputError("group_by makes several tables, and a chart shows one", "Group by one field.");
}

/** The groups without those of few posts. Rows of time are all drawn, and so are groups that are all small. */
function largeLines(grouping: Grouping): Grouping["lines"] {
  const { parts, lines, joinsFew } = grouping;
  if (parts.some(isOrdered) || !joinsFew) return lines;
  const large = lines.filter(({ group }) => sizeOf(grouping, group) >= few);
  return large.length === 0 ? lines : large;
}

/** The places of a number for each metric: its mean, ratio or share; beside metrics all. */
function drawnNumbers({ numbers, perStatistic, joinsFew }: Grouping): number[] {
  const seen = new Set<string>();
  const places = [...numbers.entries()].flatMap(([at, { metric, number }]) => {
    const isCount = metric === "posts" || metric === "profiles" || number === "sum";
    const isDrawn = at % perStatistic === 0 && (!joinsFew || (!isCount && !seen.has(metric)));
    if (!isDrawn) return [];
    seen.add(metric);
    return [at];
  });
  return places.slice(0, mostPanels);
}

function panelOf(
  { numbers, perStatistic }: Grouping,
  lines: readonly GroupLine[],
  place: number,
): ChartPanel {
  const {
    title,
    head = title,
    metric: name,
    number,
    scale = 1,
    textOf,
  } = required(numbers[place], "a number");
  const metric: Metric = sum(cell(name), { kind: number === "now" ? kinds.ratio : kinds.flow });
  const seriesAt = (at: number, series: Pick<ChartSeries, "name" | "role">): ChartSeries => ({
    ...series,
    values: Float64Array.from(lines, ({ values }) => orMissing(values[at]) * scale),
    texts: lines.map(({ group, values }) => {
      const value = values[at];
      return value === undefined ? "–" : textOf(value, group);
    }),
    marks: new Uint8Array(lines.length),
  });
  const now = seriesAt(place, { name: metric.name, role: "own" });
  const before = perStatistic > 1 ? [seriesAt(place + 1, { name: "before", role: "before" })] : [];
  return { metric, title: cell(head), series: [now, ...before], breaks: [] };
}
