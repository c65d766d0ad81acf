/** The gaps of each profile: the number of days or months without values, the longest run of them, and the metrics. */
import type { Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { RowValue } from "../cells/axis.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../errors/tool-error.ts";
import type { Range } from "../time/grains.ts";
import { runsWithout } from "./coverage.ts";
import { presenceOf } from "./presence.ts";

export interface RowGaps {
  readonly profile: RowValue;
  /** Metrics that lack the same days or months. */
  readonly metrics: readonly Metric[];
  /** Numbers of days, or of months: those without values, those for which the metrics can have data, the longest run. */
  readonly missing: number;
  readonly expected: number;
  readonly length: number;
  readonly longest: Range;
}

/** Rows with gaps, those that lack the most first. */
export function* rowGaps(result: Result): Work<RowGaps[]> {
  const rows = new Map<string, RowGaps>();
  for (const metric of result.cells.metrics) {
    const presence = yield* presenceOf(result, metric);
    if (presence === undefined) continue;
    const { buckets, profiles, has } = presence;
    for (const [place, profile] of profiles.entries()) {
      const runs = runsWithout(has, place * buckets.length, buckets.length);
      const [longest] = runs.toSorted(
        (one, other) => other.last - other.first - (one.last - one.first),
      );
      if (longest === undefined) continue;
      const key = JSON.stringify([place, buckets.length, runs]);
      const metrics = [...(rows.get(key)?.metrics ?? []), metric];
      rows.set(key, {
        profile,
        metrics,
        missing: runs.reduce((sum, { first, last }) => sum + last - first + 1, 0),
        expected: buckets.length,
        length: longest.last - longest.first + 1,
        longest: {
          start: required(buckets[longest.first], "a bucket").start,
          end: required(buckets[longest.last], "a bucket").end,
        },
      });
      yield;
    }
  }
  return [...rows.values()].toSorted((one, other) => other.missing - one.missing);
}
