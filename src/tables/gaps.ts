/** Notes on missing values. */
import { valueAt, timeDimension } from "../meaning/series.ts";
import { hasProfileDays } from "../meaning/combine.ts";
import { missingPerMetric, type Cells } from "../cells/cells.ts";
import { type Result } from "../cells/result.ts";
import { plural, some } from "../text/words.ts";
import { nameOf, viewOf } from "./view.ts";

/** Metrics by the number of their missing values, in descending order. */
export function missingLines(cells: Cells, unit: string): string[] {
  const each = cells.values.length / Math.max(1, cells.metrics.length);
  const byCount = new Map<number, string[]>();
  missingPerMetric(cells).forEach((count, column) => {
    const name = cells.metrics[column]?.name;
    if (count > 0 && name !== undefined) byCount.set(count, [...(byCount.get(count) ?? []), name]);
  });
  const groups = [...byCount].toSorted(([left], [right]) => right - left);
  return groups.map(([count, names]) => `${count} of ${each} ${unit} of ${some(names, 8)}`);
}

/** Counts the missing values per metric, and names the series without any value. */
export function gapNotes(result: Result): string[] {
  const unit = hasProfileDays(result) && result.cells.axes.length <= 2 ? "profile-days" : "values";
  const lines = missingLines(result.cells, unit);
  if (lines.length === 0) return [];
  return [
    `Missing (–, or no column at all), which is not 0: ${some(lines, 6)}.`,
    ...emptySeries(result),
  ];
}

/** Series without any value of some metrics, grouped by these metrics. */
function emptySeries(result: Result): string[] {
  const view = viewOf(result, timeDimension(result));
  if (view.series.length === 1 || view.rows.length === 1) return [];
  const byMetrics = new Map<string, string[]>();
  for (const series of view.series) {
    const lacking = view.metrics.filter((_, column) =>
      view.rows.every((_name, row) => Number.isNaN(valueAt(view, series, row, column))),
    );
    if (lacking.length === 0) continue;
    const key =
      lacking.length > 4
        ? plural(lacking.length, "metric")
        : lacking.map(({ name }) => name).join(", ");
    byMetrics.set(key, [...(byMetrics.get(key) ?? []), nameOf(series)]);
  }
  const lines = [...byMetrics].map(([metrics, names]) => `${some(names, 6)} (${metrics})`);
  return lines.length === 0 ? [] : [`No value at all in: ${some(lines, 4)}.`];
}
