/** Notes that a reader needs to use the numbers of a result. */
import { longestDimension } from "../meaning/series.ts";
import { combines } from "../meaning/combine.ts";
import { breaksOf } from "../catalog/breaks.ts";
import { bucketEnd, bucketStart, monday, type Grain } from "../time/grains.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { gapNotes } from "./gaps.ts";
import { some } from "../text/words.ts";

export function notesOf(result: Result): string[] {
  return [
    ...gapNotes(result),
    ...cutNotes(result),
    ...breakNotes(result),
    ...catalogNotes(result),
    ...totalNotes(result),
  ];
}

/** Breaks in a series that the range crosses. */
function breakNotes({ network, start, end, cells }: Result): string[] {
  return breaksOf(network).flatMap(({ date, metrics, text, startsData }) => {
    const named = cells.metrics
      .filter(({ name }) => metrics.includes(name))
      .map(({ name }) => name);
    const crossed = start < date && (date <= end || startsData === true);
    if (named.length === 0 || !crossed) return [];
    const rest = startsData === true ? "" : "; do not compare values across it";
    return [`Break on ${date} in ${some(named, 8)}: ${text}${rest}.`];
  });
}

function catalogNotes({ cells }: Result): string[] {
  const namesOf = (metrics: readonly Metric[]): string[] => metrics.map(({ name }) => name);
  const unsupported = namesOf(cells.metrics.filter((metric) => metric.unsupported));
  const levels = namesOf(cells.metrics.filter((metric) => metric.level));
  const averages = cells.metrics.some((metric) => metric.aggregation === "average");
  const noted = cells.metrics.flatMap(({ name, note, level }) =>
    note === undefined || level === true ? [] : [`${name}: ${note}`],
  );
  return [
    ...(averages ? ["An average is the mean over profiles and days, not a total."] : []),
    ...(noted.length > 0 ? [`${some(noted, 8)}.`] : []),
    ...(unsupported.length > 0 ? [`No longer supported by the API: ${some(unsupported, 8)}.`] : []),
    ...(levels.length > 0
      ? [
          `${some(levels, 8)} is a level that the API sums: its days do not add up, so no total over days is given.`,
        ]
      : []),
  ];
}

/** Calendar weeks or months that the range cuts. */
function cutNotes({ start, end, cells }: Result): string[] {
  const types = cells.axes.map(({ type }) => type);
  const cut = (grain: Grain): boolean =>
    bucketStart(start, grain) !== start || bucketEnd(end, grain) !== end;
  if (types.includes("date.month") && cut({ unit: "month" })) {
    return [`The range, ${start} to ${end}, cuts months: the first or last row is a part of one.`];
  }
  if (types.includes("date.week") && cut({ unit: "week", startsOn: monday })) {
    return [`The range, ${start} to ${end}, cuts weeks: the first or last row is a part of one.`];
  }
  return [];
}

/** Names the averages without a total: their rows are averages, and a mean of means would be wrong. */
function totalNotes(result: Result): string[] {
  const { axes, metrics } = result.cells;
  const down = axes.find(({ type, rows }) => type === longestDimension(result) && rows.length > 1);
  if (down === undefined || (down.type !== "profile" && !isDateDimension(down.type))) return [];
  const without = metrics.filter(
    (metric) => metric.aggregation === "average" && !combines(result, down.type, metric),
  );
  if (without.length === 0) return [];
  const names = without.map(({ name }) => name);
  return [
    `No overall average of ${some(names, 8)}: the rows are averages already. With date.day and profile among the dimensions it can be had, or with none at all.`,
  ];
}
