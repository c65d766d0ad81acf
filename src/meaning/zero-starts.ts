/** Profiles that have only zeros before their first other value: an API can fill the days before a profile with them. */
import type { Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import { dayLines } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { addDays, type Day } from "../time/days.ts";

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
    if (metric.kind.overDays !== "sum") return new Map();
    for (const { row: profile, dayCount, at } of dayLines(result, metric)) {
      const key = rowKey(profile);
      for (let day = 0; day < dayCount && !ended.has(key); day += 1) {
        const value = at(day);
        if (value === 0) zeros.set(key, (zeros.get(key) ?? 0) + 1);
        else if (!Number.isNaN(value)) {
          ended.add(key);
          if ((zeros.get(key) ?? 0) >= leastDays) starts.set(key, addDays(result.start, day));
        }
      }
      yield;
    }
  }
  return starts;
}
