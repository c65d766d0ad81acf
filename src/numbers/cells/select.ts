/** Selects metrics, profiles or days of a result. */
import { orMissing } from "./states.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { required } from "../../base/errors/tool-error.ts";
import {
  evidenceAt,
  linesOf,
  listOf,
  onlyDaysAt,
  onlyProfilesAt,
  type EvidenceDays,
} from "./day-values.ts";
import type { Result } from "./result.ts";
import { addDays, dayNumber, daysBetween } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";

/** The daily values of a metric of each profile. */
export const dayLines = (
  { days }: Pick<Result, "days">,
  metric: Pick<Metric, "name">,
): ReturnType<typeof linesOf> => linesOf(days, required(listOf(days, metric), metric.name));

/** The daily values of a metric of each profile, by the place of the day in the range; those of evidence are before 0 and after it. */
export function evidenceLines(
  { days }: Pick<Result, "days">,
  metric: Pick<Metric, "name">,
): { readonly profile: string; readonly at: (place: number) => number }[] {
  const list = required(listOf(days, metric), metric.name);
  return days.profiles.map((profile, line) => {
    const values = evidenceAt(days, list, line);
    return { profile, at: (place: number) => orMissing(values[place + days.leadIn]) };
  });
}

/** The days of a result with those of evidence. @param values those of profiles and days (default), or of a breakdown. */
export const evidenceRange = (
  { start, end, days }: Pick<Result, "start" | "end" | "days">,
  { leadIn, after }: EvidenceDays = days,
): Range => ({ start: addDays(start, -leadIn), end: addDays(end, after) });

/** Returns a result with only the metrics of these names, in this order. The days keep all: a ratio is made from its parts. */
export function onlyMetrics(result: Result, names: readonly string[]): Result {
  const metrics = names.map((name) =>
    required(
      result.metrics.find((metric) => metric.name === name),
      `the metric ${name}`,
    ),
  );
  return { ...result, metrics };
}

/** Returns a result with the profiles at the given places. */
export function withProfilesAt(result: Result, places: readonly number[]): Result {
  const { days, split } = result;
  return {
    ...result,
    days: onlyProfilesAt(days, places),
    split: split && onlyProfilesAt(split, places),
    profileCount: places.length,
  };
}

/** Returns a result with the days of a range, which is within its own; other days become evidence. */
export function withinDays(result: Result, { start, end }: Range): Result {
  const { days, split } = result;
  const from = dayNumber(start) - dayNumber(result.start);
  const to = from + daysBetween(start, end);
  return {
    ...result,
    start,
    end,
    askedRange: undefined,
    days: onlyDaysAt(days, from, to),
    split: split && onlyDaysAt(split, from, to),
  };
}

/** Returns a result with those of its profiles whose ids meet a condition. */
export function onlyProfiles(result: Result, isMet: (id: string) => boolean): Result {
  const { profiles } = result.days;
  const places = profiles.flatMap((id, place) => (isMet(id) ? [place] : []));
  return places.length === profiles.length ? result : withProfilesAt(result, places);
}

/** Returns a result without the profiles that no row counts, where rows are labels. */
export function onlyLabelled(result: Result, dimensions: readonly Dimension[]): Result {
  const { labels } = result;
  if (labels === undefined || !dimensions.includes("profile_label")) return result;
  return onlyProfiles(result, (id) => (labels.placesOf.get(id)?.length ?? 0) > 0);
}
