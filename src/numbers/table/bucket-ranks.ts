/** Weeks, months and other buckets of rows: the rank of the latest one, and those that stand out from many before. */
import { median, medianAbsoluteDeviation } from "simple-statistics";
import { isBreakdown } from "../../catalog/dimensions.ts";
import type { GrainName } from "../../catalog/grains.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import type { Result } from "../cells/result.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { linesAt, type DailyLine, type LineRow } from "./daily-lines.ts";
import { bySize, isByDifference, outlierScore, verdictOn, type Outlier } from "./outliers.ts";
import { segmentsOf } from "../meaning/segments.ts";
import type { Day } from "../../base/time/days.ts";

/** The latest whole bucket of a row among all whole ones since a break. */
export interface BucketRank {
  readonly metric: Metric;
  readonly rows: readonly LineRow[];
  readonly bucket: string;
  /** Of a level, the difference from the bucket before. */
  readonly value: number;
  /** 1 is the highest; equal numbers share a rank. */
  readonly rank: number;
  readonly count: number;
  /** Whole buckets that lack too many of their days. */
  readonly thin: number;
  /** The day of the break after which buckets count; undefined without one. */
  readonly since: Day | undefined;
  readonly lowest: number;
  readonly highest: number;
}

/** A bucket far from the median of those before it. */
type BucketOutlier = Pick<BucketRank, "metric" | "rows" | "bucket" | "value"> &
  Pick<Outlier, "usual" | "score">;

export interface BucketRanks {
  /** Rows that combine profiles first, then those nearest to an end of their range. */
  readonly ranks: readonly BucketRank[];
  readonly outliers: readonly BucketOutlier[];
  /** Buckets with enough others before them. */
  readonly compared: number;
}

/** With fewer buckets before it, quiet data would stand out too often. */
export const leastBefore = 26;
const leastRanked = 3;

/** The lines whose buckets are ranked: those that combine profiles, those of labels, and those of profiles. */
export function bucketLines(result: Result, grain: GrainName): DailyLine[] {
  const types = result.dimensions;
  const total = types.filter((type) => isBreakdown(type));
  const splits = (["profile_label", "profile"] as const).filter(
    (type) => types.includes(type) && result.profileCount > 1,
  );
  const shapes = [total, ...splits.map((type) => [type, ...total])];
  return shapes.flatMap((shape) => linesAt(result, shape, `date.${grain}`));
}

/** @example the rank of the last week of each profile: bucketRanksOf(result, bucketLines(result, "week")).ranks */
export function bucketRanksOf(result: Result, lines: readonly DailyLine[]): BucketRanks {
  const ranks: BucketRank[] = [];
  const outliers: BucketOutlier[] = [];
  let compared = 0;
  for (const line of lines) {
    const { metric, rows } = line;
    const { buckets, thin, since } = wholeBuckets(result, line);
    const latest = buckets.at(-1);
    const values = buckets.map(({ value }) => value);
    if (latest !== undefined && buckets.length >= leastRanked) {
      const rank = 1 + values.filter((value) => value > latest.value).length;
      const [lowest, highest] = [Math.min(...values), Math.max(...values)];
      const count = buckets.length;
      ranks.push({ metric, rows, ...latest, rank, count, thin, since, lowest, highest });
    }
    for (const [place, bucket] of [...buckets.entries()].slice(leastBefore)) {
      const before = values.slice(0, place);
      const deviation = medianAbsoluteDeviation(before);
      const verdict = verdictOn(bucket.value, median(before), deviation, metric);
      if (verdict === undefined) continue;
      compared += 1;
      if (Math.abs(verdict.score) >= outlierScore)
        outliers.push({ metric, rows, ...bucket, ...verdict });
    }
  }
  const profileOrder = ({ rows }: BucketRank): number =>
    rows.some(({ type }) => type === "profile") ? 1 : 0;
  const toEnd = ({ rank, count }: BucketRank): number => Math.min(rank - 1, count - rank);
  return {
    ranks: ranks.toSorted(
      (left, right) => profileOrder(left) - profileOrder(right) || toEnd(left) - toEnd(right),
    ),
    outliers: outliers.toSorted(bySize),
    compared,
  };
}

/** The buckets that are whole, and have about as many of their days as the others, since the last break of the metric. */
function wholeBuckets(result: Result, { metric, at, coverage = () => 1, time = [] }: DailyLine) {
  const since = segmentsOf(result, metric).slice(1).at(-1)?.start;
  const most = Math.max(...time.map((_, place) => coverage(place) || 0));
  const isThin = (place: number): boolean => differsMuch(most, coverage(place));
  const isSince = (day = ""): boolean => day >= (since ?? "");
  // A level differs from the end of the bucket before, which must be on the same side of a break.
  const places = [...time.keys()].filter(
    (place) =>
      time[place]?.isPartial === false &&
      isSince(time[place].start) &&
      (!isByDifference(metric) || (place > 0 && isSince(time[place - 1]?.end))),
  );
  const before = (place: number): number => (isThin(place - 1) ? Number.NaN : at(place - 1));
  const valueAt = (place: number): number =>
    at(place) - (isByDifference(metric) ? before(place) : 0);
  const buckets = places.flatMap((place) => {
    const value = isThin(place) ? Number.NaN : valueAt(place);
    return Number.isFinite(value) ? [{ bucket: rowKey(time[place]?.row ?? ""), value }] : [];
  });
  return { buckets, since, thin: places.length - buckets.length };
}
