/** A comparison as a chart: each row now and before, side by side. */
import type { Work } from "../../async/work.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import type { Result, Comparison } from "../../cells/result.ts";
import { onlyMetrics } from "../../cells/select.ts";
import { inputError, required } from "../../errors/tool-error.ts";
import { compare, type Compared, type ComparedMetric } from "../../comparison/compare.ts";
import { isNumber } from "../../cells/states.ts";
import { inOrder } from "../../table/rank.ts";
import { countedIn } from "../../meaning/segments.ts";
import { mostSeries, isGrid } from "../../replies/chart.ts";
import type { Chart, ChartPanel, ChartRequest, ChartSeries } from "../../replies/chart.ts";
import { comparedTitle } from "../../comparison/columns.ts";
import { combinedNames, rowNames } from "../../comparison/table-rows.ts";
import { some } from "../../text/words.ts";
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
  const compared = yield* compare(comparison, dimensions);
  const layout = isOfTime
    ? yield* overTime(comparison, compared, rest, request.top)
    : sideBySide(comparison, compared, request.top);
  const { seriesOf, ...placed } = layout;
  const { places, placesBefore = [], notes } = placed;
  const panels = compared.metrics.map((one): ChartPanel => {
    return { metric: one.metric, title: comparedTitle(one), series: seriesOf(one), breaks: [] };
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
  readonly seriesOf: (one: ComparedMetric) => ChartSeries[];
}

/** The rows with the largest changes; each has two bars. */
function sideBySide(comparison: Comparison, compared: Compared, top = mostRows): Layout {
  const names = combinedNames(comparison, compared.axes);
  const first = compared.metrics.find(({ change }) => change.some(isNumber));
  const sizes = Array.from({ length: compared.rowCount }, (_, row) =>
    Math.abs(first?.change[row] ?? 0),
  );
  const rows = inOrder(sizes)
    .slice(0, top)
    .map(({ place }) => place);
  const placed = rows.map((row) => ({ row }));
  const by = first && `largest changes of ${first.metric.name}`;
  return {
    places: names.length === 1 ? [""] : rows.map((row) => required(names[row], "a row")),
    dimension: compared.axes.map(({ type }) => type.replace("date.", "")).join(" and ") || "total",
    notes: omittedNote(compared.rowCount - rows.length, rows.length, "row", by),
    seriesOf: (one) => pair(one, [placed, placed], ""),
  };
}

/** Rows of time, each range along its own days. */
function* overTime(
  comparison: Comparison,
  compared: Compared,
  rest: readonly Dimension[],
  top = mostPairs,
): Work<Layout> {
  const dates = compared.axes.find(({ type }) => isCalendarDate(type));
  const time = required(dates, "an axis of time");
  const others = compared.axes.filter((axis) => axis !== time);
  const names = combinedNames(comparison, others);
  const most = Math.min(top, Math.max(1, Math.floor(mostPairs / compared.metrics.length)));
  const totals = names.length <= most ? undefined : yield* compare(comparison, rest);
  const [first] = totals?.metrics ?? [];
  const ranked = first && inOrder([...first.now]).map(({ place }) => place);
  const chosen = (ranked ?? [...names.keys()]).slice(0, most);
  const shifts = shiftsOf(time);
  const rowsOf = rowsAlong(compared, time, shifts);
  const at = Math.max(...shifts);
  const labels = rowNames(comparison, time);
  const [places = [], placesBefore = []] = shifts.map((shift, side) =>
    Array.from({ length: labels.length + at }, (_, place) => labels[place - shift]?.[side] ?? "–"),
  );
  const by = first?.now.some(isNumber) ? `highest ${first.metric.name} now` : undefined;
  return {
    places,
    placesBefore,
    dimension: time.type.replace("date.", ""),
    notes: [
      ...(at > 0 ? [`Weekdays are aligned: ${places[at]} with ${placesBefore[at]}.`] : []),
      ...omittedNote(names.length - chosen.length, chosen.length, "row", by),
    ],
    seriesOf: (one) =>
      chosen.flatMap((series) => {
        const name = names.length === 1 ? "" : `${names[series]}, `;
        return pair(one, rowsOf(series), name);
      }),
  };
}
