/** The values of a metric in all ranges of a question, by profile and day. */
import type { Metric } from "../catalog/metrics/index.ts";
import { lineAt, listOf, rowsPerProfile } from "../cells/day-values.ts";
import { dayLines } from "../cells/select.ts";
import type { Result } from "../cells/result.ts";
import { dayNumber, daysOf, later, toDay, type Day } from "../time/days.ts";

/** The values of a metric by profile and day, of all ranges of a question; of the profiles that have one. */
export interface Known {
  readonly profiles: readonly string[];
  readonly at: (profile: string, day: Day) => number | undefined;
  readonly has: (day: Day) => boolean;
  /** The last day of the ranges. */
  readonly last: Day;
}

/** @param from the values of the profiles (default), or of their rows of a breakdown: one on each day that has any. */
export function knownOf(
  results: readonly Result[],
  metric: Pick<Metric, "name">,
  from: "days" | "split" = "days",
): Known {
  const linesIn = (result: Result): ReturnType<typeof dayLines> =>
    from === "days" ? dayLines(result, metric) : splitLines(result, metric);
  const sides = results.map((result) => ({
    result,
    lines: new Map(
      linesIn(result)
        .filter(({ values }) => values.some((value) => !Number.isNaN(value)))
        .map(({ profile, values }) => [profile, values] as const),
    ),
  }));
  const sideOn = (day: Day) =>
    sides.find(({ result: { start, end } }) => start <= day && day <= end);
  return {
    profiles: [...new Set(sides.flatMap(({ lines }) => [...lines.keys()]))],
    has: (day) => sideOn(day) !== undefined,
    last: results.reduce(
      (last, { end }) => later(last, end),
      results[0]?.end ?? toDay("1970-01-01"),
    ),
    at(profile, day) {
      const side = sideOn(day);
      const value = side?.lines.get(profile)?.[dayNumber(day) - dayNumber(side.result.start)];
      return value === undefined || Number.isNaN(value) ? undefined : value;
    },
  };
}

/** Of each profile, a value on each day on which one of its rows has one. */
function splitLines(
  { split }: Result,
  metric: Pick<Metric, "name">,
): { readonly profile: string; readonly values: Float64Array }[] {
  const list = split && listOf(split, metric);
  if (split === undefined || list === undefined) return [];
  const rows = rowsPerProfile(split);
  return split.profiles.map((profile, place) => {
    const values = new Float64Array(split.dayCount).fill(Number.NaN);
    for (let row = 0; row < rows; row += 1)
      for (const [day, value] of lineAt(split, list, place * rows + row).entries())
        if (!Number.isNaN(value)) values[day] = value;
    return { profile, values };
  });
}

/** The values of all profiles on a day. */
export interface DayTotal {
  readonly day: Day;
  /** The numbers of values, and of those that are not 0. */
  readonly count: number;
  readonly events: number;
  readonly sum: number;
}

/** The days of all ranges, each once, in order. */
export function dayTotals(results: readonly Result[], metric: Pick<Metric, "name">): DayTotal[] {
  const totals = new Map<Day, DayTotal>();
  for (const result of results) {
    const days = daysOf(result.start, result.end);
    const [counts, events] = [new Uint32Array(days.length), new Uint32Array(days.length)];
    const sums = new Float64Array(days.length);
    for (const { values } of dayLines(result, metric))
      for (let at = 0; at < sums.length; at += 1) {
        const value = values[at] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        counts[at]! += 1;
        events[at]! += value === 0 ? 0 : 1;
        sums[at]! += value;
      }
    for (const [at, day] of days.entries())
      totals.set(day, {
        day,
        count: counts[at] ?? 0,
        events: events[at] ?? 0,
        sum: sums[at] ?? 0,
      });
  }
  return [...totals.values()].toSorted((left, right) => (left.day < right.day ? -1 : 1));
}
