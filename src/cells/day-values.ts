/** Values by profile and day: a list of numbers for each metric, in which the days of a profile follow one another. */
import type { Metric } from "../catalog/metrics/index.ts";
import { required } from "../errors/tool-error.ts";
import type { Axis } from "./axis.ts";

export interface DayValues {
  readonly metrics: readonly Metric[];
  readonly profiles: readonly string[];
  readonly dayCount: number;
  /** A breakdown, whose rows divide the values of each profile. */
  readonly breakdown?: Axis | undefined;
  /** For each metric: profile × row of the breakdown × day. NaN is a missing value. */
  readonly lists: readonly Float64Array[];
}

/** The number of lines of each profile: 1 without a breakdown. */
export const rowsPerProfile = ({ breakdown }: Pick<DayValues, "breakdown">): number =>
  breakdown?.rows.length ?? 1;

/** The place of a metric, which is found by its name; -1 for one that is not held. */
export const metricPlace = (
  { metrics }: Pick<DayValues, "metrics">,
  { name }: Pick<Metric, "name">,
): number => metrics.findIndex((metric) => metric.name === name);

/** The values of a metric; undefined for one that is not held. */
export const listOf = (days: DayValues, metric: Pick<Metric, "name">): Float64Array | undefined =>
  days.lists[metricPlace(days, metric)];

/** The values of one line: a profile, or one of its rows of a breakdown. @param line profile × row of the breakdown. */
export const lineAt = (
  { dayCount }: Pick<DayValues, "dayCount">,
  list: Float64Array,
  line: number,
): Float64Array => list.subarray(line * dayCount, (line + 1) * dayCount);

/** The days of each profile, in the order of the profiles. */
export function linesOf(
  days: DayValues,
  list: Float64Array,
): { readonly profile: string; readonly values: Float64Array }[] {
  return days.profiles.map((profile, line) => ({ profile, values: lineAt(days, list, line) }));
}

/** The values of some profiles, by their places. */
export function onlyProfilesAt(days: DayValues, places: readonly number[]): DayValues {
  const size = rowsPerProfile(days) * days.dayCount;
  return {
    ...days,
    profiles: places.map((place) => required(days.profiles[place], "a profile")),
    lists: days.lists.map((list) => {
      const chosen = new Float64Array(places.length * size);
      places.forEach((place, at) => {
        chosen.set(list.subarray(place * size, (place + 1) * size), at * size);
      });
      return chosen;
    }),
  };
}

/** The values of the days from one place up to, not including, another. */
export function onlyDaysAt(days: DayValues, from: number, to: number): DayValues {
  const lines = days.profiles.length * rowsPerProfile(days);
  return {
    ...days,
    dayCount: to - from,
    lists: days.lists.map((list) => {
      const chosen = new Float64Array(lines * (to - from));
      for (let line = 0; line < lines; line += 1)
        chosen.set(lineAt(days, list, line).subarray(from, to), line * (to - from));
      return chosen;
    }),
  };
}
