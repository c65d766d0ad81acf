/** The values of an answer by profile, metric and day; of a breakdown, the sums of its rows. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { ProfileId } from "../../api/records.ts";
import { profileDays } from "../../../numbers/cells/profile-days.ts";
import { lazily } from "../../../base/async/lazily.ts";

/** Days are numbers of days since 1970. */
export interface AnswerValues {
  readonly first: number;
  readonly last: number;
  /** NaN where the answer has no value. @param metric the place in the request. */
  readonly at: (profile: ProfileId, metric: number, day: number) => number;
}

export function valuesOf(
  { axes, metrics, values }: MetricsAnswer,
  first: number,
  last: number,
): AnswerValues {
  const places = profileDays(axes, metrics.length);
  const days = places.days(first, last);
  const rows = axes[2]?.rows.length ?? 1;
  return {
    first,
    last,
    at(profile, metric, day) {
      const offset = places.profile(profile);
      const dayOffset = days[day - first];
      if (offset === undefined || dayOffset === undefined || dayOffset === -1) return Number.NaN;
      let sum = Number.NaN;
      for (let row = 0; row < rows; row += 1) {
        const value = values.at(offset + dayOffset + metric + row * metrics.length);
        if (!Number.isNaN(value)) sum = (Number.isNaN(sum) ? 0 : sum) + value;
      }
      return sum;
    },
  };
}

/** Returns, for a metric, the first day from which on no profile has a value other than 0: they may not be delivered. */
export function zerosFrom(
  { first, last, at }: AnswerValues,
  { profiles, metrics }: Pick<MetricsRequest, "profiles" | "metrics">,
): (metric: number) => number {
  const ofMetrics = metrics.map((_, metric) =>
    lazily(() => {
      const isZero = (day: number): boolean =>
        profiles.every((profile) => (at(profile, metric, day) || 0) === 0);
      let day = last + 1;
      while (day > first && isZero(day - 1)) day -= 1;
      return day;
    }),
  );
  return (metric) => ofMetrics[metric]?.() ?? last + 1;
}
