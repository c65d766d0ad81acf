/** Days on which rows of a result, or single profiles, stand out from the usual values of their weekday. */
import { median, medianAbsoluteDeviation } from "simple-statistics";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { addDays, dayNumber, type Day } from "../time/days.ts";
import { differsMuch } from "./coverage.ts";
import { combinedLines, profileLines, type DailyLine, type LineRow } from "./daily-lines.ts";
import { segmentsOf } from "./segments.ts";

export interface Outlier {
  readonly metric: Metric;
  /** Its rows: a profile and a row of a breakdown, a label; none for the total of all profiles. */
  readonly rows: readonly LineRow[];
  readonly day: Day;
  /** Of a level, the difference from the day before. */
  readonly value: number;
  /** The range of usual values, of three spreads to each side of the median. */
  readonly usual: readonly [number, number];
  /** The distance from the median in spreads. */
  readonly score: number;
}

export interface Outliers {
  /** By the size of their scores: those of the rows that combine profiles, then those of single profiles. */
  readonly found: readonly Outlier[];
  /** The numbers of values that were compared with usual ones: of such rows, and of single profiles. */
  readonly compared: readonly [rows: number, profileDays: number];
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
 * Compares each day of a row with the median of its weekday in the 13 weeks around it (12 or more at the edges). The
 * spread is the median absolute deviation of all days of these weeks from the medians of their weekdays, and at least
 * the square root of the median. Days that are not over, days beyond a break, and days on which a row that combines
 * profiles has fewer of them, are not used.
 */
export function outliersOf(result: Result): Outliers {
  const [rows, single] = [combinedLines(result), profileLines(result)].map(judged(result));
  return {
    found: [...(rows?.found ?? []), ...(single?.found ?? [])],
    compared: [rows?.compared ?? 0, single?.compared ?? 0],
  };
}

type JudgedLines = Pick<Outliers, "found"> & { readonly compared: number };

const judged =
  (result: Result) =>
  (lines: readonly DailyLine[]): JudgedLines => {
    const found: Outlier[] = [];
    let compared = 0;
    for (const { metric, rows, at, coverage } of lines) {
      for (const { start, end } of segmentsOf(result, metric)) {
        const first = dayNumber(start) - dayNumber(result.start);
        const last = Math.min(dayNumber(end), lastOver(result)) - dayNumber(result.start);
        const series = seriesOf(metric, at, first, last);
        const shares = coverage && series.map((_, place) => coverage(first + place));
        for (const { place, ...one } of inSeries(series, shares, metric)) {
          compared += 1;
          const day = addDays(start, place);
          if (Math.abs(one.score) >= outlierScore) found.push({ metric, rows, day, ...one });
        }
      }
    }
    const bySize = found.toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score));
    return { found: bySize, compared };
  };

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

/**
 * Judges the days of a series week by week.
 * @param shares the coverage of each day: one that is much lower than others of its weeks is not used.
 */
function* inSeries(
  all: readonly number[],
  shares: readonly number[] | undefined,
  metric: Metric,
): Generator<Judged> {
  if (all.length < leastWeeks * 7) return;
  for (let from = 0; from < all.length; from += 7) {
    const start = Math.max(0, Math.min(from - 42, all.length - usualWeeks * 7));
    const weeks = all.slice(start, start + usualWeeks * 7);
    const covered = shares?.slice(start, start + usualWeeks * 7) ?? [];
    const most = Math.max(...covered);
    const series = weeks.map((value, place) =>
      differsMuch(covered[place] ?? most, most) ? Number.NaN : value,
    );
    const baseline = baselineOf(series, start);
    for (let place = from; place < Math.min(from + 7, all.length); place += 1) {
      const value = series[place - start] ?? Number.NaN;
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
