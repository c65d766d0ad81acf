/** Profiles that have only zeros before their first other value: an API can fill the days before a profile with them. */
import type { Metric } from "../catalog/metrics/index.ts";
import { dayLines } from "../cells/select.ts";
import type { Result } from "../cells/result.ts";
import { addDays, type Day } from "../time/days.ts";

/** The fewest days of zeros that are reported. */
const leastDays = 28;

/**
 * For each profile, the first day whose value is not 0.
 * @param results in the order of time.
 */
export function zeroStarts(results: readonly Result[], metric: Metric): Map<string, Day> {
  const zeros = new Map<string, number>();
  const starts = new Map<string, Day>();
  const ended = new Set<string>();
  for (const result of results) {
    if (metric.kind.overDays !== "sum") return new Map();
    for (const { profile, values } of dayLines(result, metric)) {
      if (ended.has(profile)) continue;
      const first = values.findIndex((value) => value !== 0 && !Number.isNaN(value));
      const before = values.subarray(0, first === -1 ? undefined : first);
      const count = (zeros.get(profile) ?? 0) + before.filter((value) => value === 0).length;
      zeros.set(profile, count);
      if (first === -1) continue;
      ended.add(profile);
      if (count >= leastDays) starts.set(profile, addDays(result.start, first));
    }
  }
  return starts;
}
