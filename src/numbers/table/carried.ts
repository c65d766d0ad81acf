/** Last values that are carried to the ends of later rows of time: those of levels and windows. */
import { ourLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import type { TimeRow } from "../meaning/time-rows.ts";
import { addDays, dayNumber, earlier, toDay } from "../../base/time/days.ts";
import { lastOf, type LastValue, type ProfileLine } from "./profile-line.ts";

/** The values of a profile by row of time, and the rows that lack it. */
export interface CarriedValues {
  /** Undefined in a row to whose end no value is carried. */
  readonly values: readonly (LastValue | undefined)[];
  /** Rows before the first value, and after it ends until the next, so that later rows have more profiles. */
  readonly lacking: readonly number[];
}

/** Returns a function that carries the last values of a line through the rows. @param isRatio a ratio of last values. */
export function carrier(
  result: Result,
  metric: Metric,
  rows: readonly TimeRow[],
  isRatio: boolean,
): (line: ProfileLine) => CarriedValues {
  const ends = endsOf(result, metric, rows);
  const breaks = breaksBefore(result, metric, rows);
  return (line) => {
    const values: (LastValue | undefined)[] = [];
    const lacking: number[] = [];
    const isLed = numberAt(line.covered, rows.length) > 0;
    let value = isLed ? lastOf(line, rows.length, isRatio) : undefined;
    let [lackingFrom, side] = [0, -1];
    const lackUntil = (time: number): void => {
      for (let at = lackingFrom; at < time; at += 1) lacking.push(at);
    };
    for (let time = 0; time < rows.length; time += 1) {
      const before = numberAt(breaks, time);
      if (before !== side) {
        if (value !== undefined && value.day < before) value = undefined;
        side = before;
        lackingFrom = time;
      }
      const isCovered = numberAt(line.covered, time) > 0;
      if (isCovered) {
        lackUntil(time);
        value = lastOf(line, time, isRatio);
      }
      const end = Math.max(numberAt(ends, time), isCovered && value !== undefined ? value.day : -1);
      // Nothing is carried to a day that is not over.
      if (end === -1 && value !== undefined) lacking.push(time);
      const isCarried =
        value !== undefined && end !== -1 && end - value.day <= ourLimits.carriedDays;
      if (isCarried) lackingFrom = time + 1;
      values.push(isCarried ? value : undefined);
    }
    return { values, lacking };
  };
}

/** By row of time: its last day that is over and delivered, by its place; -1 for a row without one. */
function endsOf(result: Result, metric: Metric, rows: readonly TimeRow[]): Int32Array {
  const { end: lastDay, today, delivered } = result;
  const over = today === undefined ? lastDay : addDays(today, -1);
  const last = earlier(over, delivered?.get(metric.name) ?? over);
  return Int32Array.from(rows, ({ start, end }) =>
    start > last ? -1 : dayNumber(earlier(end, last)) - dayNumber(result.start),
  );
}

/** By row of time, the place of the last break on or before its first day, across which no value is carried; -1 for none. */
function breaksBefore(result: Result, metric: Metric, rows: readonly TimeRow[]): Int32Array {
  const breaks = crossedBreaks(result, metric);
  return Int32Array.from(rows, ({ start }) => {
    const last = breaks.findLast(({ date }) => date <= start);
    return last === undefined ? -1 : dayNumber(toDay(last.date)) - dayNumber(result.start);
  });
}
