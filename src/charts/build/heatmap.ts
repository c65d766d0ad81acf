/** Days as a grid: a row per weekday, a column per week. */
import { required } from "../../errors/tool-error.ts";
import { figuresOf } from "../../meaning/daily.ts";
import type { Chart, ChartSeries } from "../../replies/chart.ts";
import { methodTitle, weekdayNames } from "../../tables/names.ts";
import { viewOf } from "../../tables/view.ts";
import { daysOf, weekday, type Day } from "../../time/days.ts";
import { bucketsOf, bucketStart, grainOf } from "../../time/grains.ts";
import { weekBreaks } from "./breaks.ts";
import { withMetrics, type Drawn } from "./drawn.ts";
import { markNotes } from "./notes.ts";
import { seriesOf } from "./series.ts";

/** Draws the first of the metrics, over all profiles. */
export function heatmapOf({ result, sourceOf }: Drawn): Chart {
  const dimensions = ["date.day"] as const;
  const { result: one, notes } = withMetrics(result, 1);
  const view = viewOf(one, figuresOf(one, dimensions), "date.day");
  const column = required(view.figures.columns[0], "a column");
  const name = column.metric.name;
  const daily = seriesOf(view, required(view.series[0], "a series"), 0, { name, role: "own" });
  const grain = grainOf(["date.week"], result.weekStart);
  const weeks = bucketsOf(result.start, result.end, grain);
  const series = weekdaySeries(daily, daysOf(result.start, result.end), weeks, result.weekStart);
  const panel = {
    metric: column.metric,
    title: methodTitle(column),
    series,
    breaks: weekBreaks(one, column.metric, weeks),
  };
  return {
    kind: "heatmap",
    title: `${name} by weekday and week`,
    source: sourceOf(one),
    notes: [...notes, ...markNotes("heatmap", [{ ...panel, series: [daily] }])],
    dimension: "week",
    isTime: true,
    places: weeks,
    panels: [panel],
  };

  function weekdaySeries(
    { values, marks }: ChartSeries,
    days: readonly Day[],
    starts: readonly Day[],
    first: number,
  ): ChartSeries[] {
    const rows = Array.from({ length: 7 }, (_, place) => ({
      name: weekdayNames[(first + place + 6) % 7] ?? "",
      values: new Float64Array(starts.length).fill(Number.NaN),
      marks: new Uint8Array(starts.length),
      role: "own" as const,
    }));
    days.forEach((day, at) => {
      const row = required(rows[(weekday(day) - first + 7) % 7], "a weekday");
      const week = starts.indexOf(bucketStart(day, grain));
      row.values[week] = values[at] ?? Number.NaN;
      row.marks[week] = marks[at] ?? 0;
    });
    return rows;
  }
}
