/** Notes that a reader needs to use the numbers of a result. */
import { longestDimension, timeDimension, valueAt } from "../meaning/series.ts";
import { combines, hasProfileDays } from "../meaning/combine.ts";
import { breaksOf, breakText } from "../catalog/breaks.ts";
import { bucketEnd, bucketStart, grainOf } from "../time/grains.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import { isSummedLevel, type Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { missingPerMetric, type Cells } from "../cells/cells.ts";
import { inexactText } from "../text/numbers.ts";
import { plural, some } from "../text/words.ts";
import { nameOf, viewOf } from "./view.ts";

/** A note; false or undefined if it does not apply. */
export type Note = string | false | undefined;

export const notesOf = (result: Result): Note[] => [
  inexactNote(result.cells),
  ...gapNotes(result),
  cutNote(result),
  ...breakNotes(result),
  ...catalogNotes(result),
  totalNote(result),
];

/** Breaks in a series that the range crosses. */
function breakNotes({ network, start, end, cells }: Result): Note[] {
  return breaksOf(network).map((row) => {
    const { date, metrics, before } = row;
    const named = namesOf(cells.metrics).filter((name) => metrics.includes(name));
    const crossed = start < date && (date <= end || before === undefined);
    const rest = before === undefined ? "" : "; do not compare values across it";
    return (
      named.length > 0 &&
      crossed &&
      `Break on ${date} in ${some(named, 8)}: ${breakText(row)}${rest}.`
    );
  });
}

const namesOf = (metrics: readonly Metric[]): string[] => metrics.map(({ name }) => name);

function catalogNotes({ cells }: Result): Note[] {
  const unsupported = namesOf(cells.metrics.filter((metric) => metric.unsupported));
  const levels = namesOf(cells.metrics.filter(isSummedLevel));
  const averages = cells.metrics.some((metric) => metric.aggregation === "average");
  const noted = cells.metrics.flatMap((metric) =>
    metric.note === undefined || isSummedLevel(metric) ? [] : [`${metric.name}: ${metric.note}`],
  );
  return [
    averages && "An average is the mean over profiles and days, not a total.",
    noted.length > 0 && `${some(noted, 8)}.`,
    unsupported.length > 0 && `No longer supported by the API: ${some(unsupported, 8)}.`,
    levels.length > 0 &&
      `${some(levels, 8)} is a level that the API sums: its days do not add up, so no total over days is given.`,
  ];
}

/** Calendar weeks or months that the range cuts. */
function cutNote({ start, end, cells }: Result): Note {
  const grain = grainOf(cells.axes.map(({ type }) => type));
  const isCut = bucketStart(start, grain) !== start || bucketEnd(end, grain) !== end;
  return (
    isCut &&
    `The range, ${start} to ${end}, cuts ${grain.unit}s: the first or last row is a part of one.`
  );
}

/** Names the averages without a total: their rows are averages, and a mean of means would be wrong. */
function totalNote(result: Result): Note {
  const { axes, metrics } = result.cells;
  const down = axes.find(({ type, rows }) => type === longestDimension(result) && rows.length > 1);
  if (down === undefined || (down.type !== "profile" && !isDateDimension(down.type))) return false;
  const without = metrics.filter(
    (metric) => metric.aggregation === "average" && !combines(result, down.type, metric),
  );
  return (
    without.length > 0 &&
    `No overall average of ${some(namesOf(without), 8)}: the rows are averages already. With date.day and profile among the dimensions it can be had, or with none at all.`
  );
}

/** Names the metrics whose numbers, or their sum, are too large to be exact. */
function inexactNote({ metrics, values }: Cells): Note {
  const width = metrics.length;
  const inexact = metrics.filter((_, column) => {
    let sum = 0;
    for (let at = column; at < values.length; at += width) {
      const value = Math.abs(values[at] ?? Number.NaN);
      if (!Number.isNaN(value)) sum += value;
    }
    return sum > Number.MAX_SAFE_INTEGER;
  });
  return inexact.length > 0 && inexactText(namesOf(inexact));
}

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
function gapNotes(result: Result): Note[] {
  const unit = hasProfileDays(result) && result.cells.axes.length <= 2 ? "profile-days" : "values";
  const lines = missingLines(result.cells, unit);
  if (lines.length === 0) return [];
  const empty = emptySeries(result);
  return [
    `Missing (–, or no column at all), which is not 0: ${some(lines, 6)}.`,
    empty.length > 0 && `No value at all in: ${some(empty, 4)}.`,
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
    const key = lacking.length > 4 ? plural(lacking.length, "metric") : namesOf(lacking).join(", ");
    byMetrics.set(key, [...(byMetrics.get(key) ?? []), nameOf(series)]);
  }
  return [...byMetrics].map(([metrics, names]) => `${some(names, 6)} (${metrics})`);
}
