/** Profiles that have only zeros before their first other value: an API can fill the days before a profile with them. */
import type { Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import { metricLines } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { daysBetween, type Day } from "../time/days.ts";
import { gapGrid } from "./presence.ts";
import { ownRows } from "./time-rows.ts";

/** The fewest days of zeros that are reported. */
const leastDays = 28;

/**
 * For each row of a profile, the first day whose value is not 0.
 * @param results in the order of time.
 */
export function* zeroStarts(results: readonly Result[], metric: Metric): Work<Map<string, Day>> {
  const zeros = new Map<string, number>();
  const starts = new Map<string, Day>();
  const ended = new Set<string>();
  for (const result of results) {
    const cells = gapGrid(result, metric);
    if (cells === undefined || metric.kind.overDays !== "sum") return new Map();
    const { rows } = ownRows({ ...result, cells });
    for (const { row: profile, at } of metricLines(cells, metric)) {
      const key = rowKey(profile);
      for (const [place, { start, end }] of rows.entries()) {
        const value = at(place);
        if (ended.has(key)) break;
        if (value === 0) zeros.set(key, (zeros.get(key) ?? 0) + daysBetween(start, end));
        else if (!Number.isNaN(value)) {
          ended.add(key);
          if ((zeros.get(key) ?? 0) >= leastDays) starts.set(key, start);
        }
      }
      yield;
    }
  }
  return starts;
}
