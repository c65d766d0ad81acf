/** A metrics result as a chart. It draws the figures that a table shows, and nothing that a table withholds. */
import { chartTraits, isGrid, mostSeries } from "./kinds.ts";
import { rowKey } from "../../../numbers/cells/axis.ts";
import { hasOwnOrder, isCalendarDate, isDateDimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { inputError, required } from "../../../base/errors/tool-error.ts";
import { columnLike, timeIn, type Table } from "../../../numbers/table/table.ts";
import { crossedBreaks } from "../../../numbers/meaning/segments.ts";
import type { ChartSeries } from "../../replies/chart.ts";
import type { Chart, ChartBreak, ChartPanel, ChartRequest } from "../../replies/chart.ts";
import { columnTitle, methodTitle } from "../../report/names.ts";
import { isSorted, lineDimensions, type Shown } from "../../report/shown.ts";
import { longestDimension, viewOf, type View } from "../../report/view.ts";
import { some } from "../../../base/text/words.ts";
import { addDays, toDay } from "../../../base/time/days.ts";
import { dayTitle } from "./dates.ts";
import { inWords } from "./breakdowns.ts";
import { checkDrawn, hasNumber, markNotes, mostRows, omittedNote, withMetrics } from "./drawn.ts";
import {
  chosenOf,
  matchedOf,
  populationsOf,
  sourceOf,
  throughoutTexts,
  titleOf,
  type Chosen,
} from "./heading.ts";
import { heatmapOf } from "./heatmap.ts";
import { kindOf } from "./kinds.ts";
import { canAddOthers, othersView, rankedLines, rowCount, seriesIn } from "./series.ts";

/** More panels than this are too small to read. */
const mostPanels = 4;
/** The most parts of a stack, the others as one. */
const mostParts = 6;

/** @throws ToolError `invalid_input` where the kind does not fit the numbers, or nothing can be drawn. */
export function chartOf(shown: Shown, request: ChartRequest): Chart {
  const chart = isGrid(request.kind)
    ? heatmapOf(shown.matched ?? shown.result, shown.fold)
    : seriesChart(shown, request);
  checkDrawn(chart);
  return { ...chart, notes: [...shown.result.remarks, ...chart.notes] };
}

function seriesChart(original: Shown, request: ChartRequest): Chart {
  const { result: originalResult, dimensions } = original;
  const hasTime = dimensions.some((type) => isDateDimension(type));
  const isSplit = dimensions.some(
    (type) => !isDateDimension(type) && rowCount(originalResult, type) > 1,
  );
  // Series of several rows leave room for one metric.
  const most = request.metrics === undefined && hasTime && isSplit ? 1 : mostPanels;
  const { result, notes } = withMetrics(originalResult, most);
  const table = result === originalResult ? original.table : original.fold(result, dimensions);
  const shown = { ...original, result, table };
  const layout = (hasTime ? overTime : sideBySide)(shown, request);
  const { view } = layout;
  const kind = kindOf(request.kind, layout.panels, view.rows.length, dimensions);
  if (chartTraits(kind).isStacked) checkSums(table);
  const { panels: drawn, notes: stackNotes } = chartTraits(kind).isStacked
    ? stacks(layout.panels)
    : { panels: layout.panels, notes: [] };
  const metrics = drawn.map(({ metric }) => metric);
  const populations = populationsOf(
    throughoutTexts(result, dimensions, metrics),
    layout.chosen ?? matchedOf(original.matched, result),
  );
  const panels = drawn.map((panel, at) => ({
    ...panel,
    title: `${panel.title}${populations.panels[at] ?? ""}`,
  }));
  const by = [view.down ?? [], view.across.filter((type) => type !== "profile")].flat();
  return {
    kind,
    title: titleOf(result, metrics, by, populations.chosen),
    source: sourceOf(dimensions, result),
    notes: [...layout.notes, ...stackNotes, ...notes, ...markNotes({ kind, panels }, view.rows)],
    dimension: (view.down ?? "total").replace("date.", ""),
    isTime: dimensions.some(isCalendarDate),
    rows: timeIn(table).map(({ row }) => rowKey(row)),
    places: view.rows,
    panels,
  };
}

/** @throws ToolError `invalid_input` for statistics, whose stack would be no total. */
function checkSums({ columns }: Table): void {
  const column = columns.find(({ method }) => method !== "sum" && method !== "share");
  if (column === undefined) return;
  throw inputError(
    `a stack shows a sum, and ${methodTitle(column)} does not add up over its rows`,
    "Use the kind line or bar.",
  );
}

interface Layout {
  readonly panels: readonly ChartPanel[];
  /** Its rows are the places of the axis. */
  readonly view: View;
  readonly notes: readonly string[];
  readonly chosen?: Chosen | undefined;
}

/** A panel for each metric, with the same series in each. */
function overTime(shown: Shown, { kind, top = mostSeries }: ChartRequest): Layout {
  const { result, dimensions, table, fold } = shown;
  const time = dimensions.find((type) => isDateDimension(type)) ?? "none";
  const view = inWords(viewOf(result, table, time));
  const { columns } = table;
  const isStack = kind !== undefined && chartTraits(kind).isStacked;
  const most = Math.max(1, Math.floor((isStack ? mostParts : mostSeries) / columns.length));
  const ranks = rankedLines(shown, lineDimensions(shown));
  const lineCount = ranks.rows.length;
  const isRanked = lineCount > Math.min(top, most) || isSorted(shown.sorting);
  // The sum of many rows would flatten the lines of single ones, but belongs in a stack.
  const hasOthers = isStack && isRanked && most > 1 && canAddOthers(shown);
  const count = Math.min(top, hasOthers ? most - 1 : most);
  const drawn = isRanked
    ? ranks.rows.slice(0, count)
    : ranks.rows.toSorted((left, right) => left - right);
  const omittedView = hasOthers ? othersView(result, fold, time, drawn) : undefined;
  const omitted = lineCount - drawn.length;
  const panels = columns.map((column): ChartPanel => {
    const seriesOf = seriesIn(view, column);
    const series = drawn.map((place) => seriesOf(required(view.series[place], "a series")));
    const name = omitted === 1 ? "1 other" : `${omitted} others`;
    const omittedColumn = omittedView && columnLike(omittedView.table, column);
    const omittedSeries =
      omittedView === undefined || omittedColumn === undefined
        ? []
        : omittedView.series.map((line) => seriesIn(omittedView, omittedColumn)(line, name));
    return {
      metric: column.metric,
      title: methodTitle(column),
      series: [...series, ...omittedSeries].map((line) =>
        withoutBreakDays(result, column.metric, view.rows, line),
      ),
      breaks: breaksOn(result, column.metric, view.table),
    };
  });
  const [noun = "row", ...more] = view.across;
  const notes = omittedNote(omitted, drawn.length, more.length > 0 ? "row" : noun, ranks.by?.text);
  const chosen = chosenOf(lineCount, drawn.length, more.length > 0 ? "row" : noun, ranks.by);
  return { panels, view, ...(hasOthers ? { notes: [] } : { notes, chosen }) };
}

/** The breaks of a metric on an axis of time: lines that no series crosses. A row of time that holds both sides is apart from its neighbours. */
function breaksOn(result: Result, metric: Metric, table: Table): ChartBreak[] {
  const rows = timeIn(table);
  return crossedBreaks(result, metric).flatMap(({ date, before, after }) => {
    const place = rows.findIndex(({ end }) => end >= date);
    const row = rows[place];
    if (row === undefined) return [];
    const isDivided = row.start < date && place + 1 < rows.length;
    const label = `${dayTitle(date)}: ${before} | ${after}`;
    if (isDivided)
      return [
        { place, label },
        { place: place + 1, label: "" },
      ];
    const last = dayTitle(addDays(toDay(date), -1));
    const sides = [`until ${last}: ${before}`, `from ${dayTitle(date)}: ${after}`] as const;
    return [{ place, label, sides }];
  });
}

/** Leaves the days of breaks out of a series of daily net changes: their values may be the switch. */
function withoutBreakDays(
  result: Result,
  metric: Metric,
  places: readonly string[],
  series: ChartSeries,
): ChartSeries {
  const breaks = metric.kind.isDifference ? crossedBreaks(result, metric) : [];
  const days = breaks.map(({ date }) => places.indexOf(date));
  const values = series.values.map((value, place) => (days.includes(place) ? Number.NaN : value));
  return { ...series, values };
}

/** A panel for each metric, and for each side of its breaks; the rows are side by side. */
function sideBySide(shown: Shown, { top = mostRows }: ChartRequest): Layout {
  const { result, table } = shown;
  const down = longestDimension(table);
  const ranks = rankedLines(shown, down === undefined ? [] : [down]);
  const count = ranks.rows.length;
  const places = ranks.rows.map((row) => ranks.table.keys[0]?.[row] ?? 0);
  const isOrdered = down !== undefined && (hasOwnOrder(down) || isDateDimension(down));
  const isInOrder = isOrdered && count <= top && !isSorted(shown.sorting);
  const chosen = isInOrder ? places.toSorted((left, right) => left - right) : places.slice(0, top);
  const view = inWords(viewOf(result, table, down, chosen));
  const panels = table.columns.map((column): ChartPanel => ({
    metric: column.metric,
    title: columnTitle(column, result),
    series: view.series.slice(0, mostSeries).map((line) => seriesIn(view, column)(line)),
    breaks: [],
  }));
  const notes = [
    ...omittedNote(count - view.rows.length, view.rows.length, down ?? "row", ranks.by?.text),
    ...omittedNote(view.series.length - mostSeries, mostSeries, "row"),
  ];
  return {
    panels,
    view,
    notes,
    chosen: chosenOf(count, view.rows.length, down ?? "row", ranks.by),
  };
}

/**
 * The height of a stack is a total, so each has all of its parts: leaves out series without a number, and draws no stack
 * at places where one of the others has none.
 */
export function stacks(panels: readonly ChartPanel[]): {
  readonly panels: readonly ChartPanel[];
  readonly notes: readonly string[];
} {
  const empty = panels.flatMap(({ series }) =>
    series.filter((chartSeries) => !hasNumber(chartSeries)),
  );
  const names = [...new Set(empty.map(({ name }) => name))];
  return {
    panels: panels.map((panel) => {
      const series = panel.series.filter(hasNumber);
      const isWhole = (place: number): boolean =>
        series.every(({ values }) => !Number.isNaN(values[place]));
      return {
        ...panel,
        series: series.map((chartSeries) => ({
          ...chartSeries,
          drawn: chartSeries.values.map((value, place) => (isWhole(place) ? value : Number.NaN)),
        })),
      };
    }),
    notes: names.length === 0 ? [] : [`Not in the stack, for lack of a number: ${some(names, 8)}.`],
  };
}
