/** Single profile-days that stand out from the usual values of their weekday. */
import { median, medianAbsoluteDeviation } from "simple-statistics";
import type { Metric } from "../catalog/metrics/index.ts";
import { dayGrid, eachLine } from "../cells/day-grid.ts";
import type { Result } from "../cells/result.ts";
import { addDays, dayNumber, type Day } from "../time/days.ts";
import { visibleColumn } from "./methods.ts";
import { segmentsOf } from "./segments.ts";

export interface Outlier {
  readonly metric: Metric;
  /** The places of its profile, and of its row of a breakdown, among the days of the result. */
  readonly profile: number;
  readonly breakdown: number;
  readonly day: Day;
  /** Of a level, the difference from the day before. */
  readonly value: number;
  /** The range of usual values, of three spreads to each side of the median. */
  readonly usual: readonly [number, number];
  /** The distance from the median in spreads. */
  readonly score: number;
}

export interface Outliers {
  /** By the size of their scores. */
  readonly found: readonly Outlier[];
  /** The number of profile-days that were compared with usual ones. */
  readonly compared: number;
}

/** Weeks of which the usual values are made: the week of a day and those around it. */
export const usualWeeks = 13;
const leastWeeks = 12;
/** Scores from here on stand out. */
export const outlierScore = 6;
/** Fewer values of a weekday than this have no usual one. */
const leastValues = 6;
/** Scales the median absolute deviation to the standard deviation of normal values. */
const toDeviation = 1.4826;

/** Standing counts, and counts over the days up to one, are judged by how much they change in a day. */
export const isByDifference = ({ kind, window }: Metric): boolean =>
  kind === "level" || kind === "rolling" || window !== undefined;

/**
 * Compares each profile-day with the median of its weekday in the 13 weeks around it (12 or more at the edges). The
 * spread is the median absolute deviation of all days of these weeks from the medians of their weekdays, and at least
 * the square root of the median. Days that are not over, and days beyond a break, are not used.
 */
export function outliersOf(result: Result): Outliers {
  const { days, cells } = result;
  const found: Outlier[] = [];
  let compared = 0;
  if (days === undefined) return { found, compared };
  const grid = dayGrid(days);
  for (const metric of cells.metrics) {
    const column = visibleColumn(result, metric);
    if (column === undefined) continue;
    for (const { start, end } of segmentsOf(result, metric)) {
      const first = dayNumber(start) - dayNumber(result.start);
      const last = Math.min(dayNumber(end), lastOver(result)) - dayNumber(result.start);
      eachLine(grid, (profile, breakdown, offset) => {
        const at = (day: number): number =>
          days.values[offset + day * grid.dayStride + column] ?? Number.NaN;
        const series = seriesOf(metric, at, first, last);
        for (const { place, ...one } of inSeries(series, metric)) {
          compared += 1;
          const day = addDays(start, place);
          if (Math.abs(one.score) >= outlierScore)
            found.push({ metric, profile, breakdown, day, ...one });
        }
      });
    }
  }
  return {
    found: found.toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score)),
    compared,
  };
}

/** The last day that was over when the result was fetched. */
const lastOver = ({ today, end }: Result): number =>
  Math.min(dayNumber(end), today === undefined ? Infinity : dayNumber(today) - 1);

/** The values of the days, or their differences; NaN where one is missing. */
function seriesOf(
  metric: Metric,
  at: (day: number) => number,
  first: number,
  last: number,
): number[] {
  const length = Math.max(0, last - first + 1);
  return Array.from({ length }, (_, place) => {
    const value = at(first + place);
    if (!isByDifference(metric)) return value;
    return place === 0 ? Number.NaN : value - at(first + place - 1);
  });
}

interface Judged extends Pick<Outlier, "value" | "usual" | "score"> {
  readonly place: number;
}

/** Judges the days of a series week by week. */
function* inSeries(series: readonly number[], metric: Metric): Generator<Judged> {
  if (series.length < leastWeeks * 7) return;
  for (let from = 0; from < series.length; from += 7) {
    const start = Math.max(0, Math.min(from - 42, series.length - usualWeeks * 7));
    const baseline = baselineOf(series.slice(start, start + usualWeeks * 7), start);
    for (let place = from; place < Math.min(from + 7, series.length); place += 1) {
      const value = series[place] ?? Number.NaN;
      const usual = baseline.medians[place % 7];
      if (!Number.isFinite(value) || usual === undefined) continue;
      const spread = spreadOf(baseline.deviation, usual, metric);
      if (spread === 0) continue;
      yield {
        place,
        value,
        usual: [usual - 3 * spread, usual + 3 * spread],
        score: (value - usual) / spread,
      };
    }
  }
}

interface Baseline {
  /** By the place of a day modulo 7; undefined for weekdays with too few values. */
  readonly medians: readonly (number | undefined)[];
  readonly deviation: number;
}

function baselineOf(values: readonly number[], start: number): Baseline {
  const medians = Array.from({ length: 7 }, (_, place) => {
    const own = values.filter(
      (value, index) => (start + index) % 7 === place && Number.isFinite(value),
    );
    return own.length < leastValues ? undefined : median(own);
  });
  const residuals = values.flatMap((value, index) => {
    const usual = medians[(start + index) % 7];
    return usual === undefined || !Number.isFinite(value) ? [] : [value - usual];
  });
  const deviation = residuals.length === 0 ? 0 : medianAbsoluteDeviation(residuals);
  return { medians, deviation: toDeviation * deviation };
}

/** Counts vary by at least the square root of their size. */
const spreadOf = (deviation: number, usual: number, { kind }: Metric): number =>
  kind === "ratio" ? deviation : Math.max(deviation, Math.sqrt(Math.abs(usual)), 1);
