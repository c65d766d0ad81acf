/** Reads one metric of one profile: the sum, the number of days and the last value of each row of time. */
import { numberAt } from "../cells/number-at.ts";
import { firstPlace, metricPlace, type DayValues } from "../cells/day-values.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { carriedFrom } from "../meaning/levels.ts";
import type { Parts } from "../meaning/methods.ts";
import { firstDayOf } from "../meaning/segments.ts";
import type { TimeRows } from "../meaning/time-rows.ts";
import { dayNumber, type Day } from "../../base/time/days.ts";
import type { Column } from "./table.ts";

/** Of a profile, or of one of its rows of a breakdown, an entry per row of time; then one of the days of the lead-in that are carried. */
export interface ProfileLine {
  readonly sums: Float64Array;
  /** Denominators of a ratio; for other metrics the covered days. */
  readonly below: Float64Array;
  /** Days with a value. */
  readonly counts: Uint32Array;
  /** The covered days, and all of them. */
  readonly covered: Uint32Array;
  readonly expected: Uint32Array;
  /** The value of the last covered day; NaN where a breakdown has no row on it. */
  readonly last: Float64Array;
  readonly lastDay: Int32Array;
}

const emptyLine = (rows: number): ProfileLine => ({
  sums: new Float64Array(rows),
  below: new Float64Array(rows),
  counts: new Uint32Array(rows),
  covered: new Uint32Array(rows),
  expected: new Uint32Array(rows),
  last: new Float64Array(rows),
  lastDay: new Int32Array(rows),
});

/** The source of lines: values, and the rows of time that they are folded into. */
export interface LineSource {
  readonly result: Result;
  /** The values to combine: the days, or the rows of a breakdown, whose coverage is that of the profile. */
  readonly values: DayValues;
  readonly time: TimeRows;
}

/**
 * Returns a function that reads the line at a place of the values. It returns the same lists each time.
 * @param carries last values are carried into the range.
 */
export function lineReader(
  { result, values, time: { rows, placeOf } }: LineSource,
  { metric, parts }: Column,
  carries: boolean,
): (profile: number, line: number) => ProfileLine {
  const { days } = result;
  const source = parts?.above ?? metricPlace(days, metric);
  const above = required(values.lists[source], "the values of a metric");
  const below = parts && required(values.lists[parts.below], "the values of a denominator");
  const isSplit = values !== days;
  const { from, firstDay, lastOver, dayCount } = boundsOf(result, metric, carries && values.leadIn);
  const dividesByLast = parts?.denominator === "last";
  const profileLine = emptyLine(rows.length + 1);
  const { sums, below: divisors, counts, covered, expected, last, lastDay } = profileLine;
  const lists = Object.values(profileLine);
  const isWhole = wholeReader(days, source, parts);
  return (profile, line) => {
    for (const list of lists) list.fill(0);
    const [offset, profileOffset] = [firstPlace(values, line), firstPlace(days, profile)];
    for (let day = from; day < dayCount; day += 1) {
      const row = day < 0 ? rows.length : day < firstDay ? -1 : (placeOf[day] ?? -1);
      if (row === -1) continue;
      const value = above[offset + day]!;
      const divisor = below === undefined ? 1 : below[offset + day]!;
      const hasValue = !Number.isNaN(value) && !Number.isNaN(divisor);
      const isCovered = hasValue || (isSplit && isWhole(profileOffset + day));
      if (isCovered || day <= lastOver) expected[row]! += 1;
      if (!isCovered) continue;
      covered[row]! += 1;
      lastDay[row] = day;
      last[row] = hasValue ? value : Number.NaN;
      if (below === undefined) divisors[row]! += 1;
      if (!hasValue) continue;
      counts[row]! += 1;
      sums[row] = dividesByLast ? value : sums[row]! + value;
      if (below !== undefined) divisors[row] = dividesByLast ? divisor : divisors[row]! + divisor;
    }
    return profileLine;
  };
}

/** Returns whether a place of the days has the value that rows of a breakdown are parts of. */
function wholeReader(
  { lists }: DayValues,
  source: number,
  parts: Parts | undefined,
): (at: number) => boolean {
  const [above, below] = [lists[source], parts && lists[parts.below]];
  return (at) => !Number.isNaN(above?.[at]) && !Number.isNaN(below?.[at]);
}

/** The days of a metric, by place in the range. */
interface DayBounds {
  /** The first day to read: one of the lead-in, if its value is carried. */
  readonly from: number;
  readonly firstDay: number;
  /** The last day that is over. */
  readonly lastOver: number;
  /** The place after the last delivered day. */
  readonly dayCount: number;
}

/** @param leadIn the days of the lead-in that can be carried; false if none are. */
function boundsOf(result: Result, metric: Metric, leadIn: number | false): DayBounds {
  const placeInRange = (day: Day): number => dayNumber(day) - dayNumber(result.start);
  const firstDay = placeInRange(firstDayOf(result, metric));
  const carried =
    leadIn === false ? firstDay : Math.max(carriedFrom(result, metric, result), -leadIn);
  const delivered = result.delivered?.get(metric.name);
  return {
    from: Math.min(carried, firstDay),
    firstDay,
    lastOver: placeInRange(lastDayIn(result, metric, result)),
    dayCount: delivered === undefined ? result.days.dayCount : placeInRange(delivered) + 1,
  };
}

/** The last value of a line in a row of time, with its day. @param isRatio a ratio of last values. */
export const lastOf = (
  { last, lastDay, below }: ProfileLine,
  row: number,
  isRatio: boolean,
): LastValue => ({
  value: numberAt(last, row),
  divisor: isRatio ? numberAt(below, row) : 1,
  day: numberAt(lastDay, row),
});

/** The value of a profile's last covered day. */
export interface LastValue {
  readonly value: number;
  readonly divisor: number;
  /** By its place in the range. */
  readonly day: number;
}
