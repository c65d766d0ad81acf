/** The values of a metric by profile and day, of all ranges of a question with their days of evidence. */
import type { Metric } from "../../catalog/metrics/index.ts";
import { evidenceAt, listOf, rowsPerProfile, type DayValues } from "../cells/day-values.ts";
import { evidenceRange } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { addDays, dayNumber, dayOf, type Day } from "../../base/time/days.ts";

export interface Known {
  /** The days, each once, in order. */
  readonly days: readonly Day[];
  /** The place of a day; -1 for one that is not held. */
  readonly placeOf: (day: Day) => number;
  /** The profiles with a value, and their values by the place of the day. */
  readonly lines: readonly { readonly profile: string; readonly values: Float64Array }[];
}

/** @param from the values of the profiles (default), or of their rows of a breakdown: one on each day that has any. */
export function knownOf(
  results: readonly Result[],
  { name }: Pick<Metric, "name">,
  from: "days" | "split" = "days",
): Known {
  const sides = results.flatMap((result) => {
    const values = result[from];
    if (values === undefined) return [];
    const { start, end } = evidenceRange(result, values);
    return [{ values, first: dayNumber(start), last: dayNumber(end) }];
  });
  const numbers = new Set<number>();
  for (const { first, last } of sides)
    for (let day = first; day <= last; day += 1) numbers.add(day);
  const days = [...numbers].toSorted((left, right) => left - right);
  const places = new Map(days.map((day, place) => [day, place]));
  const lines = new Map<string, Float64Array>();
  for (const { values, first } of sides)
    for (const [place, profile] of values.profiles.entries()) {
      const line = lines.get(profile) ?? new Float64Array(days.length).fill(Number.NaN);
      lines.set(profile, line);
      put(line.subarray(places.get(first)), values, name, place);
    }
  return {
    days: days.map(dayOf),
    placeOf: (day) => places.get(dayNumber(day)) ?? -1,
    lines: Array.from(lines, ([profile, values]) => ({ profile, values })).filter(({ values }) =>
      values.some((value) => !Number.isNaN(value)),
    ),
  };
}

/** Puts the values of a profile, or of its rows, into a line. */
function put(line: Float64Array, values: DayValues, name: string, profile: number): void {
  const list = required(listOf(values, { name }), name);
  const rows = rowsPerProfile(values);
  for (let row = profile * rows; row < (profile + 1) * rows; row += 1)
    for (const [day, value] of evidenceAt(values, list, row).entries())
      if (!Number.isNaN(value)) line[day] = value;
}

/** True for a day that follows the one at the place before; false at the beginning of a part of the evidence, and after its end. */
export const follows = ({ days }: Pick<Known, "days">, at: number): boolean => {
  const [previous, day] = [days[at - 1], days[at]];
  return previous !== undefined && day === addDays(previous, 1);
};

/** The values of all profiles by day: their number, the number of those that are not 0, and their sum. */
export interface DayTotals {
  readonly counts: Uint32Array;
  readonly events: Uint32Array;
  readonly sums: Float64Array;
}

export function dayTotals({ days, lines }: Known): DayTotals {
  const [counts, events] = [new Uint32Array(days.length), new Uint32Array(days.length)];
  const sums = new Float64Array(days.length);
  for (const { values } of lines)
    for (let day = 0; day < sums.length; day += 1) {
      const value = numberAt(values, day);
      if (Number.isNaN(value)) continue;
      counts[day]! += 1;
      events[day]! += value === 0 ? 0 : 1;
      sums[day]! += value;
    }
  return { counts, events, sums };
}
