/**
 * Values by profile and day: a list of numbers for each metric, in which the days of a profile follow one another. Days
 * before and after the range are evidence of what its numbers mean; they are in no number.
 */
import { ourLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Axis } from "./axis.ts";

export interface DayValues {
  readonly metrics: readonly Metric[];
  readonly profiles: readonly string[];
  readonly dayCount: number;
  /** The days of evidence before the range, and after it. */
  readonly leadIn: number;
  readonly after: number;
  /** A breakdown, whose rows divide the values of each profile. */
  readonly breakdown?: Axis | undefined;
  /** For each metric: profile × row of the breakdown × day, with the days of evidence. NaN is a missing value. */
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

/** The layout of the days of each line in a list. */
type Layout = Pick<DayValues, "dayCount" | "leadIn" | "after">;

/** The number of days that a list holds of each line. */
export const heldDays = ({ dayCount, leadIn, after }: Layout): number => leadIn + dayCount + after;

/** The place in a list of the first day of the range. @param line profile × row of the breakdown. */
export const firstPlace = (days: Layout, line: number): number =>
  line * heldDays(days) + days.leadIn;

/** The values of one line in the range: a profile, or one of its rows of a breakdown. */
export function lineAt(days: Layout, list: Float64Array, line: number): Float64Array {
  const first = firstPlace(days, line);
  return list.subarray(first, first + days.dayCount);
}

/** The values of one line with the days of evidence. */
export const evidenceAt = (days: Layout, list: Float64Array, line: number): Float64Array =>
  list.subarray(line * heldDays(days), (line + 1) * heldDays(days));

/** The days of each profile, in the order of the profiles. */
export function linesOf(
  days: DayValues,
  list: Float64Array,
): { readonly profile: string; readonly values: Float64Array }[] {
  return days.profiles.map((profile, line) => ({ profile, values: lineAt(days, list, line) }));
}

/** The values of some profiles, by their places. */
export function onlyProfilesAt(days: DayValues, places: readonly number[]): DayValues {
  const size = rowsPerProfile(days) * heldDays(days);
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

export type EvidenceDays = Pick<DayValues, "leadIn" | "after">;

/** The days from one place up to, not including, another as the range. Others become evidence, as many as a question has. */
export function onlyDaysAt(days: DayValues, from: number, to: number): DayValues {
  const { leadInDays, daysAfter } = ourLimits;
  const leadIn = Math.min(days.leadIn + from, leadInDays[0]);
  const after = Math.min(days.after + days.dayCount - to, daysAfter);
  const cut = { ...days, dayCount: to - from, leadIn, after };
  const first = days.leadIn + from - leadIn;
  const lines = days.profiles.length * rowsPerProfile(days);
  const lists = days.lists.map((list) => {
    const chosen = new Float64Array(lines * heldDays(cut));
    for (let line = 0; line < lines; line += 1)
      evidenceAt(cut, chosen, line).set(
        evidenceAt(days, list, line).subarray(first, first + heldDays(cut)),
      );
    return chosen;
  });
  return { ...cut, lists };
}
