/** Coverage: how many of the profile-days of each metric have a value, and the gaps of each profile. */
import type { Work } from "../../base/async/work.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { withinDays } from "../cells/select.ts";
import { daysBetween } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import { presenceOf, type Presence } from "./presence.ts";

/** Shorter runs at an end of a range are days that a profile lacks: it can have values beyond them. */
export const leastAtEnd = 8;

/** Successive days that some profiles lack. */
export interface Gap extends Range {
  readonly profiles: readonly string[];
}

export interface MetricCoverage {
  readonly metric: Metric;
  /** Numbers of profile-days. */
  readonly expected: number;
  readonly missing: number;
  readonly gaps: readonly Gap[];
}

/** @param ranges the days that count, where these are not all (default: all). */
export function coverageOf(result: Result, ranges: readonly Range[] = [result]): MetricCoverage[] {
  const counted = ranges.reduce((days, { start, end }) => days + daysBetween(start, end), 0);
  // The gaps of ranges without days between them can span several.
  const hasDaysBetween = counted < daysBetween(result.start, result.end);
  const parts = hasDaysBetween ? ranges.map((range) => withinDays(result, range)) : [result];
  return result.metrics.map((metric) => {
    const list = parts.map((part) => gapsOf(presenceOf(part, metric)));
    return {
      metric,
      missing: list.reduce((sum, { missing }) => sum + missing, 0),
      expected: list.reduce((sum, { expected }) => sum + expected, 0),
      gaps: list.flatMap(({ gaps }) => gaps),
    };
  });
}

function gapsOf({ days, profiles }: Presence) {
  let missing = 0;
  /** By the first and last day of the gap. */
  const gaps = new Map<string, Range & { readonly profiles: string[] }>();
  for (const { profile, has } of profiles) {
    for (const { length, ...range } of runsWithout(days, has)) {
      missing += length;
      const key = `${range.start} ${range.end}`;
      const gap = gaps.get(key) ?? { ...range, profiles: [] };
      gaps.set(key, gap);
      gap.profiles.push(profile);
    }
  }
  return { expected: profiles.length * days.length, missing, gaps: [...gaps.values()] };
}

/** Successive days on which a profile has no value, with their number. */
function runsWithout(days: Presence["days"], has: Uint8Array) {
  const runs: (Range & { readonly length: number })[] = [];
  for (const [place, day] of days.entries()) {
    if (has[place] === 1) continue;
    const last = has[place - 1] === 0 ? runs.pop() : undefined;
    const { start, length } = last ?? { start: day, length: 0 };
    runs.push({ start, end: day, length: length + 1 });
  }
  return runs;
}

/** The gaps of a profile: the number of days without values, the longest run of them, and the metrics. */
export interface RowGaps {
  readonly profile: string;
  /** Metrics that lack the same days. */
  readonly metrics: readonly Metric[];
  /** Numbers of days: those without values, those for which the metrics can have data, the longest run. */
  readonly missing: number;
  readonly expected: number;
  readonly runs: readonly Range[];
}

/** Rows with gaps, those that lack the most first. */
export function* rowGaps(result: Result): Work<RowGaps[]> {
  const rows = new Map<string, RowGaps>();
  for (const metric of result.metrics) {
    const { days, profiles } = presenceOf(result, metric);
    for (const { profile, has } of profiles) {
      yield;
      const runs = runsWithout(days, has);
      if (runs.length === 0) continue;
      const expected = days.length;
      const missing = runs.reduce((sum, run) => sum + run.length, 0);
      const key = JSON.stringify([profile, expected, runs]);
      const metrics = [...(rows.get(key)?.metrics ?? []), metric];
      rows.set(key, { profile, metrics, missing, expected, runs });
    }
  }
  return [...rows.values()].toSorted((left, right) => right.missing - left.missing);
}

/** Above 5 %, but for the error of a subtraction. */
const muchOfCoverage = 0.05 + 1e-9;

/** Sides that differ by more than this share of their profile-days are compared with a word on it. */
export const differsMuch = (left: number, right: number): boolean =>
  Math.abs(left - right) > muchOfCoverage;
