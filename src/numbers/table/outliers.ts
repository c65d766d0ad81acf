/** Days on which rows of a result, or single profiles, stand out from the usual values of their weekday. */
import { required } from "../../base/errors/tool-error.ts";
import { median, medianAbsoluteDeviation } from "simple-statistics";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { addDays, dayNumber, type Day } from "../../base/time/days.ts";
import { differsMuch } from "../meaning/coverage.ts";
import type { DailyLine, LineRow } from "./daily-lines.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { segmentsOf } from "../meaning/segments.ts";

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
  readonly outliers: readonly Outlier[];
  /** Values of such rows, and days of single profiles, that were compared with usual ones. */
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
export const isByDifference = ({ kind }: Metric): boolean => kind.overDays === "last";

/**
 * Compares each day of a row with the median of its weekday in the 13 weeks around it (12 or more at the edges). The
 * spread is the median absolute deviation of all days of these weeks from the medians of their weekdays, and at least
 * the square root of the median. Days that are not over, days beyond a break, and days on which a row that combines
 * profiles has fewer of them, are not used.
 */
export function outliersIn(result: Result, line: DailyLine): JudgedLine {
  const { metric, rows, coverage } = line;
  const outliers: Outlier[] = [];
  const compared: Day[] = [];
  for (const { start, end } of segmentsOf(result, metric)) {
    const first = dayNumber(start) - dayNumber(result.start);
    const last =
      Math.min(dayNumber(end), dayNumber(lastDayIn(result, metric, result))) -
      dayNumber(result.start);
    const series = seriesOf(line, first, last);
    const shares = coverage && series.map((_, place) => coverage(first + place));
    for (const { place, value, usual, score } of judgedDays(series, shares, metric)) {
      const day = addDays(start, place);
      compared.push(day);
      if (Math.abs(score) >= outlierScore)
        outliers.push({ metric, rows, day, value, usual, score });
    }
  }
  return { line, outliers, compared };
}

/** A line with its outliers, and the days that were compared with usual ones. */
export interface JudgedLine {
  readonly line: DailyLine;
  readonly outliers: readonly Outlier[];
  readonly compared: readonly Day[];
}

/** @param lines those that combine profiles, and those of single profiles, whose days count once for all metrics. */
export function outliersOf(
  combined: readonly JudgedLine[],
  single: readonly JudgedLine[],
): Outliers {
  const daysOf = new Map<unknown, Set<Day>>();
  for (const { line, compared } of single) {
    const profile = line.rows[0]?.row;
    daysOf.set(profile, new Set([...(daysOf.get(profile) ?? []), ...compared]));
  }
  const sorted = (lines: readonly JudgedLine[]): Outlier[] =>
    lines.flatMap(({ outliers }) => outliers).toSorted(bySize);
  return {
    outliers: [...sorted(combined), ...sorted(single)],
    compared: [
      combined.reduce((sum, { compared }) => sum + compared.length, 0),
      [...daysOf.values()].reduce((sum, { size }) => sum + size, 0),
    ],
  };
}

export const bySize = (left: Verdict, right: Verdict): number =>
  Math.abs(right.score) - Math.abs(left.score);

/** The values of the days, or their differences; NaN where one is missing. */
function seriesOf({ metric, at }: DailyLine, first: number, last: number): Float64Array {
  const days = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, place) =>
    at(first + place),
  );
  return isByDifference(metric)
    ? days.map((value, place) => value - (days[place - 1] ?? Number.NaN))
    : days;
}

/**
 * Judges the days of a series week by week.
 * @param shares the coverage of each day: one that is much lower than others of its weeks is not used.
 */
function* judgedDays(days: Float64Array, shares: Float64Array | undefined, metric: Metric) {
  if (days.length < leastWeeks * 7) return;
  for (let from = 0; from < days.length; from += 7) {
    const start = Math.max(0, Math.min(from - 42, days.length - usualWeeks * 7));
    const end = start + usualWeeks * 7;
    const weeks = withoutThin(days.subarray(start, end), shares?.subarray(start, end));
    const { medians, deviation } = baselineOf(weeks, start);
    for (let place = from; place < Math.min(from + 7, days.length); place += 1) {
      const value = numberAt(weeks, place - start);
      const verdict = verdictOn(
        value,
        required(medians[place % 7], "a weekday"),
        deviation,
        metric,
      );
      if (verdict !== undefined) yield { place, value, ...verdict };
    }
  }
}

function withoutThin(weeks: Float64Array, shares: Float64Array | undefined): Float64Array {
  if (shares === undefined) return weeks;
  const most = Math.max(...shares);
  return weeks.map((value, place) =>
    differsMuch(shares[place] ?? most, most) ? Number.NaN : value,
  );
}

/**
 * The median of each weekday, by the place of a day modulo 7; NaN for weekdays with too few values. The deviation is that
 * of all other values from the medians of their weekdays.
 */
function baselineOf(values: Float64Array, start: number) {
  const ofWeekdays = Array.from({ length: 7 }, (): number[] => []);
  for (const [place, value] of values.entries())
    if (Number.isFinite(value)) ofWeekdays[(start + place) % 7]?.push(value);
  const medians = ofWeekdays.map((list) => (list.length < leastValues ? Number.NaN : median(list)));
  const residuals = ofWeekdays.flatMap((list, weekday) =>
    list.length < leastValues
      ? []
      : list.map((value) => value - required(medians[weekday], "a weekday")),
  );
  return { medians, deviation: residuals.length === 0 ? 0 : medianAbsoluteDeviation(residuals) };
}

type Verdict = Pick<Outlier, "usual" | "score">;

/**
 * Judges a value by the median of usual ones and their median absolute deviation. Undefined without usual values, and for
 * ratios that never varied, which have no spread. Counts vary by at least the square root of their size.
 */
export function verdictOn(
  value: number,
  usual: number,
  deviation: number,
  { kind }: Metric,
): Verdict | undefined {
  const least = kind.overDays === "quotient" ? 0 : Math.max(Math.sqrt(Math.abs(usual)), 1);
  const spread = Math.max(toDeviation * deviation, least);
  if (!Number.isFinite(value) || Number.isNaN(usual) || spread === 0) return undefined;
  return { usual: [usual - 3 * spread, usual + 3 * spread], score: (value - usual) / spread };
}
