/** The words of a chart: its title, its units, and where its numbers come from. */
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { networkTraits } from "../../catalog/networks.ts";
import type { Result } from "../../cells/result.ts";
import { onlyLabelled } from "../../cells/select.ts";
import { comparedCoverage, coverageText } from "../../report/coverage.ts";
import { profilesName, shortRange } from "../../report/names.ts";
import { isDay, type Day } from "../../time/days.ts";
import { bucketEnd, bucketStart, type Range } from "../../time/grains.ts";

const numberWords = "no one two three four five six seven eight nine ten".split(" ");

/** The words of a metric: `insights_fan_adds` is `fan adds`. */
const metricWords = ({ name }: Metric): string =>
  name.replaceAll(/\binsights_|_(?:lifetime|change)\b/g, "").replaceAll("_", " ");

/** The noun for the values of a metric. */
export const unitOf = (metric: Metric): string =>
  metric.unit ?? (metric.kind.isDistinct ? "people" : metricWords(metric));

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A range as people write it: `Oct 2026`, `Q3 2026`, `2026`, `1 to 22 Oct 2026`, `28 Dec 2025 to 3 Jan 2026`. */
export function rangeTitle({ start, end }: Range): string {
  const unit = (["year", "quarter", "month"] as const).find(
    (grain) =>
      bucketStart(start, { unit: grain }) === start && bucketEnd(start, { unit: grain }) === end,
  );
  const [year, month, day] = partsOf(start);
  const [endYear, endMonth, endDay] = partsOf(end);
  const name = (at: number): string => months[at - 1] ?? "";
  if (unit === "year") return year;
  if (unit === "quarter") return `Q${Math.ceil(month / 3)} ${year}`;
  if (unit === "month") return `${name(month)} ${year}`;
  const last = `${endDay} ${name(endMonth)} ${endYear}`;
  if (start === end) return last;
  if (year !== endYear) return `${day} ${name(month)} ${year} to ${last}`;
  return month === endMonth ? `${day} to ${last}` : `${day} ${name(month)} to ${last}`;
}

/** `1 Oct 2026`; another text stays as it is. */
export const dayTitle = (text = ""): string =>
  isDay(text) ? rangeTitle({ start: text, end: text }) : text;

const partsOf = (day: Day): readonly [year: string, month: number, day: number] => [
  day.slice(0, 4),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
];

/** `Views by day, three profiles`. @param by the dimensions of the axis and of the series. */
export function titleOf(result: Result, metrics: readonly Metric[], by: readonly string[]): string {
  const { profileCount } = result;
  const what = whatOf(metrics);
  const how = by.map((type) => type.replace("date.", "").replaceAll("_", " ")).join(" and ");
  const who =
    profileCount === 1
      ? profilesName(result)
      : `${numberWords[profileCount] ?? profileCount} profiles`;
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${how && ` by ${how}`}, ${who}`;
}

/** `The 20 of 120 profiles with the largest changes in views`; `Change in views by profile, three profiles`. @param drawn of more rows. */
export function changeTitle(
  result: Result,
  metrics: readonly Metric[],
  by: readonly string[],
  drawn: number | undefined,
): string {
  const what = whatOf(metrics);
  if (drawn !== undefined && by.join() === "profile")
    return `The ${drawn} of ${result.profileCount} profiles with the largest changes in ${what}`;
  const title = titleOf(result, metrics, by);
  return `Change in ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}

/** `views and change in fans`. */
export function whatOf(metrics: readonly Metric[]): string {
  const words = metrics.map((metric) =>
    metric.kind.isDifference ? `change in ${metricWords(metric)}` : metricWords(metric),
  );
  return [...new Set(words)].join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** The network, the ranges, the time zone and the coverage. @param before the earlier range of a comparison. */
export function sourceOf(dimensions: readonly Dimension[], now: Result, before?: Result): string {
  // Profiles without a label have no row in a chart by label.
  const counted = (result: Result): Result => onlyLabelled(result, dimensions);
  const zone = networkTraits[now.network].dayZone ?? "profile time";
  const against = before === undefined ? "" : ` against ${shortRange(before.asked ?? before)}`;
  const { statements } =
    before === undefined
      ? coverageText(counted(now))
      : comparedCoverage({ now: counted(now), before: counted(before) });
  return [
    `${now.network}, ${shortRange(now.asked ?? now)}${against}, ${zone}.`,
    ...statements,
  ].join(" ");
}
