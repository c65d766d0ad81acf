/** The change that two ranges would have with the same number of each weekday. */
import { sum } from "simple-statistics";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { onlyMetrics } from "../cells/select.ts";
import { isNumber } from "../cells/states.ts";
import { sameProfiles, type Groups } from "../meaning/groups.ts";
import { combine } from "./combine.ts";
import type { Weights } from "./fold-column.ts";
import { pairingOf } from "./pairing.ts";

/**
 * The change of the same profiles in percent of a base of each profile's means per covered weekday before; NaN for metrics
 * whose profiles do not add up.
 */
export function percentAtEqualWeekdays(
  comparison: Comparison,
  metric: Metric,
  groups: Groups,
): number {
  const { kind } = metric;
  if (kind.overDays !== "sum" || kind.change !== "percent") return Number.NaN;
  const pairing = pairingOf(comparison, ["date.weekday"], metric, sameProfiles(groups));
  const totalOf = (side: Result, weights: Weights): number => {
    const { columns } = combine(onlyMetrics(side, [metric.name]), ["date.weekday"], { weights });
    return sum(columns.flatMap(({ values }) => [...values].filter(isNumber)));
  };
  const base = totalOf(comparison.before, pairing.base);
  return base > 0 ? (100 * (totalOf(comparison.now, pairing.now) - base)) / base : Number.NaN;
}
