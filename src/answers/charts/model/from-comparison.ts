/** A comparison as a chart: the changes of the rows that the reply shows, in its order; over time both ranges. */
import { mostSeries, isGrid } from "./kinds.ts";
import { rowKey } from "../../../numbers/cells/axis.ts";
import type { Work } from "../../../base/async/work.ts";
import { isCalendarDate, type Dimension } from "../../../catalog/dimensions.ts";
import { rangeOf, type Comparison, type Result } from "../../../numbers/cells/result.ts";
import { onlyMetrics } from "../../../numbers/cells/select.ts";
import { inputError, required } from "../../../base/errors/tool-error.ts";
import { compare, type ComparedTable } from "../../../numbers/table/compare.ts";
import { pivot } from "../../../numbers/table/pivot.ts";
import { countedIn } from "../../../numbers/meaning/segments.ts";
import type { Chart, ChartPanel, ChartRequest } from "../../replies/chart.ts";
import { beforeTitle, metricTitle } from "../../report/comparison/lines.ts";
import { comparedRanks } from "../../report/comparison/ranks.ts";
import { metricsOf } from "../../report/comparison/shown.ts";
import { matchingRows } from "../../report/comparison/where.ts";
import type { Sorting } from "../../report/shown.ts";
import type { ShownComparison } from "../../report/comparison/shown.ts";
import { namesOf } from "../../report/names.ts";
import { some } from "../../../base/text/words.ts";
import { daysBetween } from "../../../base/time/days.ts";
import { bothColumns, namesInWords, sideBySide, type Layout, type SideNames } from "./changes.ts";
import { checkDrawn, markNotes, omittedNote, withMetrics } from "./drawn.ts";
import { dayTitle, rangeTitle } from "./dates.ts";
import { matchedOf, populationsOf, sameTexts, sourceOf, titleOf } from "./heading.ts";
import { kindOf } from "./kinds.ts";
import { alignmentOf, pair, rowsAlong } from "./series.ts";

/** Each row has two series. */
const mostPairs = mostSeries / 2;

/** @throws ToolError `invalid_input` where the kind does not fit the numbers. */
export function* comparisonChart(
  original: Comparison,
  dimensions: readonly Dimension[],
  where: Sorting["where"],
  request: ChartRequest,
): Work<Chart> {
  const { comparison, notes: metricNotes } = yield* withDrawn(original, dimensions, request);
  const table = yield* compare(comparison, dimensions);
  const isTime = dimensions.some(isCalendarDate);
  const unfiltered: ShownComparison = { comparison, dimensions, table, sorting: { where } };
  const { shown } = isTime ? { shown: unfiltered } : matchingRows(unfiltered);
  const names = rangeNames(comparison, table);
  const layout = isTime
    ? yield* overTime(shown, names, request.top)
    : sideBySide(shown, comparedRanks(shown), names, request.top);
  const { seriesOf, titleOf: _, ...placed } = layout;
  const { places, placesBefore = [], notes } = placed;
  const metrics = metricsOf(table);
  const matched = matchedOf(shown.matched?.now, comparison.now);
  const populations = populationsOf(sameTexts(table, dimensions, metrics), matched);
  const panels = panelsOf(table, seriesOf, populations.panels);
  const kind = kindOf(request.kind, panels, places.length, dimensions);
  const chart: Chart = {
    kind,
    title: `${layout.titleOf(metrics, populations.chosen)}, ${names.join(" against ")}`,
    source: sourceOf(dimensions, comparison.now, comparison.before),
    isTime,
    panels,
    ...placed,
    notes: [
      ...new Set([...comparison.now.remarks, ...comparison.before.remarks]),
      ...notes,
      ...(table.usual === undefined ? lengthNote(comparison, panels.some(hasTexts)) : []),
      ...metricNotes,
      ...markNotes({ kind, panels }, [...places, ...placesBefore]),
    ],
  };
  checkDrawn(chart);
  return chart;
}

/**
 * The comparison with the metrics that are drawn, and notes on the others: several lines over time are of one metric.
 * @throws ToolError `invalid_input` for a heatmap, and if no metric counts the same thing in both ranges.
 */
function* withDrawn(
  original: Comparison,
  dimensions: readonly Dimension[],
  { kind, metrics }: ChartRequest,
): Work<{ readonly comparison: Comparison; readonly notes: readonly string[] }> {
  if (isGrid(kind)) throw inputError("a heatmap shows one range", "Use the kind line or bar.");
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const canBeSplit = metrics === undefined && rest.length > 0 && rest.length < dimensions.length;
  const isSplit = canBeSplit && (yield* compare(original, rest)).rowCount > 1;
  const alike = likeMetrics(original);
  const drawnOf = (side: Result): ReturnType<typeof withMetrics> =>
    withMetrics(onlyMetrics(side, alike), isSplit ? 1 : mostPairs);
  const now = drawnOf(original.now);
  return {
    comparison: { ...original, now: now.result, before: drawnOf(original.before).result },
    notes: [...now.notes, ...unlikeNote(original, alike)],
  };
}

