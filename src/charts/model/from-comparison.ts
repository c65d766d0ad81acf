/** A comparison as a chart: the changes of the rows that the reply shows, in its order; over time both ranges. */
import { mostSeries, isGrid } from "./kinds.ts";
import { rowKey } from "../../cells/axis.ts";
import type { Work } from "../../async/work.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import { rangeOf, type Comparison, type Result } from "../../cells/result.ts";
import { onlyMetrics } from "../../cells/select.ts";
import { inputError, required } from "../../errors/tool-error.ts";
import { compare } from "../../table/compare.ts";
import { pivot } from "../../table/pivot.ts";
import { countedIn } from "../../meaning/segments.ts";
import type { Chart, ChartPanel, ChartRequest } from "../../replies/chart.ts";
import { beforeTitle, metricTitle } from "../../report/comparison/lines.ts";
import { comparedRanks } from "../../report/comparison/ranks.ts";
import { metricsOf } from "../../report/comparison/shown.ts";
import { matchingRows } from "../../report/comparison/where.ts";
import type { Sorting } from "../../report/shown.ts";
import type { ShownComparison } from "../../report/comparison/shown.ts";
import { namesOf } from "../../report/names.ts";
import { some } from "../../text/words.ts";
import { daysBetween } from "../../time/days.ts";
import type { Range } from "../../time/grains.ts";
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
  if (isGrid(request.kind))
    throw inputError("a heatmap shows one range", "Use the kind line or bar.");
  const hasTime = dimensions.some(isCalendarDate);
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const canBeSplit = request.metrics === undefined && hasTime && rest.length > 0;
  const isSplit = canBeSplit && (yield* compare(original, rest)).rowCount > 1;
  const most = isSplit ? 1 : mostPairs;
  const alike = likeMetrics(original);
  const alikeOf = (side: Result): ReturnType<typeof withMetrics> =>
    withMetrics(onlyMetrics(side, alike), most);
  const now = alikeOf(original.now);
  const comparison = { ...original, now: now.result, before: alikeOf(original.before).result };
  const table = yield* compare(comparison, dimensions);
  const unfiltered: ShownComparison = { comparison, dimensions, table, sorting: { where } };
  const { shown } = hasTime ? { shown: unfiltered } : matchingRows(unfiltered);
  const ranges = [original.now, original.before].map(rangeOf);
  const [nameNow = "", ofBefore = ""] = ranges.map(rangeTitle);
  const nameBefore = table.usual === undefined ? ofBefore : beforeTitle(table);
  const names = [nameNow, nameBefore] as const;
  const layout = hasTime
    ? yield* overTime(shown, rest, names, request.top)
    : sideBySide(shown, comparedRanks(shown), names, request.top);
  const { seriesOf, titleOf: _, ...placed } = layout;
  const { places, placesBefore = [], notes } = placed;
  const metrics = metricsOf(table);
  const populations = populationsOf(
    sameTexts(table, dimensions, metrics),
    matchedOf(shown.matched?.now, comparison.now),
  );
  const panels = metrics.map((metric, at): ChartPanel => {
    const series = seriesOf(metric);
    const of = series.some(({ texts }) => texts !== undefined) ? "change of " : "";
    const title = `${of}${metricTitle(table, metric)}${populations.panels[at] ?? ""}`;
    return { metric, title, series, breaks: [] };
  });
  const areChanges = panels.some(({ series }) => series.some(({ texts }) => texts !== undefined));
  const kind = kindOf(request.kind, panels, places.length, dimensions);
  const marks = markNotes({ kind, panels }, [...places, ...placesBefore]);
  const remarks = new Set([...comparison.now.remarks, ...comparison.before.remarks]);
  const chart: Chart = {
    kind,
    title: `${layout.titleOf(metrics, populations.chosen)}, ${nameNow} against ${nameBefore}`,
    source: sourceOf(dimensions, comparison.now, comparison.before),
    isTime: hasTime,
    panels,
    ...placed,
    notes: [
      ...remarks,
      ...notes,
      ...(table.usual === undefined ? lengthNote(ranges, areChanges) : []),
      ...now.notes,
      ...unlikeNote(original, alike),
      ...marks,
    ],
  };
  checkDrawn(chart);
  return chart;
}

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
function lengthNote(ranges: readonly Range[], areChanges: boolean): string[] {
  const [days, daysBefore] = ranges.map(({ start, end }) => daysBetween(start, end));
  return days === daysBefore
    ? []
    : [`${days} against ${daysBefore} days${areChanges ? ": changes are at equal days" : ""}.`];
}

/** Rows of time, each range along its own days. */
function* overTime(
  shown: ShownComparison,
  rest: readonly Dimension[],
  [nameNow, nameBefore]: SideNames,
  top = mostPairs,
): Work<Layout> {
  const { comparison, table } = shown;
  const dates = table.dimensions.find(({ type }) => isCalendarDate(type));
  const time = required(dates, "a dimension of time");
  const { lines } = pivot(table, time.type);
  const totals = { ...shown, dimensions: rest, table: yield* compare(comparison, rest) };
  const names = namesInWords(totals);
  const metrics = metricsOf(table);
  const most = Math.min(top, Math.max(1, Math.floor(mostPairs / metrics.length)));
  const ranks = lines.length <= most ? undefined : comparedRanks(totals);
  const chosen = (ranks?.lines.map(({ place }) => place) ?? [...lines.keys()]).slice(0, most);
  const alignment = alignmentOf(time);
  const { shifts, from, to } = alignment;
  const labels = [namesOf(comparison.now, time), namesOf(comparison.before, time.previous ?? time)];
  const placed = (texts: readonly string[], side = 0): string[] =>
    Array.from(
      { length: to - from },
      (_, place) => texts[place + from - (shifts[side] ?? 0)] ?? "–",
    );
  const [places = [], placesBefore = []] = labels.map(placed);
  const by = ranks?.by === undefined ? undefined : `${ranks.by} of ${ranks.metric.name}`;
  const isCut = Math.max(...labels.map((texts) => texts.length)) > to - from;
  const cut = isCut ? "; days at the ends without a counterpart are not drawn" : "";
  return {
    places,
    placesBefore,
    rows: placed(time.rows.map(rowKey)),
    dimension: time.type.replace("date.", ""),
    titleOf: (drawn, population) =>
      titleOf(
        comparison.now,
        drawn,
        shown.dimensions.filter((type) => type !== "profile"),
        population,
      ),
    notes: [
      ...(from > 0
        ? [`Weekdays are aligned: ${dayTitle(places[0])} with ${dayTitle(placesBefore[0])}${cut}.`]
        : []),
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
