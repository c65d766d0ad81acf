/** Determines on which days each profile has a value of a metric. Gaps and coverage are computed from this. */
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { dayLines } from "../cells/select.ts";
import { lastDayIn } from "./delivery.ts";
import { addDays, dayNumber, daysBetween, daysOf, type Day } from "../../base/time/days.ts";
import { firstDayOf } from "./segments.ts";

export interface Presence {
  /** The days that are over, for which the metric can have data, in order. */
  readonly days: readonly Day[];
  /** Each profile, with 1 for each day on which it has a value. */
  readonly profiles: readonly { readonly profile: string; readonly has: Uint8Array }[];
}

/** The last day whose values a number includes. A day that is not over counts if it has a value. */
export function lastDayCounted(result: Result, metric: Metric): Day {
  const last = lastDayIn(result, metric, result);
  if (result.delivered?.has(metric.name) === true) return last;
  let place = daysBetween(result.start, last) - 1;
  for (const { values } of dayLines(result, metric))
    place = Math.max(
      place,
      values.findLastIndex((value) => !Number.isNaN(value)),
    );
  return addDays(result.start, place);
}

export function presenceOf(result: Result, metric: Metric): Presence {
  const first = firstDayOf(result, metric);
  const days = daysOf(first, lastDayIn(result, metric, result));
  const offset = dayNumber(first) - dayNumber(result.start);
  const profiles: { profile: string; has: Uint8Array }[] = [];
  for (const { profile, values } of dayLines(result, metric)) {
    const has = new Uint8Array(days.length);
    for (let place = 0; place < has.length; place += 1)
      if (!Number.isNaN(values[place + offset])) has[place] = 1;
    profiles.push({ profile, has });
  }
  return { days, profiles };
}
