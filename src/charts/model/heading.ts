/** The words of a chart: its title, its units, and where its numbers come from. */
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { networkTraits } from "../../catalog/networks.ts";
import type { Result } from "../../cells/result.ts";
import { onlyLabelled } from "../../cells/select.ts";
import { comparedCoverage, coverageText } from "../../report/coverage.ts";
import { profilesName, shortRange } from "../../report/names.ts";

const numberWords = "no one two three four five six seven eight nine ten".split(" ");

/** The words of a metric: `insights_fan_adds` is `fan adds`. */
const metricWords = ({ name }: Metric): string =>
  name.replaceAll(/\binsights_|_(?:lifetime|change)\b/g, "").replaceAll("_", " ");

/** The noun for the values of a metric. */
export const unitOf = (metric: Metric): string =>
  metric.unit ?? (metric.kind.isDistinct ? "people" : metricWords(metric));

/** `Views by day, three profiles`. @param by the dimensions of the axis and of the series. */
export function titleOf(result: Result, metrics: readonly Metric[], by: readonly string[]): string {
  const { profileCount } = result;
  const words = metrics.map((metric) =>
    metric.kind.isDifference ? `change in ${metricWords(metric)}` : metricWords(metric),
  );
  const what = [...new Set(words)].join(", ").replace(/, ([^,]*)$/, " and $1");
  const how = by.map((type) => type.replace("date.", "").replaceAll("_", " ")).join(" and ");
  const who =
    profileCount === 1
      ? profilesName(result)
      : `${numberWords[profileCount] ?? profileCount} profiles`;
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${how && ` by ${how}`}, ${who}`;
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
