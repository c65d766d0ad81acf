/** Breaks on an axis of time: lines that no series crosses. */
import { rowKey } from "../../cells/axis.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../../cells/result.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import type { Figures } from "../../meaning/figures.ts";
import { crossedBreaks } from "../../meaning/segments.ts";
import type { ChartBreak, ChartSeries } from "../../replies/chart.ts";

/** The breaks of a metric. A row of time that holds both sides is apart from its neighbours. */
export function breaksOn(
  result: Result,
  metric: Metric,
  { axes }: Pick<Figures, "axes">,
): ChartBreak[] {
  const axis = axes.find(({ type }) => isCalendarDate(type));
  if (axis === undefined) return [];
  const rows = axis.time ?? axis.rows.map((row) => ({ start: rowKey(row), end: rowKey(row) }));
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
export function withoutBreakDays(
  result: Result,
  metric: Metric,
  places: readonly string[],
  series: ChartSeries,
): ChartSeries {
  const breaks = metric.kind.isDifference ? crossedBreaks(result, metric) : [];
  const days = new Set(breaks.map(({ date }) => places.indexOf(date)));
  if (days.size === 0) return series;
  const values = series.values.map((value, place) => (days.has(place) ? Number.NaN : value));
  return { ...series, values };
}