function rangeNames({ now, before }: Comparison, table: ComparedTable): SideNames {
  const isUsual = table.usual !== undefined;
  return [rangeTitle(rangeOf(now)), isUsual ? beforeTitle(table) : rangeTitle(rangeOf(before))];
}

/** True for bars of changes: each has a text. */
const hasTexts = ({ series }: Pick<ChartPanel, "series">): boolean =>
  series.some(({ texts }) => texts !== undefined);

/** @param populations the profiles of each panel, where they differ. */
const panelsOf = (
  table: ComparedTable,
  seriesOf: Layout["seriesOf"],
  populations: readonly string[],
): ChartPanel[] =>
  metricsOf(table).map((metric, at) => {
    const series = seriesOf(metric);
    const of = hasTexts({ series }) ? "change of " : "";
    const title = `${of}${metricTitle(table, metric)}${populations[at] ?? ""}`;
    return { metric, title, series, breaks: [] };
  });

/**
 * Returns the names of the metrics that count the same thing in both ranges.
 * @throws ToolError `invalid_input` if no metric does.
 */
function likeMetrics({ now, before }: Comparison): string[] {
  const alike = now.metrics.flatMap((metric) => {
    const counted = countedIn(now, metric);
    return counted !== undefined && counted === countedIn(before, metric) ? [metric.name] : [];
  });
  if (alike.length > 0) return alike;
  throw inputError(
    "both ranges cannot be drawn together: the metrics count different things in them, because of a break in their series",
    "Draw a result of each range, or compare ranges on one side of the break.",
  );
}

function unlikeNote({ now }: Comparison, alike: readonly string[]): string[] {
  const names = now.metrics.map(({ name }) => name).filter((name) => !alike.includes(name));
  return names.length === 0
    ? []
    : [`Not drawn, because a break changed what they count: ${some(names, 8)}.`];
}

/** Says where ranges have other lengths. */
function lengthNote({ now, before }: Comparison, areChanges: boolean): string[] {
  const ranges = [now, before].map(rangeOf);
  const [days, daysBefore] = ranges.map(({ start, end }) => daysBetween(start, end));
  return days === daysBefore
    ? []
    : [`${days} against ${daysBefore} days${areChanges ? ": changes are at equal days" : ""}.`];
}

/** Rows of time, each range along its own days. */
function* overTime(
  shown: ShownComparison,
  [nameNow, nameBefore]: SideNames,
  top?: number,
): Work<Layout> {
  const { comparison, table } = shown;
  const dates = table.dimensions.find(({ type }) => isCalendarDate(type));
  const time = required(dates, "a dimension of time");
  const { lines } = pivot(table, time.type);
  const { names, chosen, by } = yield* chosenLines(shown, lines.length, top);
  const alignment = alignmentOf(time);
  const { shifts, from, to } = alignment;
  const labels = [namesOf(comparison.now, time), namesOf(comparison.before, time.previous ?? time)];
  const placed = (texts: readonly string[], side = 0): string[] =>
    Array.from(
      { length: to - from },
      (_, place) => texts[place + from - (shifts[side] ?? 0)] ?? "–",
    );
  const [places = [], placesBefore = []] = labels.map(placed);
  const isCut = labels.some((texts) => texts.length > to - from);
  const axes = shown.dimensions.filter((type) => type !== "profile");
  return {
    places,
    placesBefore,
    rows: placed(time.rows.map(rowKey)),
    dimension: time.type.replace("date.", ""),
    titleOf: (drawn, population) => titleOf(comparison.now, drawn, axes, population),
    notes: [
      ...(from > 0 ? [alignmentNote(places, placesBefore, isCut)] : []),
      ...omittedNote(lines.length - chosen.length, chosen.length, "row", by),
    ],
    seriesOf: (metric) =>
      chosen.flatMap((line) => {
        const name = lines.length === 1 ? "" : `${names[line]}, `;
        const rows = rowsAlong(time, alignment, required(lines[line], "a line"));
        return pair(bothColumns(table, metric), rows, [name + nameNow, name + nameBefore]);
      }),
  };
}

function alignmentNote(
  [first]: readonly string[],
  [firstBefore]: readonly string[],
  isCut: boolean,
): string {
  const cut = isCut ? "; days at the ends without a counterpart are not drawn" : "";
  return `Weekdays are aligned: ${dayTitle(first)} with ${dayTitle(firstBefore)}${cut}.`;
}

/** The names of the lines, and the places of those that are drawn: all that have room, or the first by rank. */
function* chosenLines(
  { dimensions, ...shown }: ShownComparison,
  count: number,
  top = mostPairs,
): Work<{
  readonly names: readonly string[];
  readonly chosen: readonly number[];
  readonly by: string | undefined;
}> {
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const totals = { ...shown, dimensions: rest, table: yield* compare(shown.comparison, rest) };
  const most = Math.min(top, Math.max(1, Math.floor(mostPairs / metricsOf(shown.table).length)));
  const ranks = count <= most ? undefined : comparedRanks(totals);
  return {
    names: namesInWords(totals),
    chosen: (ranks?.lines.map(({ place }) => place) ?? [...Array(count).keys()]).slice(0, most),
    by: ranks?.by === undefined ? undefined : `${ranks.by} of ${ranks.metric.name}`,
  };
}
