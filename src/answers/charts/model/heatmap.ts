/** Days as a grid: a row per weekday, a column per week. */
import type { Metric } from "../../../catalog/metrics/index.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { inputError, required } from "../../../base/errors/tool-error.ts";
import { firstColumn } from "../../../numbers/table/table.ts";
import { crossedBreaks } from "../../../numbers/meaning/segments.ts";
import { full, type Chart, type ChartSeries } from "../../replies/chart.ts";
import { methodTitle } from "../../report/names.ts";
import type { Shown } from "../../report/shown.ts";
import { viewOf } from "../../report/view.ts";
import { addDays, dayNumber, type Day } from "../../../base/time/days.ts";
import { bucketsOf, grainOf, weekdayName } from "../../../base/time/grains.ts";
import { markNotes, withMetrics } from "./drawn.ts";
import { populationsOf, sourceOf, throughoutTexts, titleOf } from "./heading.ts";
import { seriesIn } from "./series.ts";

/** Draws the first of the metrics, over all profiles. */
export function heatmapOf(result: Result, fold: Shown["fold"]): Chart {
  const dimensions = ["date.day"] as const;
  const { result: metricResult, notes } = withMetrics(result, 1);
  const view = viewOf(metricResult, fold(metricResult, dimensions), "date.day");
  const column = firstColumn(view.table);
  checkBreaks(metricResult, column.metric);
  const daily = seriesIn(view, column)(required(view.series[0], "a series"));
  const grain = grainOf(["date.week"], result.weekStart);
  const weeks = bucketsOf(result.start, result.end, grain);
  const series = weekdaySeries(metricResult, daily, weeks);
  const panel = { metric: column.metric, title: methodTitle(column), series, breaks: [] };
  const kind = "heatmap";
  const populations = populationsOf(throughoutTexts(metricResult, dimensions, [column.metric]));
  return {
    kind,
    title: titleOf(metricResult, [column.metric], ["weekday", "week"], populations.chosen),
    source: sourceOf(dimensions, metricResult),
    notes: [...notes, ...markNotes({ kind, panels: [{ ...panel, series: [daily] }] }, view.rows)],
    dimension: "week",
    isTime: true,
    places: weeks,
    panels: [panel],
  };
}

/** A series for each weekday, by week. @param weeks the first day of each. */
function weekdaySeries(
  result: Result,
  { values, marks }: ChartSeries,
  weeks: readonly Day[],
): ChartSeries[] {
  return Array.from({ length: 7 }, (_, row) => {
    const places = weeks.map((week) => dayNumber(week) + row - dayNumber(result.start));
    return {
      name: weekdayName(addDays(required(weeks[0], "a week"), row)),
      values: Float64Array.from(places, (place) => values[place] ?? Number.NaN),
      marks: Uint8Array.from(places, (place) => marks[place] ?? full),
      role: "own",
    };
  });
}

/** @throws ToolError `invalid_input` for a metric that counts different things in the range. */
function checkBreaks(result: Result, metric: Metric): void {
  const [row] = crossedBreaks(result, metric);
  if (row === undefined) return;
  throw inputError(
    `a heatmap has one scale, and ${metric.name} counts ${row.before} before ${row.date} and ${row.after} from then on`,
    "Use the kind line, or ask for a range on one side of that day.",
  );
}
