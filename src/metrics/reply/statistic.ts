/** Checks that a statistic can be formed from a result (`statistic` of read_result). */
import type { Work } from "../../async/work.ts";
import { isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../../cells/axis.ts";
import { segmentsOf } from "../../meaning/segments.ts";
import { timeRows } from "../../meaning/time-rows.ts";
import { some } from "../../text/words.ts";
import type { Result } from "../../cells/result.ts";
import { dimensionsOf } from "../../cells/select.ts";
import { inputError } from "../../errors/tool-error.ts";
import { grains } from "../../catalog/grains.ts";
import type { Statistic, StatisticBucket } from "../../catalog/statistics.ts";
import { combine } from "../../meaning/combine.ts";
import { differsMuch } from "../../meaning/coverage.ts";
import { coverageAt, isNumber } from "../../meaning/figures.ts";
import { isAdditive, dayColumn } from "../../meaning/methods.ts";
import { holdsDays } from "./dimensions-at.ts";
import type { Note } from "../../replies/layout.ts";
import { percent } from "../../text/numbers.ts";

/** @throws ToolError `invalid_input` for a result without daily values. */
export function checkDays(result: Result, statistic: Statistic): void {
  if (holdsDays(result)) return;
  throw inputError(
    `the result does not hold days, so it has no ${statistic} of daily values`,
    "Ask get_profile_metrics with the dimension date.day.",
  );
}

/** @throws ToolError `invalid_input` with the reason where a kind forbids the statistic. */
export function checkStatistic(
  result: Result,
  dimensions: readonly Dimension[],
  statistic: Statistic,
  of: "day" | StatisticBucket,
): void {
  const isLabel = dimensions.includes("profile_label");
  const reasonAgainst = (metric: Metric): string | undefined => {
    const { kind, isDerived } = metric;
    if (statistic === "sum") return kind.whyNoSum;
    if (statistic === "mean" && isDerived === true)
      return "a mean of daily ratios is not the ratio; without statistic it is the sum over the sum";
    if (statistic === "mean" && kind.isWindow)
      return "each day counts the days before it too, so a mean would count days several times";
    const isDaily = dayColumn(result, metric) !== undefined;
    return of !== "day" || isDaily || (isAdditive(metric) && !isLabel)
      ? undefined
      : "it needs single profiles and days; ask get_profile_metrics by profile and date.day";
  };
  for (const metric of result.cells.metrics) {
    const reason = reasonAgainst(metric);
    if (reason !== undefined)
      throw inputError(
        `${metric.name} has no ${statistic} here: ${reason}`,
        "Choose another statistic for it, or other metrics.",
      );
  }
}

/** Says what the statistics are of, and which buckets are cut, so that they do not count. */
export function statisticNote(
  result: Result,
  statistics: readonly Statistic[],
  of: "day" | StatisticBucket,
): Note {
  if (statistics.length === 0) return false;
  const which = `The numbers are the ${statistics.join(" and ")} of`;
  if (of === "day") return `${which} the daily values of each row.`;
  const starts = result.cells.metrics.flatMap((metric) => segmentsOf(result, metric).slice(1));
  const breaks = starts.map(({ start }) => start).toSorted();
  const { rows } = timeRows(result, `date.${of}`, breaks);
  const cut = [...new Set(rows.flatMap((row) => (row.isPartial ? [rowKey(row.row)] : [])))];
  const without = cut.length === 0 ? "" : `, without ${some(cut, 3)}, cut by the range or a break`;
  return `${which} the ${grains[of].plural} of each row${without}. A ${of} of a profile counts where at least 95 % of its days have values; a row that lacks one meets no condition.`;
}

/** Names sums whose lowest or highest day may be one on which fewer profiles have a value. */
export function* statisticCoverageNotes(
  result: Result,
  dimensions: readonly Dimension[],
  statistic: Statistic,
): Work<Note[]> {
  const isExtreme = statistic === "min" || statistic === "max";
  const isSum = !dimensions.includes("profile") && result.profileCount > 1;
  const isSplit = dimensionsOf(result).some((type) => isBreakdown(type));
  if (!isExtreme || !isSum || isSplit || result.days === undefined) return [];
  const figures = yield* combine(result, ["date.day"], { isDivided: false });
  const { columns, covered } = figures;
  return columns.map(({ metric, method }, column) => {
    const own = [...covered.keys()].filter((at) => at % columns.length === column);
    const shares = own.map((at) => coverageAt(figures, at)).filter(isNumber);
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    return (
      method === "sum" &&
      differsMuch(least, most) &&
      `${metric.name}: the days have from ${percent(least)} to ${percent(most)} of their profile-days.`
    );
  });
}
