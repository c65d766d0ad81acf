/** A comparison as a chart: the rows that the reply shows, in its order, now and before side by side. */
import type { Work } from "../../async/work.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result, Comparison } from "../../cells/result.ts";
import { onlyMetrics } from "../../cells/select.ts";
import { inputError, required } from "../../errors/tool-error.ts";
import { compare, type ComparedTable } from "../../table/compare.ts";
import { pivot } from "../../table/pivot.ts";
import { countedIn } from "../../meaning/segments.ts";
import { mostSeries, isGrid } from "../../replies/chart.ts";
import type { Chart, ChartPanel, ChartRequest, ChartSeries } from "../../replies/chart.ts";
import { metricTitle } from "../../report/comparison/lines.ts";
import { comparedRanks, type ComparedRanks } from "../../report/comparison/ranks.ts";
import {
  metricsOf,
  rowColumn,
  rowNamesOf,
  type ShownComparison,
} from "../../report/comparison/shown.ts";
import { namesOf } from "../../report/names.ts";
import { plural, some } from "../../text/words.ts";
import { checkDrawn, markNotes, mostRows, omittedNote, withMetrics } from "./drawn.ts";
import { sourceOf, titleOf } from "./heading.ts";
import { kindOf } from "./kinds.ts";
import { pair, rowsAlong, shiftsOf } from "./series.ts";

/** Each row has two series. */
const mostPairs = mostSeries / 2;

/** @throws ToolError `invalid_input` where the kind does not fit the numbers. */
export function* comparisonChart(
  held: Comparison,
  dimensions: readonly Dimension[],
  request: ChartRequest,
): Work<Chart> {
  if (isGrid(request.kind))
    throw inputError("a heatmap shows one range", "Use the kind line or bar.");
  const isOfTime = dimensions.some(isCalendarDate);
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const isSplit = isOfTime && (yield* compare(held, rest)).rowCount > 1;
  const most = request.metrics === undefined && isSplit ? 1 : mostPairs;
  const alike = likeMetrics(held);
  const alikeOf = (side: Result): ReturnType<typeof withMetrics> =>
    withMetrics(onlyMetrics(side, alike), most);
  const now = alikeOf(held.now);
  const comparison = { ...held, now: now.result, before: alikeOf(held.before).result };
  const table = yield* compare(comparison, dimensions);
  const shown = { comparison, dimensions, table, sorting: {} };
  const layout = isOfTime
    ? yield* overTime(shown, rest, request.top)
    : sideBySide(shown, comparedRanks(shown), request.top);
  const { seriesOf, ...placed } = layout;
  const { places, placesBefore = [], notes } = placed;
  const panels = metricsOf(table).map((metric): ChartPanel => {
    return { metric, title: metricTitle(table, metric), series: seriesOf(metric), breaks: [] };
  });
  const kind = kindOf(request.kind, panels, places.length, dimensions);
  const metrics = panels.map(({ metric }) => metric);
  const by = dimensions.filter((type) => !isOfTime || type !== "profile");
  const marks = markNotes({ kind, panels }, [...places, ...placesBefore]);
  const remarks = new Set([...comparison.now.remarks, ...comparison.before.remarks]);
  const chart: Chart = {
    kind,
    title: `${titleOf(comparison.now, metrics, by)}, now and before`,
    source: sourceOf(dimensions, comparison.now, comparison.before),
    isTime: isOfTime,
    panels,
    ...placed,
    notes: [...remarks, ...notes, ...now.notes, ...unlikeNote(held, alike), ...marks],
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

interface Layout extends Pick<Chart, "places" | "placesBefore" | "dimension" | "notes"> {
  readonly seriesOf: (metric: Metric) => ChartSeries[];
}

/** The numbers of a row now and before, of the same profiles. */
const bothColumns = (table: ComparedTable, metric: Metric) =>
  [rowColumn(table, metric, "value"), rowColumn(table, metric, "previous")] as const;

/** The rows with a change, in the order of the reply; each has two bars. Others are counted. */
function sideBySide(shown: ShownComparison, ranks: ComparedRanks, top = mostRows): Layout {
  const { table } = shown;
  const names = rowNamesOf(shown).names.map((own) => own.join(", ") || "all");
  const compared = ranks.lines.filter(({ rank }) => ranks.by === undefined || rank !== undefined);
  const rows = compared.slice(0, top).map(({ place }) => place);
  const placed = rows.map((row) => ({ row }));
  const by = ranks.by === undefined ? undefined : `${ranks.by} of ${ranks.metric.name}`;
  const apart = ranks.lines.length - compared.length;
  return {
    places: names.length === 1 ? [""] : rows.map((row) => required(names[row], "a row")),
    dimension:
      table.dimensions.map(({ type }) => type.replace("date.", "")).join(" and ") || "total",
    notes: [
      ...omittedNote(compared.length - rows.length, rows.length, "row", by),
      ...(apart > 0 ? [`Not compared, and not drawn: ${plural(apart, "row")}.`] : []),
    ],
    seriesOf: (metric) => pair(bothColumns(table, metric), [placed, placed], ""),
  };
}

/** Rows of time, each range along its own days. */
function* overTime(
  shown: ShownComparison,
  rest: readonly Dimension[],
  top = mostPairs,
): Work<Layout> {
  const { comparison, table } = shown;
  const dates = table.dimensions.find(({ type }) => isCalendarDate(type));
  const time = required(dates, "a dimension of time");
  const { lines } = pivot(table, time.type);
  const whole = { ...shown, dimensions: rest, table: yield* compare(comparison, rest) };
  const names = rowNamesOf(whole).names.map((own) => own.join(", "));
  const metrics = metricsOf(table);
  const most = Math.min(top, Math.max(1, Math.floor(mostPairs / metrics.length)));
  const ranks = lines.length <= most ? undefined : comparedRanks(whole);
  const chosen = (ranks?.lines.map(({ place }) => place) ?? [...lines.keys()]).slice(0, most);
  const shifts = shiftsOf(time);
  const at = Math.max(...shifts);
  const labels = [namesOf(comparison.now, time), namesOf(comparison.before, time.previous ?? time)];
  const [places = [], placesBefore = []] = labels.map((own, side) =>
    Array.from(
      { length: time.rows.length + at },
      (_, place) => own[place - (shifts[side] ?? 0)] ?? "–",
    ),
  );
  const by = ranks?.by === undefined ? undefined : `${ranks.by} of ${ranks.metric.name}`;
  return {
    places,
    placesBefore,
    dimension: time.type.replace("date.", ""),
    notes: [
      ...(at > 0 ? [`Weekdays are aligned: ${places[at]} with ${placesBefore[at]}.`] : []),
      ...omittedNote(lines.length - chosen.length, chosen.length, "row", by),
    ],
    seriesOf: (metric) =>
      chosen.flatMap((line) => {
        const name = lines.length === 1 ? "" : `${names[line]}, `;
        const rows = rowsAlong(time, shifts, required(lines[line], "a line"));
        return pair(bothColumns(table, metric), rows, name);
      }),
  };
}
