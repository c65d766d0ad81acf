/** A metrics result as a chart. It draws the figures that a table shows, and nothing that a table withholds. */
import type { Work } from "../../async/work.ts";
import { isCalendarDate, isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../../cells/result.ts";
import { required } from "../../errors/tool-error.ts";
import { fold } from "../../table/statistic.ts";
import { timeIn, type Table } from "../../table/table.ts";
import { crossedBreaks } from "../../meaning/segments.ts";
import { chartTraits, isGrid, mostSeries, type ChartSeries } from "../../replies/chart.ts";
import type { Chart, ChartBreak, ChartPanel, ChartRequest } from "../../replies/chart.ts";
import { columnTitle, methodTitle } from "../../tables/names.ts";
import { longestDimension, viewOf, type View } from "../../tables/view.ts";
import { some } from "../../text/words.ts";
import { checkDrawn, hasNumber, markNotes, mostRows, omittedNote, withMetrics } from "./drawn.ts";
import { sourceOf, titleOf } from "./heading.ts";
import { heatmapOf } from "./heatmap.ts";
import { kindOf } from "./kinds.ts";
import { canAddOthers, highestFirst, othersView, rowCount, seriesOf } from "./series.ts";

/** More panels than this are too small to read. */
const mostPanels = 4;

/** @throws ToolError `invalid_input` where the kind does not fit the numbers, or nothing can be drawn. */
export function* chartOf(
  result: Result,
  dimensions: readonly Dimension[],
  request: ChartRequest,
): Work<Chart> {
  const chart = yield* isGrid(request.kind)
    ? heatmapOf(result)
    : seriesChart(result, dimensions, request);
  checkDrawn(chart);
  return { ...chart, notes: [...result.remarks, ...chart.notes] };
}

function* seriesChart(
  held: Result,
  dimensions: readonly Dimension[],
  request: ChartRequest,
): Work<Chart> {
  const isOfTime = dimensions.some((type) => isDateDimension(type));
  const isSplit = dimensions.some((type) => !isDateDimension(type) && rowCount(held, type) > 1);
  // Series of several rows leave room for one metric.
  const most = request.metrics === undefined && isOfTime && isSplit ? 1 : mostPanels;
  const { result, notes } = withMetrics(held, most);
  const layout = yield* (isOfTime ? overTime : sideBySide)(result, dimensions, request);
  const { view } = layout;
  const kind = kindOf(request.kind, layout.panels, view.rows.length, dimensions);
  const { panels, notes: stackNotes } = chartTraits(kind).isStacked
    ? stacks(layout.panels)
    : { panels: layout.panels, notes: [] };
  const metrics = panels.map(({ metric }) => metric);
  const by = [view.down ?? [], view.across.filter((type) => type !== "profile")].flat();
  return {
    kind,
    title: titleOf(result, metrics, by),
    source: yield* sourceOf(dimensions, result),
    notes: [...layout.notes, ...stackNotes, ...notes, ...markNotes({ kind, panels }, view.rows)],
    dimension: (view.down ?? "total").replace("date.", ""),
    isTime: dimensions.some(isCalendarDate),
    places: view.rows,
    panels,
  };
}

interface Layout {
  readonly panels: readonly ChartPanel[];
  /** Its rows are the places of the axis. */
  readonly view: View;
  readonly notes: readonly string[];
}

/** A panel for each metric, with the same series in each. */
function* overTime(
  result: Result,
  dimensions: readonly Dimension[],
  { kind, top = mostSeries }: ChartRequest,
): Work<Layout> {
  const time = dimensions.find((type) => isDateDimension(type)) ?? "none";
  const view = viewOf(result, yield* fold(result, dimensions), time);
  const { columns } = view.table;
  const most = Math.max(1, Math.floor(mostSeries / columns.length));
  const all = view.series.length;
  const ranked = all > Math.min(top, most) ? yield* highestFirst(result, dimensions) : undefined;
  // The sum of many rows would flatten the lines of single ones, but belongs in a stack.
  const isStack = kind !== undefined && chartTraits(kind).isStacked;
  const hasOthers = isStack && ranked !== undefined && most > 1 && canAddOthers(result, dimensions);
  const count = Math.min(top, hasOthers ? most - 1 : most);
  const shown = ranked?.rows.slice(0, count) ?? [...view.series.keys()];
  const others = hasOthers ? yield* othersView(result, dimensions, shown) : undefined;
  const omitted = all - shown.length;
  const panels = columns.map((column): ChartPanel => {
    const series = shown.map((place) =>
      seriesOf(view, required(view.series[place], "a series"), column),
    );
    const name = omitted === 1 ? "1 other" : `${omitted} others`;
    const own = others?.table.columns.find(({ metric }) => metric === column.metric);
    const rest = others?.series.map((one) => seriesOf(others, one, own ?? column, name)) ?? [];
    return {
      metric: column.metric,
      title: methodTitle(column),
      series: [...series, ...rest].map((one) =>
        withoutBreakDays(result, column.metric, view.rows, one),
      ),
      breaks: breaksOn(result, column.metric, view.table),
    };
  });
  const [noun = "row", ...more] = view.across;
  const notes = omittedNote(omitted, shown.length, more.length > 0 ? "row" : noun, ranked?.by);
  return { panels, view, notes: hasOthers ? [] : notes };
}

/** The breaks of a metric on an axis of time: lines that no series crosses. A row of time that holds both sides is apart from its neighbours. */
function breaksOn(result: Result, metric: Metric, table: Table): ChartBreak[] {
  const rows = timeIn(table);
  return crossedBreaks(result, metric).flatMap(({ date, before, after }) => {
    const place = rows.findIndex(({ end }) => end >= date);
    const row = rows[place];
    if (row === undefined) return [];
    const isDivided = row.start < date && place + 1 < rows.length;
    const first = { place, label: `${date}: ${before} | ${after}` };
    return isDivided ? [first, { place: place + 1, label: "" }] : [first];
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
function* sideBySide(
  result: Result,
  dimensions: readonly Dimension[],
  { top = mostRows }: ChartRequest,
): Work<Layout> {
  const table = yield* fold(result, dimensions);
  const down = longestDimension(table);
  const count = down === undefined ? 1 : rowCount(result, down);
  const ranked = down && count > top ? yield* highestFirst(result, [down]) : undefined;
  const chosen = ranked?.rows.map((row) => required(ranked.table.keys[0]?.[row], "a row"));
  const view = viewOf(result, table, down, chosen?.slice(0, top));
  const panels = table.columns.map((column): ChartPanel => ({
    metric: column.metric,
    title: columnTitle(column, result),
    series: view.series.slice(0, mostSeries).map((one) => seriesOf(view, one, column)),
    breaks: [],
  }));
  const notes = [
    ...omittedNote(count - view.rows.length, view.rows.length, down ?? "row", ranked?.by),
    ...omittedNote(view.series.length - mostSeries, mostSeries, "row"),
  ];
  return { panels, view, notes };
}

/**
 * The height of a stack is a total, so each has all of its parts: leaves out series without a number, and draws no stack
 * at places where one of the others has none.
 */
export function stacks(panels: readonly ChartPanel[]): {
  readonly panels: readonly ChartPanel[];
  readonly notes: readonly string[];
} {
  const empty = panels.flatMap(({ series }) => series.filter((one) => !hasNumber(one)));
  const names = [...new Set(empty.map(({ name }) => name))];
  return {
    panels: panels.map((panel) => {
      const series = panel.series.filter(hasNumber);
      const isWhole = (place: number): boolean =>
        series.every(({ values }) => !Number.isNaN(values[place]));
      return {
        ...panel,
        series: series.map((one) => ({
          ...one,
          drawn: one.values.map((value, place) => (isWhole(place) ? value : Number.NaN)),
        })),
      };
    }),
    notes: names.length === 0 ? [] : [`Not in the stack, for lack of a number: ${some(names, 8)}.`],
  };
}
