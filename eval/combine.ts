/** Truth from single profiles and days, by what each kind of number allows. */
import { daysBetween, type Daily } from "./wire.ts";
import type { Range } from "./draw.ts";

export type Values = readonly number[];

/** The values that exist. */
export function valuesOf(
  daily: Daily,
  profiles: readonly string[],
  metric: string,
  range: Range,
): number[] {
  return profiles.flatMap((profile) =>
    daysBetween(range.start, range.end).flatMap((day) => daily(profile, metric, day) ?? []),
  );
}

const sum = (values: Values): number => values.reduce((before, one) => before + one, 0);

/** Null where no value exists: that is not 0. */
export const total = (values: Values): number | null => (values.length === 0 ? null : sum(values));

export const mean = (values: Values): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** The sum of one metric over the sum of another, of the profile-days that have both. */
export function ratio(
  daily: Daily,
  profiles: readonly string[],
  parts: readonly [string, string],
  range: Range,
): number | null {
  const ofBoth: Daily = (profile, metric, day) =>
    parts.some((part) => daily(profile, part, day) === null) ? null : daily(profile, metric, day);
  const [above = 0, below = 0] = parts.map((metric) =>
    sum(valuesOf(ofBoth, profiles, metric, range)),
  );
  return below === 0 ? null : above / below;
}

/** The key of the highest number, or null where there is none. */
export const highest = (numbers: ReadonlyMap<string, number | null>): string | null =>
  [...numbers]
    .flatMap(([key, value]) => (value === null ? [] : [{ key, value }]))
    .toSorted((one, other) => other.value - one.value)[0]?.key ?? null;

/** The fewest numbers, the largest first, that make a part of the sum of all. */
export function mostOf(values: Values, part: number): number {
  const sorted = values.toSorted((one, other) => other - one);
  const bound = part * sum(values);
  let made = 0;
  return sorted.findIndex((value) => (made += value) >= bound) + 1;
}

/** The median of the totals of profiles with values on at least 95 % of the days. */
export function medianOf(
  daily: Daily,
  profiles: readonly string[],
  metric: string,
  range: Range,
): number | null {
  const days = daysBetween(range.start, range.end).length;
  const lists = profiles.map((profile) => valuesOf(daily, [profile], metric, range));
  const totals = lists.filter(({ length }) => length >= 0.95 * days).map(sum);
  const sorted = totals.toSorted((one, other) => one - other);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  return mean([sorted[low], sorted[high]].filter((value) => value !== undefined));
}

/** The profiles whose sum is above 0 in each month of a range. */
export function growingEachMonth(
  daily: Daily,
  profiles: readonly string[],
  metric: string,
  range: Range,
): number {
  const days = daysBetween(range.start, range.end);
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const grew = (profile: string, month: string): boolean => {
    const own = days.filter((day) => day.startsWith(month));
    return sum(own.flatMap((day) => daily(profile, metric, day) ?? [])) > 0;
  };
  return profiles.filter((profile) => months.every((month) => grew(profile, month))).length;
}

/** The rank of the last week that has a value on every day, among such weeks. @param range whole weeks. */
export function rankOfLastWeek(
  daily: Daily,
  profile: string,
  metric: string,
  range: Range,
): number | null {
  const days = daysBetween(range.start, range.end);
  const weeks = days.flatMap((_, at) => (at % 7 === 0 ? [days.slice(at, at + 7)] : []));
  const sums = weeks.flatMap((week) => {
    const values = week.flatMap((day) => daily(profile, metric, day) ?? []);
    return values.length === 7 ? [sum(values)] : [];
  });
  const last = sums.at(-1);
  return last === undefined ? null : 1 + sums.filter((value) => value > last).length;
}
