/** Coverage: how many of the profile-days or profile-months of each metric have a value, and where the others are. */
import { each, type Work } from "../async/work.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { RowValue } from "../cells/axis.ts";
import type { DayGrid } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import type { Range } from "../time/grains.ts";
import { presenceOf, type Presence } from "./presence.ts";

/** Successive days or months that some profiles lack. */
export interface Gap extends Range {
  readonly profiles: readonly RowValue[];
}

export interface MetricCoverage {
  readonly metric: Metric;
  /** False where the API has aggregated for us: the numbers below are then unknown. */
  readonly isVisible: boolean;
  /** Numbers of profile-days, or of profile-months. */
  readonly expected: number;
  readonly missing: number;
  readonly gaps: readonly Gap[];
}

export const coverageOf = (result: Result): Work<MetricCoverage[]> =>
  each(result.cells.metrics, function* coverage(metric) {
    const presence = yield* presenceOf(result, metric);
    return presence === undefined
      ? { metric, isVisible: false, expected: 0, missing: 0, gaps: [] }
      : { metric, isVisible: true, ...(yield* gapsOf(presence)) };
  });

function* gapsOf({
  buckets,
  profiles,
  has,
}: Presence): Work<Omit<MetricCoverage, "metric" | "isVisible">> {
  let missing = 0;
  /** Profiles by the first and last bucket of the gap. */
  const gaps = new Map<string, { first: number; last: number; profiles: RowValue[] }>();
  for (const [profile, row] of profiles.entries()) {
    for (const { first, last } of runsWithout(has, profile * buckets.length, buckets.length)) {
      missing += last - first + 1;
      const key = `${first} ${last}`;
      const found = gaps.get(key) ?? { first, last, profiles: [] };
      gaps.set(key, found);
      found.profiles.push(row);
    }
    yield;
  }
  return {
    expected: has.length,
    missing,
    gaps: Array.from(gaps.values(), ({ first, last, profiles: lacking }) => ({
      start: required(buckets[first], "a bucket").start,
      end: required(buckets[last], "a bucket").end,
      profiles: lacking,
    })),
  };
}

/** Runs of buckets in which a profile has no value, by their places. @param from the first bucket of the profile. */
export function runsWithout(
  has: Uint8Array,
  from: number,
  count: number,
): { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (let place = 0; place < count; place += 1) {
    if (has[from + place] === 1) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.last === place - 1) last.last = place;
    else runs.push({ first: place, last: place });
  }
  return runs;
}

/** The place of the first day with a value; the number of days if there is none. @param offset that of the first day. */
export function firstWithValue({ cells, dayCount, dayStride }: DayGrid, offset: number): number {
  let day = 0;
  while (day < dayCount && Number.isNaN(numberAt(cells.values, offset + day * dayStride))) day += 1;
  return day;
}

/** Above 5 %, but for the error of a subtraction. */
const muchOfCoverage = 0.05 + 1e-9;

/** Sides that differ by more than this share of their profile-days are compared with a word on it. */
export const differsMuch = (one: number, other: number): boolean =>
  Math.abs(one - other) > muchOfCoverage;
