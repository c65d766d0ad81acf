/** Names of rows, columns and days in replies. */
import { grains } from "../../catalog/grains.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import type { Column, TableDimension } from "../../numbers/table/table.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Note } from "../replies/layout.ts";
import { countedDays } from "../../numbers/meaning/delivery.ts";
import type { TimeRow } from "../../numbers/meaning/time-rows.ts";
import { daysBetween } from "../../base/time/days.ts";
import { formatNumber, formatShare } from "../../base/text/numbers.ts";
import { cell, plural, some } from "../../base/text/words.ts";
import { weekdayNames, type Range } from "../../base/time/grains.ts";

/** The name of a row of time; a star marks a part of a week, month, quarter or year, and days that are not over. */
function timeName(result: Result, type: Dimension, { row, isPartial, isLate }: TimeRow): string {
  const star = isPartial || isLate === true ? "*" : "";
  if (type === "date.weekday")
    return `${weekdayNames[Number(rowKey(row)) - 1] ?? rowKey(row)}${star}`;
  return `${rowName(result, type, row)}${star}`;
}

export const namesOf = (result: Result, { type, rows, time }: TableDimension): string[] =>
  time?.map((row) => timeName(result, type, row)) ?? rows.map((row) => rowName(result, type, row));

/** The name of a single profile, or the number of profiles. */
export function profilesName(result: Result): string {
  const { profileCount } = result;
  if (profileCount !== 1) return plural(profileCount, "profile");
  const [id] = result.days.profiles;
  return id === undefined ? "1 profile" : cell(rowName(result, "profile", id));
}

/** Names the profiles that totals are of, above their column: `all 250`, `12 that match`; `metric` for a single one. */
export function totalHead(count: number, which: "all" | "these" | "match"): string {
  if (which === "match") return `${count} that ${count === 1 ? "matches" : "match"}`;
  return count === 1 ? "metric" : `${which} ${count}`;
}

/** A day without the year where the whole range is in one year. */
export const dayName = (day: string, { start, end }: Range): string =>
  start.slice(0, 4) === end.slice(0, 4) ? day.slice(5) : day;

export const rangeName = (range: Range, outerRange: Range): string =>
  range.start === range.end
    ? dayName(range.start, outerRange)
    : `${dayName(range.start, outerRange)} to ${dayName(range.end, outerRange)}`;

/** `2026-10-25 to 11-21`: the year once where both days are in it. */
export const shortRange = ({ start, end }: Range): string =>
  start === end ? start : `${start} to ${dayName(end, { start, end })}`;

/** `sum`, `last`, `people per page and day`: the way in which a number is combined. */
export function methodName(column: Omit<Column, "segment">): string {
  const { metric, method, isPerProfile, buckets, percentOf, window } = column;
  if (window !== undefined) return `mean of ${window} days`;
  if (buckets !== undefined) return `${method} of ${grains[buckets.grain].plural}`;
  if (isPerProfile === true) return `${method} per profile`;
  if (percentOf !== undefined) return `% of ${percentOf}`;
  if (method === "mean" && metric.kind.isDistinct) return "people per page and day";
  if (method === "sum" && metric.kind.isDistinct) return "sum of daily people, not distinct";
  if (method === "mean")
    return metric.kind.overProfiles === "sum" ? "mean per day" : "mean per profile-day";
  if (method === "mean of last")
    return `people in ${metric.window ?? "several"} days, mean per page`;
  if (method === "quotient") return (metric.parts ?? []).join(" / ");
  return method;
}

/** True for a column of one side of a break that divides the range. */
export const isSideOfBreak = ({ segment }: Pick<Column, "segment">): boolean =>
  segment.meaning !== undefined;

/** The days of a part of a range; an empty text for the whole. */
export function sideName({ segment }: Pick<Column, "segment">, range: Range): string {
  const { start, end } = segment;
  if (!isSideOfBreak({ segment })) return "";
  if (start > range.start && end < range.end) return `${start} to ${end}`;
  return start > range.start ? `from ${start}` : `until ${end}`;
}

/** The days and the meaning of a part of a range; an empty text for the whole. */
export const segmentName = (column: Pick<Column, "segment">, range: Range): string =>
  [sideName(column, range), column.segment.meaning].filter(Boolean).join(", ");

/** `fans_change sum until 2025-11-14, page fans`; `insights_reach_28_days people in the 28 days to 10-31, mean per page`. */
export function columnTitle(column: Column, result: Range & Pick<Result, "profileCount">): string {
  const { metric, method, segment } = column;
  const to = `the ${metric.window === undefined ? "" : `${metric.window} `}days to ${dayName(segment.end, result)}`;
  const mean = result.profileCount === 1 ? "" : ", mean per page";
  const title =
    method === "mean of last" ? `${nameOf(column)} people in ${to}${mean}` : methodTitle(column);
  return [title, segmentName(column, result)].filter(Boolean).join(" ");
}

/** A metric with its method; the name of a ratio can be both. */
export function methodTitle(column: Omit<Column, "segment">): string {
  const name = nameOf(column);
  const method = methodName(column);
  return name === method ? name : `${name} ${method}`;
}

/** The name of a metric; of a rate, which is written in percent, with `%`. */
export const nameOf = ({ metric, toPercent }: Omit<Column, "segment">): string =>
  toPercent === undefined ? metric.name : `${metric.name} %`;

/** The text of a number of a column: rates in percent. */
export function numberText(
  { toPercent, percentOf }: Omit<Column, "segment">,
  value: number,
): string {
  if (toPercent !== undefined) return formatShare(value * toPercent);
  return percentOf === undefined ? formatNumber(value) : formatShare(value);
}

export const metricNames = (metrics: readonly Metric[]): string[] =>
  metrics.map(({ name }) => name);

/** A note on some metrics, if there are any. @param most the number of metrics that it names. */
export const noteOn = (metrics: readonly Metric[], text: string, most = 8): Note =>
  metrics.length > 0 && `${some(metricNames(metrics), most)}: ${text}`;

/** `29 of 31`, where the last days of a range do not count; otherwise an empty text. */
export function daysText(result: Result, metric: Metric): string {
  const days = countedDays(result, metric);
  return days === undefined ? "" : `${days} of ${daysBetween(result.start, result.end)}`;
}
