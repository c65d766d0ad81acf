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
  let [above, below] = [0, 0];
  for (const profile of profiles) {
    for (const day of daysBetween(range.start, range.end)) {
      const [one = null, other = null] = parts.map((metric) => daily(profile, metric, day));
      if (one === null || other === null) continue;
      above += one;
      below += other;
    }
  }
  return below === 0 ? null : above / below;
}

/** The key of the highest number, or null where there is none. */
export const highest = (numbers: ReadonlyMap<string, number | null>): string | null =>
  [...numbers]
    .flatMap(([key, value]) => (value === null ? [] : [{ key, value }]))
    .toSorted((one, other) => other.value - one.value)[0]?.key ?? null;
