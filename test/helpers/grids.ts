/** Small results with numbers that a test writes down. */
import { toDay } from "../../src/base/time/days.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { Metric } from "../../src/catalog/metrics/index.ts";
import { dayValues } from "./day-values.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { finish } from "../../src/base/async/work.ts";
import { withDelivery } from "../../src/numbers/meaning/delivery.ts";
import { monday } from "../../src/base/time/grains.ts";
import { addDays, daysBetween } from "../../src/base/time/days.ts";

export const facebookMetrics = (...names: readonly string[]): Metric[] =>
  names.flatMap((name) => metricsOf("facebook", 3).filter((metric) => metric.name === name));

/** A result by profile and day: a list of profiles, each a list of days, each a number per metric; null is missing. */
export function dailyResult(
  metrics: readonly Metric[],
  profiles: readonly (readonly (readonly (number | null)[])[])[],
  firstDay = "2026-10-05",
): Result {
  const start = toDay(firstDay);
  const end = addDays(start, (profiles[0]?.length ?? 1) - 1);
  const values = profiles.flat(2).map((value) => value ?? Number.NaN);
  const ids = profiles.map((_, index) => `p${index + 1}`);
  const days = dayValues({ metrics, profiles: ids, dayCount: daysBetween(start, end) }, values);
  return {
    network: "facebook",
    start,
    end,
    weekStart: monday,
    dimensions: ["profile", "date.day"],
    metrics,
    days,
    remarks: [],
    profileCount: profiles.length,
    names: { profile: new Map(profiles.map((_, index) => [`p${index + 1}`, `One ${index + 1}`])) },
  };
}

export type Cell = number | null;

/** A result of one metric, by profile and day: a list of profiles, each a list of days; null is missing. */
export const resultOf = (
  name: string,
  profiles: readonly (readonly Cell[])[],
  firstDay = "2026-03-02",
): Result =>
  dailyResult(
    facebookMetrics(name),
    profiles.map((days) => days.map((value) => [value])),
    firstDay,
  );

/** The labels x, of the first profile, and y, of the first and the second. */
export const labels = {
  rows: ["x", "y"],
  placesOf: new Map([
    ["p1", [0, 1]],
    ["p2", [1]],
    ["p3", []],
  ]),
};

/** The sides of a question with the days up to which each metric counts. */
export const delivered = (now: Result, before?: Result): readonly [now: Result, before?: Result] =>
  finish(withDelivery(now, before));
